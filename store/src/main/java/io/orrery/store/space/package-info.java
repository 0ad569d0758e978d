/// What belongs to a namespace: its own settings, the metadata of its files, its secrets. Contents
/// of files lie in internal storage, secrets come and go sealed.
@NullMarked
package io.orrery.store.space;

import org.jspecify.annotations.NullMarked;
