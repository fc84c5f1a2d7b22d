// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** How a convolution was computed. */
public final class ConvolutionResult {
  private final RunReport run = new RunReport();
  private boolean separable; // written by native code

  ConvolutionResult() {}

  /** Whether the kernel was applied as rows along the axes. */
  public boolean separable() {
    return separable;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
