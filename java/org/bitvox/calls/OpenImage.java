// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.IJ;
import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.Roi;
import ij.io.FileInfo;
import ij.measure.Calibration;
import ij.process.ImageProcessor;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.bitvox.BinaryVolume;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyImage;
import org.bitvox.GreyStack;
import org.bitvox.GreyVolume;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.files.Hyperstacks;
import org.bitvox.files.LengthUnits;
import org.bitvox.files.Looks;
import org.bitvox.files.Names;
import org.bitvox.files.StackFile;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.OpenImages;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/**
 * An open image of ImageJ. Its own pixels are used where they are in memory, else a copy in native
 * memory, for which each slice is read once.
 */
class OpenImage extends InputImage {
  static final int RGB_BITS = 24;

  private final ImagePlus image;

  /** The one of several that is read, from 1; 0 for all that there are. */
  private final int channel;

  private boolean locked;

  /** Wraps an image that can be measured, the one that the command works on. */
  OpenImage(ImagePlus image, Values values, ProgressListener progress) {
    this("input", image, ChosenChannel.of(image, "input", values), values, progress);
  }

  /** The same of a channel, from 1; 0 for an image of one. */
  OpenImage(ImagePlus image, int channel, Values values, ProgressListener progress) {
    this("input", image, channel, values, progress);
  }

  private OpenImage(
      String key, ImagePlus image, int channel, Values values, ProgressListener progress) {
    this(key, image, channel, Keys.takesSeries(values), values, progress);
  }

  private OpenImage(
      String key,
      ImagePlus image,
      int channel,
      boolean several,
      Values values,
      ProgressListener progress) {
    super(values, progress);
    this.image = image;
    this.channel = channel;
    if (!Keys.takesColours(values) && !Keys.takesMovies(values)) {
      check(key, image, channel, several, values);
    }
  }

  /** Wraps the image of this key. */
  static OpenImage of(String key, ImagePlus image, Values values, ProgressListener progress) {
    return new OpenImage(key, image, ChosenChannel.of(image, key, values), values, progress);
  }

  /** Wraps one that may have several channels, for components of vectors. */
  static OpenImage ofVectors(ImagePlus image, Values values, ProgressListener progress) {
    return new OpenImage("input", image, 0, true, values, progress);
  }

  /**
   * Refuses an image that the operation cannot take as its input.
   *
   * @param values of the operation's keys
   * @throws IllegalArgumentException if it has colours where none are taken, or none where they are
   *     needed, several channels or frames, or no frames of a movie
   */
  static void checkInput(ImagePlus image, Values values, ProgressListener progress) {
    if (Keys.takesMovies(values)) {
      Movie.check(new OpenImage(image, values, progress));
    } else if (!Keys.takesColours(values)) {
      int channel = ChosenChannel.of(image, "input", values);
      check("input", image, channel, Keys.takesSeries(values), values);
    } else if (image.getBitDepth() != RGB_BITS) {
      throw new OpenImage(image, values, progress).withoutColours();
    }
  }

  private static void check(
      String imageKey, ImagePlus image, int channel, boolean series, Values values) {
    if (image.getBitDepth() == RGB_BITS) {
      throw new IllegalArgumentException(image.getTitle() + ": " + StackFile.RGB);
    }
    int channels = channel > 0 ? 1 : image.getNChannels();
    int frames = image.getNFrames();
    if (!series && Hyperstacks.is(channels, frames)) {
      String key = Keys.choosesChannel(values) ? Keys.ownChannelKey(imageKey, values) : "";
      throw new IllegalArgumentException(
          "the image '" + image.getTitle() + "' " + Hyperstacks.refused(channels, frames, key));
    }
  }

  /** The current image. */
  static ImagePlus current() {
    return current(Collections.emptyList());
  }

  /**
   * The same of a command that can do without.
   *
   * @param instead the keys of which one is to be given then
   */
  static ImagePlus current(List<String> instead) {
    ImagePlus image = WindowManager.getCurrentImage();
    if (image == null) {
      throw new UsageException(
          "No image is open"
              + (instead.isEmpty() ? "." : ", and " + instead.get(0) + " is not given."));
    }
    return image;
  }

  /** Brings it to the front. */
  void select() {
    IJ.selectWindow(image.getID());
  }

  @Override
  public Roi selection() {
    return image.getRoi();
  }

  @Override
  public List<Roi> placed(List<Roi> rois) {
    for (Roi roi : rois) {
      if (channel > 0 && roi.getPosition() > 0) {
        roi.setPosition(0, roi.getPosition(), 0); // over all channels
      }
    }
    return rois;
  }

  @Override
  public void decorate(Consumer<ImagePlus> change) {
    change.accept(image);
  }

  @Override
  public int shownSlice() {
    return channel > 0 ? image.getSlice() : image.getCurrentSlice();
  }

  @Override
  void lock() {
    if (!image.lockSilently()) {
      throw new IllegalArgumentException(
          "the image '" + image.getTitle() + "' is in use by another command");
    }
    locked = true;
  }

  @Override
  void unlock() {
    if (locked) {
      image.unlock();
    }
    locked = false;
  }

  @Override
  public String name() {
    return OpenImages.shownName(image);
  }

  @Override
  String title() {
    return image.getTitle();
  }

  @Override
  public int width() {
    return image.getWidth();
  }

  @Override
  public int height() {
    return image.getHeight();
  }

  @Override
  public int depth() {
    return OpenImages.depth(image);
  }

  @Override
  public int channels() {
    return channel > 0 ? 1 : image.getNChannels();
  }

  @Override
  public int frames() {
    return image.getNFrames();
  }

