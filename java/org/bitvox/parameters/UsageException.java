// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

/** The options are wrong; the message says which and what is allowed. */
public final class UsageException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Thrown while options are read, before anything is computed. */
  public UsageException(String message) {
    super(message);
  }

  /** A key has a value that it may not have; allowed says in words what it may be. */
  public static UsageException notAllowed(String key, String value, String allowed) {
    return new UsageException(key + "=" + value + " is not allowed; use " + allowed);
  }
}
