// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/** An array of Zarr 2 or 3. */
final class ZarrArray implements ChunkedImage {
  private final Store store;
  private final ArrayLayout layout;
  private final ChunkPacking packing;
  private final Shards shards;
  private final Set<String> missing = ConcurrentHashMap.newKeySet();
  private volatile long missingElsewhere;

  private ZarrArray(Store store, ArrayLayout layout) {
    this.store = store;
    this.layout = layout;
    packing = new ChunkPacking(layout);
    shards = layout.index() == null ? null : new Shards(store, layout);
  }

  /** Opens one; null if there is none. */
  static ZarrArray open(Store store) throws IOException {
    ArrayLayout layout = ArrayMetadata.read(store);
    return layout == null ? null : new ZarrArray(store, layout);
  }

  /** Begins one, whose metadata are written. */
  static ZarrArray create(Store store, ArrayLayout layout) throws IOException {
    if (layout.format() == 2) {
      Json.write(store, ".zarray", Metadata2.json(layout));
    } else {
      Json.write(store, "zarr.json", Metadata3.json(layout));
    }
    return new ZarrArray(store, layout);
  }

  ArrayLayout layout() {
    return layout;
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public String metadata() throws IOException {
    return String.valueOf(Json.read(store, layout.format() == 2 ? ".zarray" : "zarr.json"));
  }

  @Override
  public long[] shape() {
    return layout.shape().clone();
  }

  @Override
  public int[] chunk() {
    return layout.chunk().clone();
  }

  @Override
  public int[] file() {
    return layout.file().clone();
  }

  @Override
  public VoxelType type() {
    return layout.type();
  }

  @Override
  public int chunkBytes() {
    return layout.chunkBytes();
  }

  @Override
  public byte[] read(long... place) throws IOException {
    String key = layout.keys().key(place);
    byte[] packed = shards == null ? whole(key) : shards.read(place);
    if (packed == null) {
      missing.add(key);
      return packing.filled();
    }
    try {
      return packing.decode(packed);
    } catch (CodecException e) {
      throw new ZarrException(store.named("chunk " + key), e.getMessage());
    }
  }

  private byte[] whole(String key) throws IOException {
    return store.read(key, layout.mostPacked());
  }

  @Override
  public long missing() {
    return Math.max(missing.size(), missingElsewhere);
  }

  @Override
  public boolean isMissing(long... place) {
    return !missing.isEmpty() && missing.contains(layout.keys().key(place));
  }

  @Override
  public void foundMissing(long count) {
    missingElsewhere = count;
  }

  @Override
  public void write(IntFunction<byte[]> chunks, long... place) throws IOException {
    List<byte[]> parts =
        shards == null
            ? List.of(packing.encode(chunks.apply(0)))
            : shards.pack(number -> packing.encode(chunks.apply(number)));
    store.write(layout.keys().key(place), parts);
  }
}
