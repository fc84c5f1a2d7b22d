// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

/** Why bytes cannot be decoded; who knows which chunk they are of puts that before it. */
final class CodecException extends Exception {
  private static final long serialVersionUID = 1;

  CodecException(String reason) {
    super(reason);
  }
}
