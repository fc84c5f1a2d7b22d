// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.gui.Roi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bitvox.BinaryVolume;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyImage;
import org.bitvox.GreyVolume;
import org.bitvox.ProgressListener;
import org.bitvox.files.Hyperstacks;
import org.bitvox.files.PixelType;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Values;

/**
 * An image that an operation reads: an open one of ImageJ, or a file. What is loaded from it stays
 * until the call ends.
 */
public abstract class InputImage extends PlacedImage {
  /** What the operation takes it for. */
  enum Use {
    GREY,
    THRESHOLDED,
    BINARY,
    MASK
  }

  final ProgressListener progress;

  /** What closes each. */
  private final Map<Object, Runnable> loaded = new IdentityHashMap<>();

  private Use use = Use.GREY;

  /** How much of it is fluid, by what is taken for fluid: several lines of a dialog ask for it. */
  private final Map<String, FluidShare> shares = new ConcurrentHashMap<>();

  InputImage(Values values, ProgressListener progress) {
    super(values);
    this.progress = progress;
  }

  /** Says what became of its values while they were read; or empty. */
  String roundingNote() {
    return "";
  }

  /** Says what only reading all of it showed; or empty. */
  String lateNote() {
    return "";
  }

  /** What is not known of the size of a voxel, so that numbers may be wrong; or empty. */
  String scaleNote() {
    return "";
  }

  /**
   * What reading it takes outside the Java heap at least.
   *
   * @param bits whether it may be read as a binary image
   */
  double loadedBytes(boolean bits) {
    return 0; // it is there already
  }

  /** Whether operations on it are computed in blocks, so that it need not fit the memory. */
  public boolean isInBlocks() {
    return false;
  }

  /** "movie: frame 4 (img4.png)" of a slice, from 0, of those of all channels and frames. */
  final String numbered(int z) {
    String label = label(z);
    return name()
        + (Keys.takesMovies(values) ? ": frame " : ": slice ")
        + (z + 1)
        + (label == null ? "" : " (" + label + ")");
  }

  /** A slice, from 0: byte[], short[] (both unsigned) or float[], of raw values. */
  public abstract Object slice(int z) throws IOException;

  /** The same of a channel and a frame, from 0. */
  public Object slice(int channel, int frame, int z) throws IOException {
    return slice(z);
  }

  /** Whether a slice is read from a file each time that it is asked for. */
  boolean isVirtual() {
    return true;
  }

  /** Whether its pixels have colours of 8 bits each. */
  public abstract boolean isRgb();

  /**
   * The colours of a slice of a frame, both from 0: 0xRRGGBB, with anything above.
   *
   * @throws IllegalArgumentException if it has no colours
   */
  public abstract int[] colours(int frame, int z) throws IOException;

  final IllegalArgumentException withoutColours() {
    return new IllegalArgumentException(
        name() + " is no RGB image; choose one, or convert it (Image>Type>RGB Color)");
  }

  /** What its values are, as {@link #stored} has them. */
  public PixelType storedType() {
    return PixelType.ofBits(bitDepth());
  }

  /** Whether its calibration says what stored values stand for. */
  public boolean isCalibrated() {
    return calibration().calibrated();
  }

  /** The values of a slice, of those of all channels and frames, in arrays of the stored type. */
  public Object stored(int slice) throws IOException {
    int channel = slice % channels();
    int z = slice / channels() % depth();
    return slice(channel, slice / channels() / depth(), z);
  }

  /** Where it comes from, as far as that is known: files that must not be overwritten. */
  public abstract List<Path> files();

  /** Whether the other one is the same image, whichever channels are read. */
  public boolean isSameImage(InputImage other) throws IOException {
    List<Path> own = files();
    List<Path> others = other.files();
    return !own.isEmpty()
        && own.size() == others.size()
        && Files.isSameFile(own.get(0), others.get(0));
  }

