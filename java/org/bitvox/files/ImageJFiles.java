// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.IJ;
import ij.ImagePlus;
import ij.io.Opener;
import java.io.IOException;
import java.nio.file.Path;

/** Files of formats that ImageJ opens, and Bio-Formats where ImageJ has it. */
final class ImageJFiles {
  /** The plugin by which ImageJ asks others to open a file. */
  private static final String OTHERS = "HandleExtraFileTypes";

  private ImageJFiles() {}

  /** Whether ImageJ knows such files, or somebody whom it asks may. */
  static boolean isIn(byte[] start, Path path) {
    switch (new Opener().getFileType(path.toString())) {
      case Opener.DICOM:
      case Opener.FITS:
      case Opener.PGM:
      case Opener.JPEG:
      case Opener.GIF:
      case Opener.BMP:
      case Opener.PNG:
        return true;
      case Opener.UNKNOWN:
        return othersAreThere();
      default:
        return false;
    }
  }

  private static boolean othersAreThere() {
    try {
      IJ.getClassLoader().loadClass(OTHERS);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Name is what the user calls the file. */
  static StackFile open(Path path, String name, ReadOptions options) throws IOException {
    Opener opener = new Opener();
    opener.setSilentMode(true);
    ImagePlus image;
    try {
      image = opener.openImage(path.toString());
    } catch (RuntimeException e) {
      throw new IOException(Messages.notOpenedByImageJ(name), e);
    } catch (OutOfMemoryError e) { // it takes what a damaged file says
      throw new IOException(Messages.heapOfImageJ(name), e);
    }
    if (image == null || image.getWidth() == 0) {
      throw new IOException(Messages.notOpenedByImageJ(name));
    }
    return new ImageJStack(path, name, image);
  }
}
