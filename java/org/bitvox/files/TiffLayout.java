// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;

/** How the pixels of a page are laid out: in strips of whole rows, or in tiles. */
final class TiffLayout {
  /** RowsPerStrip of a page that is one strip. */
  private static final long ALL_ROWS = 0xffffffffL;

  private static final int MOST_TABLES = 1 << 16;

  final int width;
  final int height;
  final SampleType type;

  /** Values of a pixel in the file. */
  final int samples;

  /** Whether all first values come first, in strips or tiles of their own, then all second ones. */
  final boolean planar;

  final Packing packing;

  /** The packing's number. */
  final int compression;

  /** Of CCITT: what codes there are. */
  final int faxOptions;

  /** That the strips or tiles have in common; empty if there are none. */
  final byte[] jpegTables;

  final int predictor;

  /** Whether the bits of every byte in the file are in reverse order. */
  final boolean reversed;

  final boolean tiled;

  /** Of a strip or a tile; tiles reach over the right and the lower edge, strips do not. */
  final long blockWidth;

  final long blockHeight;

  private TiffLayout(TiffDirectory page) throws IOException {
    width = size(page, TiffTag.IMAGE_WIDTH);
    height = size(page, TiffTag.IMAGE_LENGTH);
    if ((long) width * height > StackFile.MOST_VOXELS) {
      throw page.in.problem(StackFile.SLICE_TOO_LARGE);
    }
    samples = TiffColours.samples(page);
    planar = samples > 1 && planar(page);
    type = TiffSamples.type(page);
    if (samples > 1 && !planar && !type.wholeBytes()) {
      throw page.in.problem(TiffMessages.samples(samples, type));
    }
    packing = Packing.of(page, type, samples);
    compression = (int) page.number(TiffTag.COMPRESSION, 1);
    faxOptions = packing == Packing.CCITT ? (int) page.number(TiffTag.FAX_OPTIONS, 0) : 0;
    boolean tables = packing == Packing.JPEG && page.has(TiffTag.JPEG_TABLES);
    jpegTables = tables ? page.entry(TiffTag.JPEG_TABLES).text(MOST_TABLES) : new byte[0];
    predictor = predictor(page);
    reversed = packing != Packing.JPEG && reversed(page); // JPEG has an order of its own
    tiled = page.has(TiffTag.TILE_WIDTH);
    if (tiled) {
      blockWidth = size(page, TiffTag.TILE_WIDTH);
      blockHeight = size(page, TiffTag.TILE_LENGTH);
      if (blockWidth * blockHeight > StackFile.MOST_VOXELS / together()) {
        throw page.refused(TiffTag.TILE_LENGTH, blockHeight);
      }
    } else {
      long rows = page.number(TiffTag.ROWS_PER_STRIP, ALL_ROWS);
      blockWidth = width;
      blockHeight = rows == 0 ? height : Math.min(rows, height); // 0 is what none is for others
    }
  }

  static TiffLayout of(TiffDirectory page) throws IOException {
    return new TiffLayout(page);
  }

  private static int size(TiffDirectory page, TiffTag tag) throws IOException {
    long size = page.number(tag);
    if (size < 1 || size > Integer.MAX_VALUE) {
      throw page.refused(tag, size);
    }
    return (int) size;
  }

  private static boolean planar(TiffDirectory page) throws IOException {
    long planar = page.number(TiffTag.PLANAR_CONFIGURATION, 1);
    if (planar != 1 && planar != 2) {
      throw page.refused(TiffTag.PLANAR_CONFIGURATION, planar);
    }
    return planar == 2;
  }

  private static boolean reversed(TiffDirectory page) throws IOException {
    long order = page.number(TiffTag.FILL_ORDER, 1);
    if (order != 1 && order != 2) {
      throw page.refused(TiffTag.FILL_ORDER, order);
    }
    return order == 2;
  }

  private int predictor(TiffDirectory page) throws IOException {
    long predictor = packing.predicts ? page.number(TiffTag.PREDICTOR, 1) : Predictor.NONE;
    boolean integers = predictor == Predictor.HORIZONTAL && type.wholeBytes();
    boolean floats = predictor == Predictor.FLOATING_POINT && type.floating();
    if (predictor != Predictor.NONE && !integers && !floats) {
      throw page.refused(TiffTag.PREDICTOR, predictor);
    }
    return (int) predictor;
  }

  /** Whether slices of both are of one size and type. */
  boolean like(TiffLayout other) {
    return width == other.width
        && height == other.height
        && type == other.type
        && samples == other.samples;
  }

  /** Whether pixels can be read without unpacking: whole rows of whole bytes. */
  boolean plain() {
    return packing == Packing.NONE && !tiled && !reversed && type.wholeBytes() && together() == 1;
  }

  /** Values of a pixel that lie side by side. */
  int together() {
    return planar ? 1 : samples;
  }

  int pixels() {
    return width * height;
  }

  /** Of a slice in the file, if it were not packed. */
  long sliceBytes() {
    return height * type.bytes(width);
  }

  long blocksAcross() {
    return (width + blockWidth - 1) / blockWidth;
  }

  /** That have one value of each pixel, or all of them where they lie side by side. */
  long planeBlocks() {
    return blocksAcross() * ((height + blockHeight - 1) / blockHeight);
  }

  long blocks() {
    return planar ? planeBlocks() * samples : planeBlocks();
  }

  int firstColumn(int block) {
    return (int) (block % blocksAcross() * blockWidth);
  }

  int firstRow(int block) {
    return (int) (block % planeBlocks() / blocksAcross() * blockHeight);
  }

  /** Columns of the image in a block. */
  int columns(int block) {
    return (int) Math.min(blockWidth, width - firstColumn(block));
  }

  /** Rows of the image in a block. */
  int rows(int block) {
    return (int) Math.min(blockHeight, height - firstRow(block));
  }

  long blockRowBytes() {
    return type.bytes(blockWidth * together());
  }

  /** Of a block that is full. */
  long fullBytes() {
    return blockRowBytes() * blockHeight;
  }

  /** That a block must have: the last strip need not be full. */
  long neededBytes(int block) {
    return tiled ? fullBytes() : blockRowBytes() * rows(block);
  }
}