  /** Whether it is open in ImageJ, and not a file. */
  public boolean isOpen() {
    return false;
  }

  /** What is selected in it; null for nothing, and for a file. */
  public Roi selection() {
    return null;
  }

  /** The slice that its window shows, from 1; 0 for a file. */
  public int shownSlice() {
    return 0;
  }

  /** ROIs whose positions are slices of the volume, as the image of ImageJ needs them. */
  public List<Roi> placed(List<Roi> rois) {
    return rois;
  }

  /** Changes what ImageJ shows over it; of a file nothing. */
  public void decorate(Consumer<ImagePlus> change) {}

  /** Whether it is some slices of an image, of which the dialog shows what would be made. */
  public boolean isPreview() {
    return false;
  }

  /** Which slice of the whole image slice z is, both from 0: of a preview, and else z. */
  public int indexOf(int z) {
    return z;
  }

  /** Slices of the whole image: of a preview, and else the depth. */
  public int wholeDepth() {
    return depth();
  }

  abstract BinaryVolume load(Foreground foreground) throws IOException;

  abstract GreyImage loadRaw(int channel, int frame, ProgressListener listener) throws IOException;

  /**
   * A copy in native memory, or in blocks.
   *
   * @param bits of its voxels: 8, 16 or 32
   * @param values makes them of raw pixels, and asks whether to stop
   */
  abstract GreyImage loadAs(int bits, BiFunction<Object, BooleanSupplier, Object> values)
      throws IOException;

  /** Null if it has not been looked at so. */
  final FluidShare share(String seen) {
    return shares.get(seen);
  }

  final void keepShare(String seen, FluidShare share) {
    shares.put(seen, share);
  }

  final Use use() {
    return use;
  }

  /** Nothing more is read of it. */
  void closeFile() {}

  /** Keeps other commands from changing it. */
  void lock() {}

  void unlock() {}

  /**
   * The image as a binary one; the operation declares threshold=.
   *
   * @throws IllegalArgumentException if it is not, and no threshold is given
   */
  public final BinaryVolume binary() throws IOException {
    use = values.has("threshold") ? Use.THRESHOLDED : Use.BINARY;
    return load(Thresholds.foreground(values, calibration(), bitDepth()));
  }

  /**
   * The same with this threshold, or none where it is empty, whatever was given.
   *
   * @throws IllegalArgumentException if it needs a threshold
   */
  public final BinaryVolume binary(String threshold) throws IOException {
    use = threshold.isEmpty() ? Use.BINARY : Use.THRESHOLDED;
    Values with = values.with(Collections.singletonMap("threshold", threshold));
    return load(Thresholds.foreground(with, calibration(), bitDepth()));
  }

  /**
   * The threshold that was given, else that of Otsu's method; empty for a binary image.
   *
   * @throws IllegalArgumentException if none is given and all values are the same
   */
  public final String thresholdOrOtsu() throws IOException {
    if (values.has("threshold") || FoundValues.isBinary(this)) {
      return values.text("threshold");
    }
    double otsu = Otsu.of(this);
    if (Double.isNaN(otsu)) {
      throw new IllegalArgumentException(
          name() + ": all its values are the same, so there is nothing to tell apart");
    }
    return FoundValues.number(otsu);
  }

  /** Whether it has 8 bits and the values 0 and 255 alone; reads it up to the first other one. */
  public final boolean isBinary() throws IOException {
    return bitDepth() == 8 && FoundValues.isBinary(this);
  }

  /**
   * Slice z, from 0, with 255 for foreground and 0 for background.
   *
   * @throws IllegalArgumentException if it needs a threshold
   */
  public final byte[] foreground(int z) throws IOException {
    byte[] pixels = new byte[Math.multiplyExact(width(), height())];
    Foreground foreground = Thresholds.foreground(values, calibration(), bitDepth());
    try (BitVolume volume = new BitVolume(width(), height(), 1)) {
      volume.packSlice(0, slice(z), foreground, progress::isStopped);
      volume.unpackSlice(0, pixels);
    }
    return pixels;
  }

