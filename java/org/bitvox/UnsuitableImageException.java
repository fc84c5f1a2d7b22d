// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** The image holds what the operation cannot work on: it is not binary, or has no foreground. */
public final class UnsuitableImageException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Thrown by native code too. */
  public UnsuitableImageException(String message) {
    super(message);
  }
}
