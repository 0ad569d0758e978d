/// Files of items: Ion values, one on a line, as Kestra's tasks hand them on. Read and written one
/// at a time, so that a file of any size needs the memory of one item.
@NullMarked
package io.orrery.plugin.items;

import org.jspecify.annotations.NullMarked;