  /** The image as a mask: 255 is foreground, 0 is background, nothing else is there. */
  public final BinaryVolume mask() throws IOException {
    use = Use.MASK;
    return load(Foreground.binary());
  }

  /** The image with its raw values. */
  public final GreyImage grey() throws IOException {
    return loadRaw(0, 0, progress);
  }

  /** The image as labels, as {@link #labels(String)} says. */
  public final GreyImage labels() throws IOException {
    return labels("");
  }

  /**
   * The image as labels, which are equal or not, and 0 where there is none: the values that ImageJ
   * shows.
   *
   * @param otherwise what to do with an image of other values, "; " first, or empty
   * @throws IllegalArgumentException if some shown ones are no whole numbers from 0, or were
   *     rounded when they were read
   */
  public final GreyImage labels(String otherwise) throws IOException {
    ShownLabels shown = ShownLabels.of(this, otherwise);
    GreyImage labels = shown == null ? grey() : loadAs(shown.bits(), shown::of);
    String rounded = roundingNote();
    if (!rounded.isEmpty()) {
      throw new IllegalArgumentException(
          rounded.replaceFirst("\\.$", "; labels must be exact, so number them anew") + otherwise);
    }
    return labels;
  }

  /**
   * The image with its raw values, less the whole number that was added to them if they are
   * integers with a sign in its file: then with 32 bits, as some may be negative.
   */
  public final GreyImage whole() throws IOException {
    return wholeOffset() == 0 ? grey() : shown();
  }

  /** Whether all values of a slice, from 0, are 0, as labels have them. */
  public final boolean isZero(int z) throws IOException {
    ShownLabels shown = ShownLabels.of(this, "");
    boolean[] other = new boolean[1];
    ShownValues.each(
        null, slice(z), raw -> other[0] |= shown == null ? raw != 0 : !shown.isZero((int) raw));
    return !other[0];
  }

  /**
   * What the raw 0 of {@link #grey} is in {@link #whole}: -32768 of 16-bit integers with a sign.
   */
  public final int wholeOffset() {
    return new RawValues("", calibration(), bitDepth()).wholeOffset();
  }

  /** The raw values of a channel and a frame, from 0. */
  public final GreyImage grey(int channel, int frame, ProgressListener listener)
      throws IOException {
    return loadRaw(channel, frame, listener);
  }

  /** The raw values of so many slices of one volume, from one of them on, which are from 0. */
  public abstract GreyImage greySlices(int first, int count, ProgressListener listener)
      throws IOException;

  /** The raw values of all slices, of all channels and frames, in ImageJ's order. */
  public abstract GreyImage allSlices() throws IOException;

  /** One of these is no longer needed: what was loaded for it goes now. */
  public final void free(GreyImage image) {
    Runnable close = loaded.remove(image);
    if (close != null) {
      close.run();
    }
  }

  /**
   * Refuses several channels and frames.
   *
   * @throws IllegalArgumentException if it has them
   */
  public final void requireOneVolume() {
    if (Hyperstacks.is(channels(), frames())) {
      throw new IllegalArgumentException(
          name() + " " + Hyperstacks.refused(channels(), frames(), ""));
    }
  }

  /** The image with the values that ImageJ shows; 32-bit where they are not the raw ones. */
  public final GreyImage shown() throws IOException {
    ShownValues shown = ShownValues.of(calibration(), bitDepth());
    return shown == null ? grey() : loadAs(32, shown::of);
  }

  final BitVolume kept(BitVolume volume) {
    loaded.put(volume, volume::close);
    return volume;
  }

  final GreyVolume kept(GreyVolume volume) {
    loaded.put(volume, volume::close);
    return volume;
  }

  final void close() {
    loaded.values().forEach(Runnable::run);
    loaded.clear();
    closeFile();
    unlock();
  }
}
