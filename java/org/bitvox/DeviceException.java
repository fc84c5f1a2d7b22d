// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** The GPU failed, or has too little memory; the message says what to try. */
public final class DeviceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Thrown by the native library. */
  public DeviceException(String message) {
    super(message);
  }
}
