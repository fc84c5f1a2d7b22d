// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.gui.Plot;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import javax.imageio.ImageIO;

/** Draws plots as PNG. */
final class PlotFiles {
  private PlotFiles() {}

  static void write(Supplier<Plot> plot, Path path) throws IOException {
    try {
      BufferedImage image = plot.get().getImagePlus().getProcessor().getBufferedImage();
      ImageIO.setUseCache(false); // no further files
      if (!ImageIO.write(image, "png", path.toFile())) {
        throw new IOException("this Java cannot write PNG");
      }
    } catch (InternalError | LinkageError e) {
      throw new IOException("Java cannot draw text; install fontconfig and a font", e);
    }
  }
}
