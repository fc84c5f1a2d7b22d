// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** Unpacks the strips or tiles of a TIFF, one after another; for one thread. */
interface BlockDecoder extends AutoCloseable {
  /**
   * Unpacks one.
   *
   * @param packed the block is in its first length bytes
   * @param pixels its first needed bytes are filled
   * @param most bytes that the block may have: some programs fill up the last strip
   * @throws DamagedBlock if the block has less or more
   */
  void decode(byte[] packed, int length, byte[] pixels, int needed, int most) throws DamagedBlock;

  @Override
  default void close() {}
}
