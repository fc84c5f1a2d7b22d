// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.HashMap;
import java.util.Map;

/** The tags that are read; all others are skipped. */
enum TiffTag {
  NEW_SUBFILE_TYPE(254, "NewSubfileType"),
  SUBFILE_TYPE(255, "SubfileType"),
  IMAGE_WIDTH(256, "ImageWidth"),
  IMAGE_LENGTH(257, "ImageLength"),
  BITS_PER_SAMPLE(258, "BitsPerSample"),
  COMPRESSION(259, "Compression"),
  PHOTOMETRIC(262, "PhotometricInterpretation"),
  FILL_ORDER(266, "FillOrder"),
  IMAGE_DESCRIPTION(270, "ImageDescription"),
  STRIP_OFFSETS(273, "StripOffsets"),
  ORIENTATION(274, "Orientation"),
  SAMPLES_PER_PIXEL(277, "SamplesPerPixel"),
  ROWS_PER_STRIP(278, "RowsPerStrip"),
  STRIP_BYTE_COUNTS(279, "StripByteCounts"),
  X_RESOLUTION(282, "XResolution"),
  Y_RESOLUTION(283, "YResolution"),
  PLANAR_CONFIGURATION(284, "PlanarConfiguration"),
  FAX_OPTIONS(292, "T4Options"),
  RESOLUTION_UNIT(296, "ResolutionUnit"),
  PREDICTOR(317, "Predictor"),
  COLOR_MAP(320, "ColorMap"),
  TILE_WIDTH(322, "TileWidth"),
  TILE_LENGTH(323, "TileLength"),
  TILE_OFFSETS(324, "TileOffsets"),
  TILE_BYTE_COUNTS(325, "TileByteCounts"),
  EXTRA_SAMPLES(338, "ExtraSamples"),
  SAMPLE_FORMAT(339, "SampleFormat"),
  JPEG_TABLES(347, "JPEGTables"),
  META_MORPH_PLANES(33629, "UIC2Tag"),
  IPLAB(34122, "IPLab"),
  NIH_IMAGE(43314, "NIHImageHeader"),
  METADATA_BYTE_COUNTS(50838, "IJMetadataByteCounts"),
  METADATA(50839, "IJMetadata");

  private static final Map<Integer, TiffTag> BY_NUMBER = new HashMap<>();

  static {
    for (TiffTag tag : values()) {
      BY_NUMBER.put(tag.number, tag);
    }
  }

  final int number;

  /** As the specification spells it. */
  final String words;

  TiffTag(int number, String words) {
    this.number = number;
    this.words = words;
  }

  /** The tag of that number, or null. */
  static TiffTag of(int number) {
    return BY_NUMBER.get(number);
  }
}
