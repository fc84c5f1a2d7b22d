// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** How an operation was computed. */
public final class RunReport {
  private String backend = ""; // both are written by native code
  private String note = "";

  RunReport() {}

  /** What is known of a computation that others did. */
  void set(String usedBackend, String itsNote) {
    backend = usedBackend;
    note = itsNote;
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
