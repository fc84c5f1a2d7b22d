// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;

/** How strips and tiles are packed. */
enum Packing {
  NONE(1, 1, false) {
    @Override
    BlockDecoder decoder(TiffLayout layout) {
      return (packed, length, pixels, needed, most) ->
          System.arraycopy(packed, 0, pixels, 0, needed);
    }
  },
  PACK_BITS(64, 1, false) {
    @Override
    BlockDecoder decoder(TiffLayout layout) {
      return new PackBits();
    }
  },
  /** A code of 12 bits has 3840 bytes at most. */
  LZW(2560, 1, true) {
    @Override
    BlockDecoder decoder(TiffLayout layout) {
      return new Lzw();
    }
  },
  /** Two bits have 258 bytes at most. */
  DEFLATE(1032, 1, true) {
    @Override
    BlockDecoder decoder(TiffLayout layout) {
      return new Deflate();
    }
  },
  /** A bit is a row at most, which is that before it. */
  CCITT(8, 4, false) {
    @Override
    BlockDecoder decoder(TiffLayout layout) {
      return new Ccitt(layout);
    }

    @Override
    long most(long packed, long rowBytes) {
      long rows = super.most(packed, rowBytes);
      return rows > Long.MAX_VALUE / rowBytes ? Long.MAX_VALUE : rows * rowBytes;
    }
  },
  /** A bit is 64 pixels at most. */
  JPEG(512, 4, false) {
    @Override
    BlockDecoder decoder(TiffLayout layout) {
      return new Jpeg(layout);
    }
  };

  private final int ratio;

  /** Of a strip or tile that are in memory, packed and not, while it is decoded: at most. */
  final int copies;

  /** Whether pixels may be packed as differences. */
  final boolean predicts;

  Packing(int ratio, int copies, boolean predicts) {
    this.ratio = ratio;
    this.copies = copies;
    this.predicts = predicts;
  }

  abstract BlockDecoder decoder(TiffLayout layout);

  /** More bytes than these cannot be in so many packed ones. */
  long most(long packed, long rowBytes) {
    return packed > Long.MAX_VALUE / ratio ? Long.MAX_VALUE : packed * ratio;
  }

  /** Of pixels that have so many values of that type. */
  static Packing of(TiffDirectory page, SampleType type, int samples) throws IOException {
    long compression = page.number(TiffTag.COMPRESSION, 1);
    switch ((int) Math.min(compression, Integer.MAX_VALUE)) {
      case 0: // ImageJ takes it as 1
      case 1:
        return NONE;
      case 2:
      case 3:
      case 4:
      case 7:
        return byTheJdk(page, (int) compression, samples == 1 ? type : null);
      case 5:
        return LZW;
      case 8: // Adobe's number
      case 32946:
        return DEFLATE;
      case 32773:
        return PACK_BITS;
      default:
        throw page.in.problem(TiffBlockMessages.compression(compression));
    }
  }

  private static Packing byTheJdk(TiffDirectory page, int compression, SampleType type)
      throws IOException {
    boolean jpeg = compression == Jpeg.NUMBER;
    SampleType needed = jpeg ? SampleType.BYTE : SampleType.BIT;
    if (!JdkReader.isThere(jpeg ? Jpeg.FORMAT : Ccitt.FORMAT)) {
      throw page.in.problem(TiffBlockMessages.compression(compression));
    } else if (type != needed) {
      throw page.in.problem(TiffBlockMessages.compression(compression, needed));
    }
    return jpeg ? JPEG : CCITT;
  }
}
