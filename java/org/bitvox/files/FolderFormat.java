// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.bitvox.BinaryVolume;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyImage;
import org.bitvox.ProgressListener;

/**
 * A format of images that are folders, as OME-Zarr is. What reads and writes it is in another jar,
 * which Java's ServiceLoader finds: this one has no libraries of others.
 */
public interface FolderFormat {
  /** An image to read. */
  interface Source {
    /** Voxels along x. */
    int width();

    /** Voxels along y. */
    int height();

    /** Voxels along z. */
    int slices();

    /** Values a voxel. */
    int channels();

    /** Points in time. */
    int frames();

    /** What the values are. */
    SampleType type();

    /** The size of a voxel. */
    Calibration calibration();

    /** Those of x, y and z along which the size of a voxel is not known. */
    String axesWithoutSize();

    /** Where it lies; null where that is not known. */
    Placement placement();

    /** A sentence about what was read so far; empty for none. */
    String lateNote();

    /** Bytes of Java heap that reading takes. */
    long heap();

    /** Whether it is computed in blocks, so that it need not fit the memory. */
    default boolean isInBlocks() {
      return false;
    }

    /** Such an image as operations take it: a channel and a frame, both from 0. */
    default BinaryVolume inBlocks(int channel, int frame, Foreground foreground) {
      throw new UnsupportedOperationException();
    }

    /**
     * The same with its values.
     *
     * @param bits of a pixel: 8, 16 or 32
     * @param values makes them of raw pixels, and asks whether to stop
     */
    default GreyImage inBlocks(
        int channel, int frame, int bits, BiFunction<Object, BooleanSupplier, Object> values) {
      throw new UnsupportedOperationException();
    }

    /**
     * A channel and a frame, both from 0, as bits, read in the order of the files.
     *
     * @return null if it is read slice by slice
     */
    default BitVolume load(int channel, int frame, Foreground foreground, ProgressListener listener)
        throws IOException {
      return null;
    }

    /** The values of a slice, which must not be changed; several threads may read. */
    ByteBuffer read(int channel, int frame, int z, BooleanSupplier stopped) throws IOException;
  }

  /** An image to write. */
  interface Sink {
    /** Takes the values of a slice, little-endian, which nobody changes from then on. */
    void write(int channel, int frame, int z, byte[] values) throws IOException;

    /** All slices have come. */
    void finish() throws IOException;
  }

  /**
   * Whether an image has that name, which is of another file system than this computer's.
   *
   * @throws IOException with a sentence about the name if nothing here knows that file system
   */
  boolean isThere(String name) throws IOException;

  /**
   * Opens an image.
   *
   * @param folder where it is, unless the name is of another file system
   * @param name what the user calls it
   */
  Source open(Path folder, String name) throws IOException;

  /**
   * Begins an image in an empty folder.
   *
   * @param folder where it is filled, unless the name is of another file system
   * @param name what the user calls it
   * @param listener may stop the writing, by a CancellationException
   */
  Sink create(Path folder, String name, StackFormat format, ProgressListener listener)
      throws IOException;

  /** The image at a place is complete: for what lists it. */
  void placed(Path place, String name) throws IOException;

  /**
   * The format.
   *
   * @throws IOException with a sentence about the file if this program does not have it
   */
  static FolderFormat required(String name) throws IOException {
    for (FolderFormat format :
        ServiceLoader.load(FolderFormat.class, FolderFormat.class.getClassLoader())) {
      return format;
    }
    throw new IOException(Messages.onlyOfCommandLine(name));
  }
}
