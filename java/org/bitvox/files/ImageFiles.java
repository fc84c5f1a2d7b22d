// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.ImagePlus;
import ij.io.FileInfo;
import ij.io.FileSaver;
import ij.io.TiffEncoder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.bitvox.ProgressListener;

/** Writes images that are in memory, with all that ImageJ keeps about them. */
public final class ImageFiles {
  private ImageFiles() {}

  /**
   * Writes a TIFF.
   *
   * @param listener may stop the writing, by a CancellationException
   */
  public static void write(ImagePlus image, Path path, ProgressListener listener)
      throws IOException {
    FileInfo info = image.getFileInfo();
    info.description = new FileSaver(image).getDescriptionString();
    try (OutputStream out = new BufferedOutputStream(StoppableStream.to(path, listener))) {
      new TiffEncoder(info).write(out);
    }
  }
}
