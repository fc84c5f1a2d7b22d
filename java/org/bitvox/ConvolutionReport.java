// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** How a convolution was computed. */
public final class ConvolutionReport {
  private final String backend;
  private final String note;
  private final boolean separable;

  ConvolutionReport(String backend, String note, boolean separable) {
    this.backend = backend;
    this.note = note;
    this.separable = separable;
  }

  /** The backend that did the work: cuda, avx512, avx2 or scalar. */
  public String backend() {
    return backend;
  }

  /** A sentence about the computation for the user, or empty. */
  public String note() {
    return note;
  }

  /** Whether the kernel was applied as rows along the axes. */
  public boolean separable() {
    return separable;
  }
}