  /** Of all channels and frames that are read. */
  final int stackSize() {
    return channel > 0 ? image.getNSlices() : image.getStackSize();
  }

  /** Where a slice, from 0, lies in the stack, from 1. */
  private int place(int z) {
    return channel > 0 ? image.getStackIndex(channel, z + 1, 1) : z + 1;
  }

  @Override
  public int bitDepth() {
    return image.getBitDepth();
  }

  @Override
  public Calibration calibration() {
    return LengthUnits.inOne(image.getCalibration());
  }

  @Override
  public Object slice(int z) {
    ImageProcessor slice = image.getStack().getProcessor(place(z));
    if (slice.getWidth() != width() || slice.getHeight() != height()) {
      throw new IllegalArgumentException(
          numbered(z)
              + String.format(
                  " has %d x %d pixels, the image has %d x %d; all must be alike",
                  slice.getWidth(), slice.getHeight(), width(), height()));
    }
    return slice.getPixels();
  }

  @Override
  public Object slice(int ofChannel, int frame, int z) {
    boolean one = !Hyperstacks.is(channels(), frames());
    return slice(one ? z : image.getStackIndex(ofChannel + 1, z + 1, frame + 1) - 1);
  }

  @Override
  boolean isVirtual() {
    return image.getStack().isVirtual();
  }

  @Override
  public boolean isRgb() {
    return bitDepth() == RGB_BITS;
  }

  @Override
  public int[] colours(int frame, int z) {
    Object pixels = slice(0, frame, z);
    if (!(pixels instanceof int[])) {
      throw withoutColours();
    }
    return (int[]) pixels;
  }

  @Override
  public Looks looks() {
    return channel > 0 ? null : Looks.of(image);
  }

  @Override
  String label(int z) {
    return image.getStack().getSliceLabel(place(z));
  }

  @Override
  public boolean invertedLut() {
    return image.isInvertedLut();
  }

  @Override
  public List<Path> files() {
    FileInfo info = image.getOriginalFileInfo();
    if (info == null || info.directory == null || info.fileName == null) {
      return Collections.emptyList();
    }
    String folder = info.directory.isEmpty() ? "." : info.directory;
    Path file = Names.path(new File(folder, info.fileName).getPath()); // none if it is an URL
    return file == null ? Collections.emptyList() : Collections.singletonList(file);
  }

  @Override
  public boolean isSameImage(InputImage other) {
    return other instanceof OpenImage && ((OpenImage) other).image == image;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  /** Some of its slices, from 0, as an image that is not locked: who works on it goes on. */
  final OpenImage slices(int[] indices) {
    return new PreviewImage(image, channel, indices, values, progress);
  }

  /** The pixels of all slices, of a stack that is in memory. */
  Object[] arrays() {
    if (channel == 0) {
      return image.getStack().getImageArray();
    }
    Object[] arrays = new Object[stackSize()];
    for (int z = 0; z < arrays.length; z++) {
      arrays[z] = slice(z);
    }
    return arrays;
  }

  @Override
  BinaryVolume load(Foreground foreground) {
    if (!image.getStack().isVirtual()) {
      return new PixelStack(width(), height(), depth(), arrays(), foreground);
    }
    BitVolume volume = kept(new BitVolume(width(), height(), depth()));
    read((z, pixels) -> volume.packSlice(z, pixels, foreground, progress::isStopped));
    return volume;
  }

  @Override
  GreyImage loadRaw(int ofChannel, int frame, ProgressListener listener) {
    if (!image.getStack().isVirtual()) {
      return new GreyStack(width(), height(), depth(), arrays(ofChannel, frame));
    }
    return loadRaw(depth(), z -> slice(ofChannel, frame, z), listener);
  }

  @Override
  public GreyImage greySlices(int first, int count, ProgressListener listener) {
    if (!image.getStack().isVirtual()) {
      Object[] some = Arrays.copyOfRange(arrays(), first, first + count);
      return new GreyStack(width(), height(), count, some);
    }
    return loadRaw(count, z -> slice(first + z), listener);
  }

  @Override
  public GreyImage allSlices() {
    return image.getStack().isVirtual()
        ? loadRaw(stackSize(), this::slice, progress)
        : new GreyStack(width(), height(), stackSize(), arrays());
  }

  private GreyVolume loadRaw(int depth, IntFunction<Object> slices, ProgressListener listener) {
    GreyVolume volume = kept(new GreyVolume(width(), height(), depth, bitDepth()));
    read(depth, slices, (z, pixels) -> volume.setSlice(z, pixels, listener::isStopped), listener);
    return volume;
  }

  private Object[] arrays(int ofChannel, int frame) {
    if (!Hyperstacks.is(channels(), frames())) {
      return arrays();
    }
    Object[] arrays = new Object[depth()];
    for (int z = 0; z < arrays.length; z++) {
      arrays[z] = slice(ofChannel, frame, z);
    }
    return arrays;
  }

  @Override
  GreyVolume loadAs(int bits, BiFunction<Object, BooleanSupplier, Object> values) {
    GreyVolume volume = kept(new GreyVolume(width(), height(), depth(), bits));
    BooleanSupplier stopped = progress::isStopped;
    read((z, pixels) -> volume.setSlice(z, values.apply(pixels, stopped), stopped));
    return volume;
  }

  private interface Target {
    void set(int z, Object pixels);
  }

  private void read(Target target) {
    read(depth(), this::slice, target, progress);
  }

  private void read(
      int depth, IntFunction<Object> slices, Target target, ProgressListener listener) {
    for (int z = 0; z < depth; z++) {
      if (!listener.keepGoing(z, depth)) {
        throw new CancellationException("stopped");
      }
      target.set(z, slices.apply(z));
    }
  }
}
