// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bitvox.Block;
import org.bitvox.Box;
import org.bitvox.zarr.BlockReader;
import org.bitvox.zarr.BoxReader;
import org.bitvox.zarr.GreyReader;

/**
 * What blocks are read from: images of the same size, whatever their chunks.
 *
 * @param image the input
 * @param second a mask or another binary image; null for none
 * @param grey another grey image; null for none
 */
record BlockInputs(BoxReader image, BlockReader second, GreyReader grey) {
  /** Without another grey image. */
  BlockInputs(BoxReader image, BlockReader second) {
    this(image, second, null);
  }

  private List<BoxReader> all() {
    return Stream.of(image, second, grey).filter(reader -> reader != null).toList();
  }

  /** The same with another image for the input. */
  BlockInputs with(BoxReader other) {
    return new BlockInputs(other, second, grey);
  }

  /** Bytes of heap that reading a block takes; it reads them one after the other. */
  double heap(Block block) {
    Box read = block.read();
    long[] sides = {read.depth(), read.height(), read.width()};
    return all().stream().mapToDouble(reader -> reader.heap(sides)).max().orElse(0);
  }

  /** Bytes outside the heap of what a block reads. */
  double memory(Block block) {
    double voxels = block.read().voxels();
    return all().stream().mapToDouble(reader -> reader.memory(voxels)).sum();
  }

  /** How many chunks of each that begin in a box were read here and are missing. */
  long[] missing(org.bitvox.zarr.Box box) {
    return all().stream().mapToLong(reader -> reader.missing(box)).toArray();
  }

  /** So many of each are missing, as those know who read them. */
  void foundMissing(long[] counts) {
    for (int i = 0; i < counts.length; i++) {
      all().get(i).foundMissing(counts[i]);
    }
  }

  /** Bytes of all chunks that are decoded. */
  double decoded(BlockGrid grid, Around around) {
    double bytes = 0;
    for (BoxReader reader : all()) {
      bytes += grid.decoded(around, reader.chunk()) * reader.voxelBytes();
    }
    return bytes;
  }

  /** What decides what is read, in a line for each. */
  List<String> about() throws IOException {
    List<String> lines = new ArrayList<>();
    for (BoxReader reader : all()) {
      lines.add((reader == image ? "an input of " : "another image of ") + reader.metadata());
    }
    return lines;
  }
}
