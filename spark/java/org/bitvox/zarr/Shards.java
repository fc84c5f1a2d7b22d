// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Files of several chunks, with an index of where each lies. */
final class Shards {
  private static final int KEPT = 32;

  /** Of a chunk that is missing, as place and as length. */
  private static final long NONE = -1;

  private final Store store;
  private final ArrayLayout layout;
  private final IndexLayout index;
  private final int[] inFile;
  private final int chunks;

  private final Map<String, long[]> indices =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, long[]> eldest) {
          return size() > KEPT;
        }
      };

  Shards(Store store, ArrayLayout layout) {
    this.store = store;
    this.layout = layout;
    index = layout.index();
    inFile = layout.inFile();
    chunks = (int) Grid.count(inFile);
  }

  /** A packed chunk; null if it is missing. */
  byte[] read(long... place) throws IOException {
    long[] shard = new long[place.length];
    int[] within = new int[place.length];
    for (int axis = 0; axis < place.length; axis++) {
      shard[axis] = place[axis] / inFile[axis];
      within[axis] = (int) (place[axis] % inFile[axis]);
    }
    String key = layout.keys().key(shard);
    long[] entries = entries(key);
    int number = Grid.number(within, inFile);
    if (entries.length == 0 || entries[2 * number] == NONE && entries[2 * number + 1] == NONE) {
      return null;
    }
    long from = entries[2 * number];
    long length = entries[2 * number + 1];
    if (from < 0 || length < 0 || length > layout.mostPacked()) {
      throw new ZarrException(
          store.named("shard " + key), "its index is damaged at chunk " + number);
    }
    byte[] packed = store.read(key, from, (int) length);
    if (packed == null) {
      throw new ZarrException(store.named("shard " + key), "is gone");
    }
    return packed;
  }

  /** Places and lengths; empty if the file is missing. */
  private long[] entries(String key) throws IOException {
    synchronized (indices) {
      long[] known = indices.get(key);
      if (known != null) {
        return known;
      }
    }
    int bytes = index.bytes(chunks);
    byte[] stored = store.read(key, index.atStart() ? 0 : -bytes, bytes);
    long[] entries = stored == null ? new long[0] : decoded(stored, key);
    synchronized (indices) {
      indices.put(key, entries);
    }
    return entries;
  }

  private long[] decoded(byte[] stored, String key) throws ZarrException {
    List<Codec> codecs = index.codecs();
    long[] sizes = ArrayLayout.sizes(codecs, (long) chunks * IndexLayout.ENTRY);
    byte[] data = stored;
    try {
      for (int i = codecs.size() - 1; i >= 0; i--) {
        data = codecs.get(i).decode(data, (int) sizes[i]);
      }
    } catch (CodecException e) {
      throw new ZarrException(store.named("index of shard " + key), e.getMessage());
    }
    long[] entries = new long[2 * chunks];
    ByteBuffer.wrap(data)
        .order(index.bigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(entries);
    return entries;
  }

  /** The parts of a file of all these packed chunks. */
  List<byte[]> pack(IntFunction<byte[]> packed) {
    List<byte[]> parts =
        new ArrayList<>(IntStream.range(0, chunks).parallel().mapToObj(packed).toList());
    ByteBuffer entries =
        ByteBuffer.allocate(chunks * IndexLayout.ENTRY).order(ByteOrder.LITTLE_ENDIAN);
    long place = index.atStart() ? index.bytes(chunks) : 0;
    for (byte[] part : parts) {
      entries.putLong(place).putLong(part.length);
      place += part.length;
    }
    byte[] stored = entries.array();
    for (Codec codec : index.codecs()) {
      stored = codec.encode(stored);
    }
    parts.add(index.atStart() ? 0 : parts.size(), stored);
    return parts;
  }
}
