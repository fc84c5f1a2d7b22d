// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bitvox.Box;
import org.bitvox.SliceReceiver;
import org.bitvox.files.Names;
import org.bitvox.zarr.BlockReader;
import org.bitvox.zarr.OmeForm;
import org.bitvox.zarr.OmeLevels;
import org.bitvox.zarr.RegionWriter;
import org.bitvox.zarr.Store;
import org.bitvox.zarr.ValuesSeen;
import org.bitvox.zarr.WriteOptions;

/**
 * The image that blocks write.
 *
 * @param name what the user calls it
 * @param inImage whether it lies under labels/ of another image
 */
public record BlockOutput(String name, OmeForm form, WriteOptions options, boolean inImage)
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** Voxels along z, y and x that are written at once. */
  int[] unit() {
    return OmeLevels.files(form, options);
  }

  int voxelBytes() {
    return form.type().bytes();
  }

  /** Whether it is in another file system than this computer's. */
  boolean isRemote() {
    return Names.isRemote(name);
  }

  /** Where it will be, if that is a folder. */
  Path place() {
    return Path.of(name).toAbsolutePath();
  }

  /** What decides its files, in lines. */
  List<String> about() {
    return List.of("output of " + form.type() + " " + options);
  }

  /** Bytes of heap that writing a block takes. */
  double heap(Box core) {
    return OmeLevels.heap(
        form, options, new int[] {(int) core.depth(), (int) core.height(), (int) core.width()});
  }

  /** What takes the slices of a core, from 0, and writes them. */
  Core core(Store store, Box box, BooleanSupplier stopped) throws IOException {
    return new Core(new OmeLevels(store, form, options), box, stopped);
  }

  /** Reads what was written, which is a mask. */
  BlockReader reader(Store store) throws IOException {
    return new OmeLevels(store, form, options).mask();
  }

  /** All blocks are written: makes the pyramid, so that only the metadata remain. */
  OmeLevels.Metadata finish(Store store, int seen, BooleanSupplier stopped) throws IOException {
    ValuesSeen values = new ValuesSeen(form.type());
    values.add(seen);
    return new OmeLevels(store, form, options).finish(values, inImage, stopped);
  }

  /** Of nothing yet. */
  int nothingSeen() {
    return new ValuesSeen(form.type()).flags();
  }

  /** The slices of a core. */
  final class Core implements SliceReceiver {
    private final RegionWriter writer;
    private final ValuesSeen seen = new ValuesSeen(form.type());

    private Core(OmeLevels levels, Box box, BooleanSupplier stopped) {
      org.bitvox.zarr.Box region =
          new org.bitvox.zarr.Box(
              new int[] {(int) box.z(), (int) box.y(), (int) box.x()},
              new int[] {(int) box.depth(), (int) box.height(), (int) box.width()});
      writer = new RegionWriter(levels.first(), 0, 0, region, seen, stopped);
    }

    @Override
    public void accept(int slice, Object pixels) {
      try {
        writer.slice(slice, bytes(pixels));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** All slices have come. */
    int seen() throws IOException {
      if (!writer.isComplete()) {
        throw new IOException(name + ": not all slices of a block have come");
      }
      return seen.flags();
    }
  }

  /** Little-endian. */
  private static byte[] bytes(Object pixels) {
    if (pixels instanceof byte[] bytes) {
      return bytes.clone(); // the caller may go on with them
    }
    if (pixels instanceof short[] shorts) {
      ByteBuffer bytes = of(2L * shorts.length);
      bytes.asShortBuffer().put(shorts);
      return bytes.array();
    }
    if (pixels instanceof int[] ints) {
      ByteBuffer bytes = of(4L * ints.length);
      bytes.asIntBuffer().put(ints);
      return bytes.array();
    }
    float[] floats = (float[]) pixels;
    ByteBuffer bytes = of(4L * floats.length);
    bytes.asFloatBuffer().put(floats);
    return bytes.array();
  }

  private static ByteBuffer of(long bytes) {
    return ByteBuffer.allocate(Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
  }
}
