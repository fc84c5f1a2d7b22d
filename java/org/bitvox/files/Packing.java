// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;

/** How strips and tiles are packed. */
enum Packing {
  NONE(1, false) {
    @Override
    BlockDecoder decoder() {
      return (packed, length, pixels, needed, most) ->
          System.arraycopy(packed, 0, pixels, 0, needed);
    }
  },
  PACK_BITS(64, false) {
    @Override
    BlockDecoder decoder() {
      return new PackBits();
    }
  },
  /** A code of 12 bits has 3840 bytes at most. */
  LZW(2560, true) {
    @Override
    BlockDecoder decoder() {
      return new Lzw();
    }
  },
  /** Two bits have 258 bytes at most. */
  DEFLATE(1032, true) {
    @Override
    BlockDecoder decoder() {
      return new Deflate();
    }
  };

  private final int ratio;

  /** Whether pixels may be packed as differences. */
  final boolean predicts;

  Packing(int ratio, boolean predicts) {
    this.ratio = ratio;
    this.predicts = predicts;
  }

  abstract BlockDecoder decoder();

  /** More bytes than these cannot be in so many packed ones. */
  long most(long packed) {
    return packed > Long.MAX_VALUE / ratio ? Long.MAX_VALUE : packed * ratio;
  }

  static Packing of(TiffDirectory page) throws IOException {
    long compression = page.number(TiffTag.COMPRESSION, 1);
    switch ((int) Math.min(compression, Integer.MAX_VALUE)) {
      case 0: // ImageJ takes it as 1
      case 1:
        return NONE;
      case 5:
        return LZW;
      case 8: // Adobe's number
      case 32946:
        return DEFLATE;
      case 32773:
        return PACK_BITS;
      default:
        throw page.in.problem(TiffMessages.compression(compression));
    }
  }
}
