// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Values;

/** An image in a file, read slice by slice, from several threads if need be. */
public abstract class StackFile {
  /** Said of colour images. */
  public static final String RGB = "RGB images are not supported; convert to 8-bit first.";

  /** As many as a Java array can have, nearly. */
  static final long MOST_VOXELS = Integer.MAX_VALUE - 8;

  static final String SLICE_TOO_LARGE = "a slice may have at most " + MOST_VOXELS + " voxels";

  private final Path path;
  private final String called;

  /** Called is what the user calls the file. */
  StackFile(Path path, String called) {
    this.path = path;
    this.called = called;
  }

  /**
   * Opens the .tif, .tiff or .raw files that the keys name, of those that have a value; width,
   * height, depth and type hold for all raw ones.
   *
   * @throws IOException with a sentence about the file that is not as it should be
   */
  public static Map<String, StackFile> open(Values values, List<String> keys) throws IOException {
    Map<String, StackFile> files = new LinkedHashMap<>();
    if (!keys.isEmpty() && keys.stream().noneMatch(key -> isRaw(values.text(key)))) {
      RawFiles.refuseKeys(values);
    }
    for (String key : keys) {
      if (values.has(key)) {
        String name = values.text(key);
        boolean series = values.declares(Keys.SERIES);
        files.put(key, isRaw(name) ? RawFiles.open(name, values) : TiffFiles.open(name, series));
      }
    }
    return files;
  }

  /** Opens a .tif or .tiff file. */
  public static StackFile openTiff(String name) throws IOException {
    return TiffFiles.open(name, false);
  }

  private static boolean isRaw(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(".raw");
  }

  /** Where it is. */
  public final Path path() {
    return path;
  }

  /** Its name without the folder. */
  public final String name() {
    return path.getFileName().toString();
  }

  /** Voxels along x. */
  public abstract int width();

  /** Voxels along y. */
  public abstract int height();

  /** Slices of all channels and frames. */
  public abstract int depth();

  /** Values a voxel, as far as the file says it. */
  public int channels() {
    return 1;
  }

  /** Points in time, as far as the file says it. */
  public int frames() {
    return 1;
  }

  /** Slices of a channel and a frame. */
  public final int slices() {
    return (int) Math.max(1, depth() / ((long) channels() * frames()));
  }

  /** Of the pixels that readSlice returns: 8, 16 or 32; ImageJ widens 1 bit and narrows 64. */
  public abstract int bitDepth();

  /** As ImageJ sets it. */
  public abstract Calibration calibration();

  /** Whether ImageJ shows 0 as white. */
  public boolean invertedLut() {
    return false;
  }

  /** How ImageJ shows channels and frames; null where there is one, or nothing is known. */
  public Looks looks() {
    return null;
  }

  /** A sentence about what the file says and nobody follows, or empty. */
  public String note() {
    return "";
  }

  /** The volume of a channel and a frame, both from 0. */
  public final StackFile part(int channel, int frame) {
    return channels() * frames() == 1 ? this : new PartOfStack(this, channel, frame);
  }

  /** What the user calls it. */
  final String called() {
    return called;
  }

  /** Bytes of Java heap that reading a slice takes. */
  abstract long heap();

  abstract Object read(FileBytes in, int z) throws IOException;

  /**
   * Reads slice z, from 0: byte[], short[] or float[].
   *
   * @throws IOException with a sentence about what is damaged, or how much memory is missing
   */
  public final Object readSlice(int z) throws IOException {
    return readSlice(z, () -> false);
  }

  /**
   * The same, for slices so large that who wants to stop does not wait for them.
   *
   * @param stopped when true, ends it with a {@link java.util.concurrent.CancellationException}
   */
  final Object readSlice(int z, BooleanSupplier stopped) throws IOException {
    try (FileBytes in = FileBytes.open(path, called, stopped)) {
      return read(in, z);
    } catch (OutOfMemoryError e) {
      throw new IOException(Messages.heap(called, heap()), e);
    }
  }
}
