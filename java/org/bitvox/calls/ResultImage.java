// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.CompositeImage;
import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.Overlay;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import ij.process.LUT;
import java.util.function.Supplier;
import org.bitvox.BitVolume;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
import org.bitvox.files.DisplayRange;
import org.bitvox.files.Looks;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;

/** A new image that an operation fills slice by slice: for a file, for a window, or for both. */
public final class ResultImage implements SliceReceiver {
  /** Slices are unpacked with all cores, so many bytes at a time: for tens of milliseconds. */
  private static final long BATCH_BYTES = 1 << 26;

  /** Where slices are smaller, so much is unpacked at a time for a file. */
  private static final int PIXELS_AT_ONCE = 1 << 14;

  private static final int CORES = Runtime.getRuntime().availableProcessors();

  private final String title;
  private final StackFormat format;
  private final SliceReceiver file;
  private final ProgressListener listener;
  private final DisplayRange range;
  private boolean rangeOfStack;
  private boolean series;
  private String unitOfBar;
  private Supplier<Overlay> overlay = () -> null;
  private Object[] window;
  private int kept = -1;
  private Object keptPixels;

  /** File may be null. */
  ResultImage(String title, StackFormat format, SliceReceiver file, ProgressListener listener) {
    this.title = title;
    this.format = format;
    this.file = file;
    this.listener = listener;
    range = new DisplayRange(format);
  }

  /** Keeps the slices for a window. */
  void collect() {
    window = new Object[format.slices()];
  }

  /** Keeps one slice, from 0, and nothing else. */
  void keep(int slice) {
    kept = slice;
  }

  /** The slice that is kept, as a window shows it; null where it has not come. */
  ImageProcessor keptSlice() {
    if (keptPixels == null) {
      return null;
    }
    ImageStack stack = new ImageStack(format.width, format.height);
    stack.addSlice(null, keptPixels);
    ImageProcessor slice = stack.getProcessor(1);
    if (format.invertedLut()) {
      slice.invertLut();
    }
    return slice;
  }

  /** Shows the image only if that is wanted; a file is written nevertheless. */
  public ResultImage shownIf(boolean wanted) {
    if (!wanted) {
      window = null;
    }
    return this;
  }

  /** In a window black and white are for the values of all slices and 0, not for those of one. */
  public ResultImage withRangeOfStack() {
    rangeOfStack = true;
    return this;
  }

  /** In a window a bar says which colour is which value, in this unit. */
  public ResultImage withColourBar(String unit) {
    unitOfBar = unit;
    return this;
  }

  /** Null for no bar. */
  String unitOfBar() {
    return unitOfBar;
  }

  /** Its slices are not those of a volume, but follow one another: a window shows the first. */
  public ResultImage asSeries() {
    series = true;
    return this;
  }

  boolean isSeries() {
    return series;
  }

  private boolean isRanged() {
    return format.colours() != null
        || rangeOfStack
        || format.range() != DisplayRange.Kind.ALL
        || format.hasOneRange();
  }

  /** In a window these lie over the slices, none of them where the overlay is null. */
  public ResultImage under(Supplier<Overlay> shapes) {
    overlay = shapes;
    return this;
  }

  /** Of a slice. */
  long sliceBytes() {
    return format.heapBytes();
  }

  /** Of all slices where they are kept for a window, else 0. */
  long shownBytes() {
    return window == null ? 0 : format.heapBytes() * format.slices();
  }

  /** Whether the slices are used at all. */
  public boolean isWanted() {
    return file != null || window != null || kept >= 0;
  }

  /** Takes the slices in any order, each in an array of its own. */
  @Override
  public void accept(int slice, Object pixels) {
    if (file != null) {
      file.accept(slice, pixels);
    }
    if (slice == kept) {
      keptPixels = pixels;
    }
    if (window != null) {
      window[slice] = pixels;
      if (isRanged()) {
        range.add(slice, pixels);
      }
    }
  }

  /** Takes a volume: 255 for foreground, 0 for background; null if blocks have written it. */
  public void write(BitVolume volume) {
    if (volume == null) {
      return;
    }
    if (window != null) {
      int depth = volume.depth();
      int batch = (int) Math.min(depth, CORES + BATCH_BYTES / format.sliceBytes());
      for (int first = 0; first < depth; first += batch) {
        listener.throwIfStopped();
        byte[][] slices = volume.toSlices(first, Math.min(batch, depth - first));
        for (int z = 0; z < slices.length; z++) {
          accept(first + z, slices[z]);
        }
      }
    } else if (kept >= 0) {
      byte[] pixels = new byte[Math.multiplyExact(format.width, format.height)];
      volume.unpackSlice(kept, pixels);
      accept(kept, pixels);
    } else if (file != null) {
      writeFile(volume);
    }
  }

  private void writeFile(BitVolume volume) {
    byte[] pixels = new byte[Math.multiplyExact(format.width, format.height)];
    int atOnce = Math.max(1, PIXELS_AT_ONCE / pixels.length);
    for (int z = 0; z < volume.depth(); z += atOnce) {
      int slices = Math.min(atOnce, volume.depth() - z);
      byte[] all = slices == 1 ? pixels : new byte[slices * pixels.length];
      volume.unpackSlices(z, slices, all);
      for (int i = 0; i < slices; i++) {
        System.arraycopy(all, i * pixels.length, pixels, 0, pixels.length);
        accept(z + i, pixels);
      }
    }
  }

  /** The image for a window; null where none is wanted. */
  ImagePlus image() {
    if (window == null) {
      return null;
    }
    ImageStack stack = new ImageStack(format.width, format.height);
    for (int slice = 0; slice < window.length; slice++) {
      stack.addSlice(format.label(slice), window[slice]);
    }
    if (format.invertedLut()) {
      ImageProcessor pixel = new ByteProcessor(1, 1);
      pixel.invertLut();
      stack.setColorModel(pixel.getColorModel());
    }
    ImagePlus image = new ImagePlus(title, stack);
    if (format.channels() * format.frames() > 1) {
      image.setDimensions(format.channels(), format.depth, format.frames());
      image.setOpenAsHyperStack(format.isHyperstack());
    }
    image.setCalibration(format.calibration());
    image.setOverlay(overlay.get());
    if (format.looks() != null) {
      return format.looks().give(image);
    }
    if (format.hasOneRange()) {
      return Looks.ofColours(range.smallest(), range.largest()).give(image);
    }
    if (format.isComposite()) {
      return new CompositeImage(image, IJ.COMPOSITE);
    }
    if (format.colours() != null) {
      image.setLut(new LUT(format.colours(), range.smallest(), range.largest()));
      image.setDisplayRange(range.smallest(), range.largest());
    } else if (range.largest() > range.smallest()) {
      image.setDisplayRange(range.smallest(), range.largest());
    } else if (format.type != PixelType.UINT8 && format.type != PixelType.RGB) {
      image.resetDisplayRange();
    }
    return image;
  }
}
