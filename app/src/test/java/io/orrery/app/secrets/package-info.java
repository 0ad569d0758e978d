/// What runs leave behind, searched for secrets.
@NullMarked
package io.orrery.app.secrets;

import org.jspecify.annotations.NullMarked;
