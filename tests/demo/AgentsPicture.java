// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImagePlus;
import ij.process.ImageProcessor;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/**
 * The picture of the manual's page on agents: labels, the movie and the tracks, of the files in
 * this folder, side by side.
 */
final class AgentsPicture {
  private static final int GAP = 8;
  private static final Color WALL = new Color(0x606060);
  private static final Color FREE = new Color(0xf4f4f4);

  private final ImageProcessor arena = IJ.openImage("arena.tif").getProcessor();
  private final int width = arena.getWidth();
  private final int height = arena.getHeight();

  private AgentsPicture() {}

  public static void main(String[] args) throws Exception {
    ImageIO.write(new AgentsPicture().draw(), "png", new File(args[0]));
  }

  private BufferedImage draw() throws Exception {
    BufferedImage picture =
        new BufferedImage(3 * width + 2 * GAP, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = picture.createGraphics();
    g.setColor(Color.white);
    g.fillRect(0, 0, picture.getWidth(), height);
    ImagePlus movie = IJ.openImage("movie.tif");
    int last = movie.getStackSize();
    g.drawImage(labels(IJ.openImage("labels.tif").getStack().getProcessor(last)), 0, 0, null);
    g.drawImage(photons(movie.getStack().getProcessor(last)), width + GAP, 0, null);
    g.drawImage(tracks(), 2 * (width + GAP), 0, null);
    return picture;
  }

  /** Neighbouring numbers look different. */
  private static Color colour(int id) {
    return Color.getHSBColor(id * 0.618034f, 0.75f, 0.85f);
  }

  private BufferedImage ground() {
    BufferedImage ground = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        ground.setRGB(x, y, (arena.get(x, y) > 0 ? FREE : WALL).getRGB());
      }
    }
    return ground;
  }

  private BufferedImage labels(ImageProcessor ids) {
    BufferedImage image = ground();
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        if (ids.getf(x, y) > 0) {
          image.setRGB(x, y, colour((int) ids.getf(x, y)).getRGB());
        }
      }
    }
    return image;
  }

  private static BufferedImage photons(ImageProcessor frame) {
    frame.resetMinAndMax();
    return frame.getBufferedImage();
  }

  /** Columns are those of TrackMate: TRACK_ID is the third, places are behind QUALITY. */
  private BufferedImage tracks() throws Exception {
    BufferedImage image = ground();
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setStroke(new BasicStroke(1.3f));
    Map<Integer, double[]> before = new HashMap<>();
    List<String> lines = Files.readAllLines(Paths.get("tracks.csv"));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      int id = Integer.parseInt(cells[2]);
      double[] now = {Double.parseDouble(cells[4]) + 0.5, Double.parseDouble(cells[5]) + 0.5};
      double[] last = before.put(id, now);
      if (last != null) {
        g.setColor(colour(id));
        g.draw(new Line2D.Double(last[0], last[1], now[0], now[1]));
      }
    }
    return image;
  }
}
