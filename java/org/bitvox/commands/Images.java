// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.WindowManager;
import ij.io.FileInfo;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.bitvox.BinaryVolume;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;

/** Finds ImageJ's images and reads volumes from them. */
final class Images {
  private Images() {}

  /** The current image. */
  static ImagePlus current() {
    ImagePlus image = WindowManager.getCurrentImage();
    if (image == null) {
      throw new UsageException(Messages.NO_IMAGE);
    }
    return image;
  }

  /** The open image that input= names, or the current one; one that can be measured. */
  static ImagePlus input(Values values) {
    ImagePlus image = values.has("input") ? titled(values.text("input")) : current();
    if (image.getBitDepth() == 24) {
      throw new IllegalArgumentException(Messages.RGB);
    }
    if (image.getNChannels() > 1 || image.getNSlices() > 1 && image.getNFrames() > 1) {
      throw new IllegalArgumentException(Messages.HYPERSTACK);
    }
    if (image.getRoi() != null) {
      IJ.log(Messages.ROI_IGNORED);
    }
    return image;
  }

  /** The open image of that title. */
  static ImagePlus titled(String title) {
    ImagePlus image = WindowManager.getImage(title);
    if (image == null) {
      throw new UsageException(Messages.noSuchImage(title));
    }
    return image;
  }

  /** Keeps other commands from changing the image until it is unlocked. */
  static void lock(ImagePlus image) {
    if (!image.lockSilently()) {
      throw new IllegalArgumentException(Messages.imageLocked(image.getTitle()));
    }
  }

  /**
   * The volume in an image: its own pixels where they are in memory, else a packed copy, for which
   * each slice is read once.
   */
  static BinaryVolume volume(ImagePlus image, Foreground foreground, ProgressListener listener) {
    ImageStack stack = image.getStack();
    int width = image.getWidth();
    int height = image.getHeight();
    int depth = stack.getSize();
    if (!stack.isVirtual()) {
      return new PixelStack(width, height, depth, stack.getImageArray(), foreground);
    }
    BitVolume volume = new BitVolume(width, height, depth);
    try {
      for (int z = 0; z < depth; z++) {
        if (!listener.keepGoing(z, depth)) {
          throw new CancellationException(Messages.STOPPED);
        }
        volume.packSlice(z, stack.getProcessor(z + 1).getPixels(), foreground);
      }
      return volume;
    } catch (Throwable e) {
      volume.close();
      throw e;
    }
  }

  /** Frees a volume that volume() made. */
  static void close(BinaryVolume volume) {
    if (volume instanceof BitVolume) {
      ((BitVolume) volume).close();
    }
  }

  /** The files behind an image, which must not be overwritten. */
  static List<Path> files(ImagePlus image) {
    FileInfo info = image.getOriginalFileInfo();
    boolean known = info != null && info.directory != null && info.fileName != null;
    return known
        ? Collections.singletonList(Paths.get(info.directory, info.fileName))
        : Collections.emptyList();
  }

  /** Shows a new image, the middle of the stack first. */
  static void show(ImagePlus image) {
    image.show();
    image.setSlice((image.getStackSize() + 1) / 2);
  }

  /** The title of a new image: the wanted one, numbered if an open image has it. */
  static String unusedTitle(String wanted) {
    return WindowManager.getImage(wanted) == null ? wanted : WindowManager.getUniqueName(wanted);
  }

  /** NAME of NAME.tif, for the titles of results. */
  static String name(String title) {
    int dot = title.lastIndexOf('.');
    boolean extension = dot > 0 && title.length() - dot <= 5 && title.indexOf(' ', dot) < 0;
    return extension ? title.substring(0, dot) : title;
  }
}
