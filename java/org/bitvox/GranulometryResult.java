// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** A granulometric curve and how it was computed. */
public final class GranulometryResult {
  private final GranulometryCurve curve;
  private final String backend;
  private final String note;

  GranulometryResult(GranulometryCurve curve, String backend, String note) {
    this.curve = curve;
    this.backend = backend;
    this.note = note;
  }

  /** V(n) and what follows from it. */
  public GranulometryCurve curve() {
    return curve;
  }

  /** The backend that did the work: cuda, avx512, avx2 or scalar. */
  public String backend() {
    return backend;
  }

  /** A sentence about the computation for the user, or empty. */
  public String note() {
    return note;
  }
}
