// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.Locale;
import org.bitvox.parameters.Keys;

/** The formats in which images are written: the ending of a name says which one. */
public enum OutputFormat {
  RAW(".raw"),
  NIFTI_PACKED(".nii.gz"),
  NIFTI(".nii"),
  NRRD(".nrrd"),
  NRRD_BESIDE(".nhdr"),
  META(".mha"),
  META_BESIDE(".mhd"),
  OME_TIFF(".ome.tif", ".ome.tiff"),
  ZARR,
  TIFF(".tif", ".tiff");

  private final String[] endings;

  OutputFormat(String... endings) {
    this.endings = endings;
  }

  /** Whatever has another ending is a TIFF. */
  static OutputFormat of(String name) {
    if (Keys.isImageFolder(name)) {
      return ZARR;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    for (OutputFormat format : values()) {
      for (String ending : format.endings) {
        if (lower.endsWith(ending)) {
          return format;
        }
      }
    }
    return TIFF;
  }

  /** The name of the file with the voxels beside that with the header; null where it is one. */
  static String beside(String name) {
    OutputFormat format = of(name);
    boolean two = format == NRRD_BESIDE || format == META_BESIDE;
    return two ? name.substring(0, name.lastIndexOf('.')) + ".raw" : null;
  }

  /** Whether it says what values ImageJ's pixels stand for, or nothing at all. */
  boolean hasCalibration() {
    return this == TIFF || this == RAW;
  }

  /** Whether it has RGB pixels, as three bytes each. */
  boolean hasColours() {
    return this == TIFF || this == RAW;
  }

  /** Whether it has whole numbers of 32 bits, as labels are; ImageJ shows them as floats. */
  public static boolean hasIntegers(String name) {
    OutputFormat format = of(name);
    return format != TIFF && format != OME_TIFF;
  }
}
