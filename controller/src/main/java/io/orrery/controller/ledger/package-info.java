/// What became of the slots of triggers, and what will: answers for people, read from the ledger
/// and from what the next decisions will be about; and the ledger's upkeep.
@NullMarked
package io.orrery.controller.ledger;

import org.jspecify.annotations.NullMarked;
