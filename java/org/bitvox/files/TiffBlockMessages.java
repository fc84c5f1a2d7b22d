// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** What is said of strips and tiles of TIFF files, and how they are packed. */
final class TiffBlockMessages {
  // Why a strip or a tile is damaged.
  static final String NOT_LZW = "this is not LZW";
  static final String OLD_LZW = "this is the LZW of before 1991, which is not supported";
  static final String NOT_ZIP = "this is not ZIP";
  static final String NOT_PACK_BITS = "this is not PackBits";
  static final String CHECKSUM = "its checksum is wrong";
  static final String TOO_LONG = "it holds more pixels than it should";

  private TiffBlockMessages() {}

  static String compression(long compression) {
    return "compression "
        + compression
        + packing(compression)
        + " cannot be read; save it uncompressed, or with LZW, ZIP or PackBits";
  }

  /** Of colours, that are no brightnesses of red, green and blue before they are unpacked. */
  static String compressedColours(long compression) {
    return "compression "
        + compression
        + packing(compression)
        + " of colours cannot be read; convert it to grey, or save it uncompressed, or with LZW, ZIP"
        + " or PackBits";
  }

  /** Of one that is read for other values. */
  static String compression(long compression, SampleType type) {
    return "compression "
        + compression
        + packing(compression)
        + " can be read if each pixel has one value of "
        + Messages.count(type.bits, "bit")
        + "; save it uncompressed, or with LZW, ZIP or PackBits";
  }

  /** Its name, as far as it has a well-known one. */
  private static String packing(long compression) {
    switch ((int) Math.min(compression, Integer.MAX_VALUE)) {
      case 2:
        return " (CCITT run lengths)";
      case 3:
        return " (CCITT fax 3)";
      case 4:
        return " (CCITT fax 4)";
      case 6:
        return " (old JPEG)";
      case 7:
        return " (JPEG)";
      case 9:
      case 10:
        return " (JBIG)";
      case 32766:
        return " (NeXT run lengths)";
      case 32771:
        return " (CCITT run lengths, aligned)";
      case 32809:
        return " (ThunderScan)";
      case 33003:
      case 33005:
      case 34712:
        return " (JPEG 2000)";
      case 34661:
        return " (JBIG)";
      case 34676:
      case 34677:
        return " (SGI LogLuv)";
      case 34887:
        return " (LERC)";
      case 34892:
        return " (lossy JPEG)";
      case 34925:
        return " (LZMA)";
      case 34933:
        return " (PNG)";
      case 34934:
      case 22610:
        return " (JPEG XR)";
      case 34926:
      case 50000:
        return " (Zstandard)";
      case 50001:
        return " (WebP)";
      case 50002:
      case 52546:
        return " (JPEG XL)";
      default:
        return " (unknown)";
    }
  }

  /** A strip or a tile, from 1. */
  static String block(boolean tiled, int block, int page) {
    return (tiled ? "tile " : "strip ") + (block + 1) + " of page " + page;
  }

  static String damaged(String block, String reason) {
    return block + " is damaged: " + reason;
  }

  static String bytes(String block, long found, long expected) {
    return block + " is said to have " + found + " bytes; its pixels are " + expected;
  }

  static String inHeader(TiffTag offsets, String block) {
    return offsets.words + " puts " + block + " into the header of the file";
  }

  static String overDirectory(TiffTag offsets, String block) {
    return offsets.words + " puts " + block + " over the directory of that page";
  }

  /** Of a strip or a tile that is an image by itself. */
  static String otherSize(int width, int height, int layoutWidth, int layoutHeight) {
    return "it has "
        + width
        + " x "
        + height
        + " pixels, not "
        + layoutWidth
        + " x "
        + layoutHeight;
  }

  static String notDecoded(String packing) {
    return "it cannot be decoded as " + packing;
  }

  static String endsEarly(long found, long expected) {
    return "it ends after " + found + " of " + expected + " bytes";
  }

  static String blockTooLarge(String block, long bytes) {
    return block + " is too large to be decoded: " + bytes + " bytes";
  }
}
