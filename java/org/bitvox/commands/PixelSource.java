// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.ImagePlus;
import ij.WindowManager;
import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.bitvox.BinaryVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyImage;
import org.bitvox.GreyStack;
import org.bitvox.GreyVolume;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;

/** A grey image that a command was given: an open image, or a file. */
abstract class PixelSource {
  /** An open image: the one with that title, or the current one if the key has no value. */
  static PixelSource open(String key, Values values) {
    ImagePlus image = values.has(key) ? WindowManager.getImage(values.text(key)) : Images.current();
    if (image == null) {
      throw new UsageException(Messages.noSuchImage(values.text(key)));
    }
    if (image.getBitDepth() == 24) {
      throw new IllegalArgumentException(Messages.RGB);
    }
    if (image.getNChannels() > 1 || image.getNSlices() > 1 && image.getNFrames() > 1) {
      throw new IllegalArgumentException(Messages.HYPERSTACK);
    }
    if (image.getRoi() != null) {
      IJ.log(Messages.ROI_IGNORED);
    }
    return new OpenImage(image);
  }

  /** The file that a key names. */
  static PixelSource file(String key, Values values) throws IOException {
    return files(values, key).get(0);
  }

  /** The files that the keys name, of those that have a value. */
  static List<PixelSource> files(Values values, String... keys) throws IOException {
    return StackFile.open(values, keys).stream().map(File::new).collect(Collectors.toList());
  }

  /** The files behind images, of which some may be null: they must not be overwritten. */
  static List<Path> paths(PixelSource... images) {
    return Arrays.stream(images)
        .filter(Objects::nonNull)
        .flatMap(image -> image.files().stream())
        .collect(Collectors.toList());
  }

  abstract String name();

  abstract int width();

  abstract int height();

  abstract int depth();

  abstract int bitDepth();

  abstract Calibration calibration();

  /** Files that must not be overwritten. */
  abstract List<Path> files();

  /** Slice z, from 0: byte[], short[] or float[]. */
  abstract Object slice(int z) throws IOException;

  /** The whole image; to be closed by {@link #close}. */
  abstract GreyImage load(int threads, ProgressListener listener) throws IOException;

  /** The same in the values that ImageJ shows, 32-bit where they are not the raw ones. */
  final GreyImage loadShown(int threads, ProgressListener listener) throws IOException {
    ShownValues shown = ShownValues.of(calibration(), bitDepth());
    return shown == null ? load(threads, listener) : load(shown, threads, listener);
  }

  /** The whole image in these values; to be closed by {@link #close}. */
  abstract GreyVolume load(ShownValues shown, int threads, ProgressListener listener)
      throws IOException;

  /** One slice as an image. */
  GreyImage greySlice(int z) throws IOException {
    return new GreyStack(width(), height(), 1, new Object[] {slice(z)});
  }

  /** The whole image as a mask, 255 is foreground; to be closed by {@link Images#close}. */
  abstract BinaryVolume loadMask(int threads, ProgressListener listener) throws IOException;

  /** One slice as a mask. */
  BinaryVolume maskSlice(int z) throws IOException {
    return new PixelStack(width(), height(), 1, new Object[] {slice(z)}, Foreground.binary());
  }

  /** Frees what load() made. */
  static void close(GreyImage image) {
    if (image instanceof GreyVolume) {
      ((GreyVolume) image).close();
    }
  }

  private static final class File extends PixelSource {
    private final StackFile file;

    File(StackFile file) {
      this.file = file;
    }

    @Override
    String name() {
      return file.name();
    }

    @Override
    int width() {
      return file.width();
    }

    @Override
    int height() {
      return file.height();
    }

    @Override
    int depth() {
      return file.depth();
    }

    @Override
    int bitDepth() {
      return file.bitDepth();
    }

    @Override
    Calibration calibration() {
      return file.calibration();
    }

    @Override
    List<Path> files() {
      return Collections.singletonList(file.path());
    }

    @Override
    Object slice(int z) throws IOException {
      return file.readSlice(z);
    }

    @Override
    GreyImage load(int threads, ProgressListener listener) throws IOException {
      return SliceLoader.loadGrey(file, threads, listener);
    }

    @Override
    GreyVolume load(ShownValues shown, int threads, ProgressListener listener) throws IOException {
      return SliceLoader.loadShown(file, shown, threads, listener);
    }

    @Override
    BinaryVolume loadMask(int threads, ProgressListener listener) throws IOException {
      return SliceLoader.load(file, Foreground.binary(), threads, listener);
    }
  }

  private static final class OpenImage extends PixelSource {
    private final ImagePlus image;

    OpenImage(ImagePlus image) {
      this.image = image;
    }

    @Override
    String name() {
      return image.getTitle();
    }

    @Override
    int width() {
      return image.getWidth();
    }

    @Override
    int height() {
      return image.getHeight();
    }

    @Override
    int depth() {
      return image.getStackSize();
    }

    @Override
    int bitDepth() {
      return image.getBitDepth();
    }

    @Override
    Calibration calibration() {
      return image.getCalibration();
    }

    @Override
    List<Path> files() {
      return Images.files(image);
    }

    @Override
    Object slice(int z) {
      return image.getStack().getProcessor(z + 1).getPixels();
    }

    @Override
    GreyImage load(int threads, ProgressListener listener) {
      if (!image.getStack().isVirtual()) {
        return new GreyStack(width(), height(), depth(), image.getStack().getImageArray());
      }
      return copy(bitDepth(), this::slice, listener);
    }

    @Override
    GreyVolume load(ShownValues shown, int threads, ProgressListener listener) {
      return copy(32, z -> shown.of(slice(z)), listener);
    }

    private GreyVolume copy(int bits, IntFunction<Object> slice, ProgressListener listener) {
      GreyVolume volume = new GreyVolume(width(), height(), depth(), bits);
      try {
        for (int z = 0; z < depth(); z++) {
          if (!listener.keepGoing(z, depth())) {
            throw new CancellationException(Messages.STOPPED);
          }
          volume.setSlice(z, slice.apply(z));
        }
        return volume;
      } catch (Throwable e) {
        volume.close();
        throw e;
      }
    }

    @Override
    BinaryVolume loadMask(int threads, ProgressListener listener) {
      return Images.volume(image, Foreground.binary(), listener);
    }
  }
}
