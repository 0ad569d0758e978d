/// What the language's table says, in the forms that others read: JSON Schema for editors, pages
/// for people. Made from a [io.orrery.model.language.Catalogue]; nothing here decides what is
/// valid.
@NullMarked
package io.orrery.model.schema;

import org.jspecify.annotations.NullMarked;
