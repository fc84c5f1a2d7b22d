// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.util.List;

/** Turns the voxels of a chunk into the bytes that are stored, and back. */
final class ChunkPacking {
  private final ArrayLayout layout;
  private final List<Codec> codecs;
  private final long[] sizes;

  ChunkPacking(ArrayLayout layout) {
    this.layout = layout;
    codecs = layout.codecs();
    sizes = ArrayLayout.sizes(codecs, layout.chunkBytes());
  }

  byte[] decode(byte[] packed) throws CodecException {
    byte[] data = packed;
    for (int i = codecs.size() - 1; i >= 0; i--) {
      data = codecs.get(i).decode(data, (int) sizes[i]);
    }
    if (data.length != layout.chunkBytes()) {
      throw new CodecException("has " + data.length + " bytes, not " + layout.chunkBytes());
    }
    int bytes = layout.type().bytes;
    if (layout.bigEndian()) {
      ByteOrders.swap(data, bytes);
    }
    return layout.order() == null
        ? data
        : ByteOrders.inOrder(data, layout.chunk(), layout.order(), bytes);
  }

  /** What is written is little-endian and in order. */
  byte[] encode(byte[] plain) {
    byte[] data = plain;
    for (Codec codec : codecs) {
      data = codec.encode(data);
    }
    return data;
  }

  /** A chunk of fill values. */
  byte[] filled() {
    byte[] data = new byte[layout.chunkBytes()];
    byte[] fill = layout.fill();
    boolean zero = true;
    for (byte one : fill) {
      zero &= one == 0;
    }
    for (int i = 0; !zero && i < data.length; i++) {
      data[i] = fill[i % fill.length];
    }
    return data;
  }
}
