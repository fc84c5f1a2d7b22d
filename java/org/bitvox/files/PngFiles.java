// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.awt.image.BufferedImage;
import java.io.IOException;
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
      if (!ImageIO.write(image, "png", path.toFile())) {
        throw new IOException("this Java cannot write PNG");
      }
    } catch (InternalError | LinkageError e) {
      throw new IOException("Java cannot draw text; install fontconfig and a font", e);
    }
  }
}
