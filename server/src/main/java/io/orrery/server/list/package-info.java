/// Lists: which page, in what order, and which items; in the old spelling of Kestra's query
/// parameters and in the new one (`filters[field][OP]=value`).
@NullMarked
package io.orrery.server.list;

import org.jspecify.annotations.NullMarked;
