// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.Arrays;

/** Run lengths: 0 to 127 is followed by one more bytes as they are, -1 to -127 by one to repeat. */
final class PackBits implements BlockDecoder {
  @Override
  public void decode(byte[] packed, int length, byte[] pixels, int needed, int most)
      throws DamagedBlock {
    int from = 0;
    long to = 0;
    while (from < length) {
      int code = packed[from++];
      if (code == -128) {
        continue; // it says nothing
      }
      int count = code >= 0 ? code + 1 : 1 - code;
      int taken = code >= 0 ? count : 1;
      if (to >= needed && from == length) {
        break; // a byte that makes the length even
      }
      if (taken > length - from) {
        throw to < needed
            ? DamagedBlock.endsEarly(to, needed)
            : new DamagedBlock(TiffBlockMessages.NOT_PACK_BITS);
      }
      if (to + count > most) {
        throw new DamagedBlock(TiffBlockMessages.TOO_LONG);
      }
      int kept = (int) Math.max(0, Math.min(count, needed - to));
      if (kept > 0 && code >= 0) {
        System.arraycopy(packed, from, pixels, (int) to, kept);
      } else if (kept > 0) {
        Arrays.fill(pixels, (int) to, (int) to + kept, packed[from]);
      }
      from += taken;
      to += count;
    }
    if (to < needed) {
      throw DamagedBlock.endsEarly(to, needed);
    }
  }
}
