// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.bitvox.Foreground;
import org.bitvox.files.SampleType;

/** The arrays of a new image: the largest, which others fill, and the pyramid made of it. */
public final class OmeLevels {
  private final Store store;
  private final OmeForm form;
  private final WriteOptions options;
  private final OmeAxes axes;
  private final List<VolumeView> levels = new ArrayList<>();

  /** Begins the largest. */
  public OmeLevels(Store store, OmeForm form, WriteOptions options) throws IOException {
    this.store = store;
    this.form = form;
    this.options = options;
    List<String> names = new ArrayList<>();
    if (form.times() > 1) {
      names.add("t");
    }
    if (form.channels() > 1) {
      names.add("c");
    }
    names.addAll(List.of("z", "y", "x"));
    List<String> units = new ArrayList<>();
    names.forEach(name -> units.add(null));
    axes = new OmeAxes(names, units);
    levels.add(level(form.size()));
  }

  /** The largest. */
  public VolumeView first() {
    return levels.get(0);
  }

  /** Reads the largest, which is a mask. */
  public BlockReader mask() {
    return new BlockReader(first(), SampleType.BYTE, 0, 0, Foreground.binary());
  }

  /** Voxels of a file of the largest along z, y and x. */
  public static int[] files(OmeForm form, WriteOptions options) {
    int[] files = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      int size = form.size()[axis];
      files[axis] = file(size, chunk(size, options), options);
    }
    return files;
  }

  /** Bytes of heap that writing a part of these sides takes. */
  public static double heap(OmeForm form, WriteOptions options, int[] sides) {
    double layer = Math.min(files(form, options)[0], sides[0]);
    return layer * sides[1] * sides[2] * form.type().bytes;
  }

  private static int chunk(int size, WriteOptions options) {
    return Math.min(options.chunk(), size);
  }

  private static int file(int size, int chunk, WriteOptions options) {
    int chunks = (size + chunk - 1) / chunk;
    int most = options.shard() / options.chunk();
    return options.shard() == 0 ? chunk : chunk * Math.min(most, chunks);
  }

  private VolumeView level(int[] size) throws IOException {
    int count = axes.count();
    long[] shape = new long[count];
    int[] chunk = new int[count];
    int[] file = new int[count];
    for (int i = 0; i < count; i++) {
      int space = i - (count - 3);
      shape[i] = space >= 0 ? size[space] : i == axes.of('c') ? form.channels() : form.times();
      chunk[i] = space >= 0 ? chunk(size[space], options) : 1;
      file[i] = space >= 0 ? file(size[space], chunk[i], options) : 1;
    }
    IndexLayout index =
        options.shard() == 0 ? null : new IndexLayout(false, false, List.of(new Crc32cCodec()));
    ChunkKeys keys = options.format() == 2 ? ChunkKeys.of2("/") : ChunkKeys.of3("/");
    Store place = store.below(Integer.toString(levels.size()));
    ArrayLayout layout =
        new ArrayLayout(
                options.format(),
                shape,
                chunk,
                file,
                form.type(),
                false,
                new byte[form.type().bytes],
                null,
                options.codecs(form.type()),
                index,
                keys,
                axes.names())
            .checked(place.name());
    return new VolumeView(ZarrArray.create(place, layout), axes);
  }

  /** The metadata with which an image can be opened, of which all else is there. */
  public interface Metadata {
    void write() throws IOException;
  }

  /**
   * The largest is complete: makes the pyramid.
   *
   * @param seen what its values are
   * @param inImage whether it lies under labels/ of another image
   * @return what remains to be written
   */
  public Metadata finish(ValuesSeen seen, boolean inImage, BooleanSupplier stopped)
      throws IOException {
    Reduction reduction = reduction(seen);
    for (VolumeView last = first(); isLarge(last.size()); last = levels.get(levels.size() - 1)) {
      int[] half = Pyramid.half(last.size());
      int[] factor = new int[3];
      for (int axis = 0; axis < 3; axis++) {
        factor[axis] = last.size()[axis] > 1 ? 2 : 1;
      }
      VolumeView next = level(half);
      new Pyramid(last, next, factor, reduction).make(stopped);
      levels.add(next);
    }
    return () ->
        new OmeMetadata(store, options).write(form, axes, levels.size(), reduction, inImage);
  }

  /** The last level is one chunk. */
  private boolean isLarge(int[] size) {
    return Math.max(size[0], Math.max(size[1], size[2])) > options.chunk();
  }

  private Reduction reduction(ValuesSeen seen) {
    if (!options.downsample().equals("auto")) {
      return Reduction.valueOf(options.downsample().toUpperCase(Locale.ROOT));
    }
    return form.labels() ? Reduction.MODE : seen.isMask() ? Reduction.MAJORITY : Reduction.MEAN;
  }
}
