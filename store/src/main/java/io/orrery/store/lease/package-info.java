/// Who owns which vnode, and since which epoch. The database's clock is the authority.
@NullMarked
package io.orrery.store.lease;

import org.jspecify.annotations.NullMarked;
