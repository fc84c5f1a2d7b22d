// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.bitvox.BinaryVolume;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyImage;
import org.bitvox.ProgressListener;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Values;

/** An image in a file, read slice by slice, from several threads if need be. */
public abstract class StackFile {
  /** Said of colour images. */
  public static final String RGB =
      "RGB images are not supported; convert to 8-bit, or to channels (Image>Color>Make Composite).";

  /** As many as a Java array can have, nearly. */
  static final long MOST_VOXELS = Integer.MAX_VALUE - 8;

  static final String SLICE_TOO_LARGE = "a slice may have at most " + MOST_VOXELS + " voxels";

  private final Path path;
  private final String called;
  private final Rounding rounding = new Rounding();
  private volatile Queue<FileBytes> idle; // null where the file is opened for every slice

  /** Called is what the user calls the file. */
  StackFile(Path path, String called) {
    this.path = path;
    this.called = called;
  }

  /**
   * Opens the files that the keys name, of those that have a value; width, height, depth and type
   * hold for all that end in .raw.
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
        ReadOptions options = ReadOptions.of(values, key);
        files.put(key, open(name, values, options));
      }
    }
    return files;
  }

  /** With stack several files may be slices; a single file is what it is. */
  private static StackFile open(String name, Values values, ReadOptions options)
      throws IOException {
    if (isStack(values) && !Names.isFile(name)) {
      return SliceFiles.open(name, options);
    }
    if (Names.isFolder(name) && !Keys.isImageFolder(name)) {
      throw new IOException(Messages.folderOfSlices(name));
    }
    return isRaw(name)
        ? options.partOfOnly(RawFiles.open(name, values), name)
        : ImageFormats.open(name, options);
  }

  /** Whether the files of a folder or a pattern are slices of one volume. */
  public static boolean isStack(Values values) {
    return values.declares(Keys.STACK) && values.flag(Keys.STACK);
  }

  /** Opens a file that is one volume, in a format that says its shape. */
  public static StackFile open(String name) throws IOException {
    return ImageFormats.open(name, ReadOptions.NONE);
  }

  /** The same of one with all its channels and frames. */
  public static StackFile openAll(String name) throws IOException {
    return ImageFormats.open(name, ReadOptions.hyperstacks());
  }

  private static boolean isRaw(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(".raw");
  }

  /** Where it is. */
  public final Path path() {
    return path;
  }

