// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** Why a strip or a tile cannot be unpacked: half a sentence, to which its name is added. */
final class DamagedBlock extends Exception {
  private static final long serialVersionUID = 1;

  DamagedBlock(String reason) {
    super(reason);
  }

  /** The block has too few bytes. */
  static DamagedBlock endsEarly(long found, long expected) {
    return new DamagedBlock(TiffBlockMessages.endsEarly(found, expected));
  }
}
