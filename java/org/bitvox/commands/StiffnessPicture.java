// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.bitvox.files.PngFiles;

/**
 * Effective strains in colours: in the middle section along the load, and beside that the largest
 * ones along the line of sight.
 */
final class StiffnessPicture {
  private static final int[] COLOURS = {0x2c4fb0, 0x8638a6, 0xd02f56, 0xf2901e, 0xffe27a};
  private static final Color OUTSIDE = new Color(0xf3f1ea);

  private static final int PANEL = 560; // pixels of the longer side
  private static final int GAP = 24;
  private static final int TOP = 40;
  private static final int BOTTOM = 64;

  private final StiffnessStrains strains;
  private final String load;
  private final int width; // of a panel, in pixels
  private final int height;

  /**
   * A picture.
   *
   * @param voxel the size of a voxel along x, y and z
   * @param load what it is, in words
   */
  StiffnessPicture(StiffnessStrains strains, double[] voxel, String load) {
    this.strains = strains;
    this.load = load;
    double across = strains.width() * voxel[0];
    double down = strains.rows() * voxel[strains.isAcrossZ() ? 1 : 2];
    double zoom = PANEL / Math.max(across, down);
    width = (int) Math.max(1, Math.round(zoom * across));
    height = (int) Math.max(1, Math.round(zoom * down));
  }

  ImagePlus image(String title) {
    return new ImagePlus(title, draw());
  }

  void write(Path path) throws IOException {
    PngFiles.write(this::draw, path);
  }

  private BufferedImage draw() {
    // Narrow bodies have panels that are wide enough for what is said over them.
    int panel = Math.max(width, PANEL / 2);
    BufferedImage image =
        new BufferedImage(2 * panel + 3 * GAP, TOP + height + BOTTOM, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setColor(Color.white);
    g.fillRect(0, 0, image.getWidth(), image.getHeight());
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15));
    g.setColor(Color.black);
    char sight = strains.isAcrossZ() ? 'z' : 'y';
    String section = PermeabilityPicture.place(sight, strains.middle());
    g.drawString(section + ", " + load, GAP, TOP - 12);
    g.drawString("Largest strains along " + sight, panel + 2 * GAP, TOP - 12);
    SpeedScale scale =
        new SpeedScale(
            DoubleStream.concat(inside(strains.section()), inside(strains.peaks())), COLOURS);
    draw(image, GAP, strains.section(), scale);
    draw(image, panel + 2 * GAP, strains.peaks(), scale);
    String most =
        String.format(Locale.ROOT, "%.3g %% effective strain or more", 100 * scale.fastest());
    scale.draw(g, GAP, TOP + height + 22, most);
    g.dispose();
    return image;
  }

  private static DoubleStream inside(float[] strains) {
    return IntStream.range(0, strains.length)
        .mapToDouble(i -> strains[i])
        .filter(strain -> strain > 0);
  }

  private void draw(BufferedImage image, int left, float[] values, SpeedScale scale) {
    for (int j = 0; j < height; j++) {
      int row = (int) ((long) j * strains.rows() / height) * strains.width();
      for (int i = 0; i < width; i++) {
        float value = values[row + (int) ((long) i * strains.width() / width)];
        Color colour = value > 0 ? scale.colour(value) : OUTSIDE;
        image.setRGB(left + i, TOP + j, colour.getRGB());
      }
    }
  }
}
