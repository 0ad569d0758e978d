package io.orrery.conformance.report;

import io.orrery.conformance.corpus.Entry;

/// One entry and what came of it.
public record Result(Entry entry, Verdict verdict) {}
