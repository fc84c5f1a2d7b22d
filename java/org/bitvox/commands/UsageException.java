// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

/** The options are wrong; the message says which and what is allowed. */
public final class UsageException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Thrown while options are read, before anything is computed. */
  public UsageException(String message) {
    super(message);
  }
}
