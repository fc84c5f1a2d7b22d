// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** The numbers that NIfTI has for types of voxels. */
final class NiftiTypes {
  private NiftiTypes() {}

  /** Of one value; null where it is none that is read. */
  static SampleType of(int type) {
    switch (type) {
      case 2:
      case 128:
      case 2304:
        return SampleType.BYTE;
      case 4:
        return SampleType.SIGNED_SHORT;
      case 8:
        return SampleType.INT;
      case 16:
        return SampleType.FLOAT;
      case 64:
        return SampleType.DOUBLE;
      case 256:
        return SampleType.SIGNED_BYTE;
      case 512:
        return SampleType.UNSIGNED_SHORT;
      case 768:
        return SampleType.UNSIGNED_INT;
      case 1024:
        return SampleType.LONG;
      case 1280:
        return SampleType.UNSIGNED_LONG;
      default:
        return null;
    }
  }

  /** What a type that is not read is called. */
  static String words(int type) {
    switch (type) {
      case 1:
        return "1 (bits)";
      case 32:
      case 1792:
      case 2048:
        return type + " (complex numbers)";
      case 1536:
        return "1536 (128-bit floats)";
      default:
        return Integer.toString(type);
    }
  }
}
