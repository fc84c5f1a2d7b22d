// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import javax.imageio.ImageIO;

/** Draws plots and the like as PNG. */
public final class PngFiles {
  private PngFiles() {}

  /**
   * Draws a picture with text and writes it.
   *
   * @throws IOException if it cannot be drawn or written
   */
  public static void write(Supplier<BufferedImage> drawing, Path path) throws IOException {
    try {
      BufferedImage image = drawing.get();
      ImageIO.setUseCache(false); // no further files
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      if (!ImageIO.write(image, "png", bytes)) {
        throw new IOException("this Java cannot write PNG");
      }
      Files.write(path, bytes.toByteArray()); // says why it fails, as ImageIO does not
    } catch (InternalError | LinkageError e) {
      throw new IOException("Java cannot draw text; install fontconfig and a font", e);
    }
  }
}