  /** All files that it is read from. */
  public List<Path> paths() {
    return Collections.singletonList(path);
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

  /** What the values in the file are. */
  public abstract SampleType sampleType();

  /** Of the pixels that readSlice returns: 8, 16 or 32; ImageJ widens 1 bit and narrows 64. */
  public final int bitDepth() {
    return sampleType().bitDepth;
  }

  /** As ImageJ sets it. */
  public abstract Calibration calibration();

  /** Whether the file says the distance of its slices, where it says the size of a pixel. */
  public boolean isDepthKnown() {
    return true;
  }

  /** Those of x, y and z of which it says nothing, or what cannot be: voxels are 1 along them. */
  public String axesWithoutSize() {
    return isDepthKnown() ? "" : "z";
  }

  /** Whether values stand for others than those that the file has. */
  public final boolean isCalibrated() {
    Calibration calibration = calibration();
    double[] line = calibration.getCoefficients();
    boolean sign =
        calibration.getFunction() == Calibration.STRAIGHT_LINE
            && line != null
            && line[0] == sampleType().offset
            && line[1] == 1;
    return calibration.calibrated() && !sign;
  }

  /** Whether ImageJ shows 0 as white. */
  public boolean invertedLut() {
    return false;
  }

  /** How ImageJ shows channels and frames; null where there is one, or nothing is known. */
  public Looks looks() {
    return null;
  }

  /** Whether it is computed in blocks, so that it need not fit the memory. */
  public boolean isInBlocks() {
    return false;
  }

  /**
   * All of it as bits, if it is faster read in another order than slice by slice.
   *
   * @return null if it is not
   */
  public final BitVolume load(Foreground foreground, ProgressListener listener) throws IOException {
    return load(0, 0, foreground, listener);
  }

  BitVolume load(int channel, int frame, Foreground foreground, ProgressListener listener)
      throws IOException {
    return null;
  }

  /** Such an image as operations take it. */
  public final BinaryVolume inBlocks(Foreground foreground) {
    return inBlocks(0, 0, foreground);
  }

  BinaryVolume inBlocks(int channel, int frame, Foreground foreground) {
    throw new UnsupportedOperationException();
  }

  /**
   * The same with its values.
   *
   * @param bits of a pixel: 8, 16 or 32
   * @param values makes them of raw pixels, and asks whether to stop
   */
  public final GreyImage inBlocks(int bits, BiFunction<Object, BooleanSupplier, Object> values) {
    return inBlocks(0, 0, bits, values);
  }

  GreyImage inBlocks(
      int channel, int frame, int bits, BiFunction<Object, BooleanSupplier, Object> values) {
    throw new UnsupportedOperationException();
  }

  /** Whether its channels are the colours red, green and blue. */
  public boolean isRgb() {
    return false;
  }

  /**
   * Checks that all slices of all channels and frames are there.
   *
   * @throws IOException if they are not
   */
  void checkWhole() throws IOException {
    if (depth() != (long) slices() * channels() * frames()) {
      throw new IOException(called + ": " + Hyperstacks.uneven(channels(), 0, frames(), depth()));
    }
  }

  /** Where it lies in the space of a scanner; null where the file does not say it. */
  public Placement placement() {
    return null;
  }

  /** Sentences about what the file says and nobody follows, or what it does not say. */
  public List<String> notes() {
    return Collections.emptyList();
  }

  /** A sentence about values that were read and are not those of the file; empty for none. */
  public final String roundingNote() {
    return rounding.note(called, sampleType());
  }

  /** A sentence about what was read so far; empty for none. */
  public String lateNote() {
    return "";
  }

  /** The volume of a channel and a frame, both from 0. */
  public final StackFile part(int channel, int frame) {
    return channels() * frames() == 1 ? this : new PartOfStack(this, channel, frame);
  }

  /** So many slices, from one of them on, of a file of one volume. */
  public final StackFile someSlices(int first, int count) {
    return PartOfStack.slices(this, first, count);
  }

  /** What the user calls it. */
  final String called() {
    return called;
  }

  /** Bytes of Java heap that reading a slice takes. */
  abstract long heap();

  /** Gives the values of slice z, from 0, to the target, which has the type of this file. */
  abstract void read(int z, SliceTarget target, BooleanSupplier stopped) throws IOException;

  /** Opens the file, whose reading ends where stopped says so. */
  final FileBytes bytes(BooleanSupplier stopped) throws IOException {
    return FileBytes.open(path, called, stopped, idle);
  }

  /** From now on the file stays open between slices, until it is closed. */
  public final void keepOpen() {
    idle = new ConcurrentLinkedQueue<>();
  }

  /** It can still be read, but is opened for every slice again. */
  public final void close() {
    Queue<FileBytes> kept = idle;
    idle = null;
    if (kept != null) {
      FileBytes.closeAll(kept);
    }
  }

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
    return readSlice(z, Runtime.getRuntime().availableProcessors(), stopped);
  }

  /** The same with so many threads at most. */
  final Object readSlice(int z, int threads, BooleanSupplier stopped) throws IOException {
    try {
      SliceTarget target = SliceTarget.pixels(sampleType(), width() * height(), threads);
      read(z, target, stopped);
      if (target.rounded() > 0 && sampleType().isLong()) {
        throw new IOException(Messages.notHeld(called, sampleType(), target.rounded(), z));
      }
      rounding.add(z, target.rounded());
      return target.array;
    } catch (OutOfMemoryError e) {
      throw new IOException(Messages.heap(called, heap()), e);
    }
  }

  /**
   * Reads the pixels of an RGB image of 8 bits: 0xRRGGBB.
   *
   * @param z of the slices of all frames, from 0
   */
  public int[] readColours(int z) throws IOException {
    int[] colours = new int[Math.multiplyExact(width(), height())];
    for (int channel = 0; channel < channels(); channel++) {
      byte[] values = (byte[]) readSlice(z * channels() + channel);
      for (int i = 0; i < colours.length; i++) {
        colours[i] = colours[i] << Byte.SIZE | values[i] & 0xff;
      }
    }
    return colours;
  }

  /**
   * Reads slice z, from 0, with the values that the file has: an array of numbers of its type,
   * whose sign is for the reader to know.
   */
  public final Object readValues(int z) throws IOException {
    try {
      int threads = Runtime.getRuntime().availableProcessors();
      SliceTarget target = SliceTarget.values(sampleType(), width() * height(), threads);
      read(z, target, () -> false);
      return target.array;
    } catch (OutOfMemoryError e) {
      throw new IOException(Messages.heap(called, heap()), e);
    }
  }
}
