// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

/** Packs the bytes of a chunk. Several threads may use it at once. */
interface Codec {
  /**
   * What was packed, until the calling thread decodes the next one.
   *
   * @param most bytes that this may be; it is not allocated before it is known to be less
   */
  byte[] decode(byte[] packed, int most) throws CodecException;

  /** The bytes, packed. */
  byte[] encode(byte[] plain);

  /** Most bytes into which so many can be packed. */
  default long most(long plain) {
    return plain + plain / 64 + (1 << 16);
  }
}
