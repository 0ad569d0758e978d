/// Internal storage: the files that tasks hand to each other and to people, under `kestra:///`
/// addresses.
@NullMarked
package io.orrery.storage;

import org.jspecify.annotations.NullMarked;
