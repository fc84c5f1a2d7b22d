// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** What was done when a motion that is known was applied. */
public final class RegisterMiMoved {
  private RunReport run; // both are written by native code
  private long overlap;

  RegisterMiMoved() {}

  /** The voxels of the result that lie in the moved image. */
  public long overlap() {
    return overlap;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
