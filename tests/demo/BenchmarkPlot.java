// SPDX-License-Identifier: BSD-2-Clause

import ij.gui.Plot;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.imageio.ImageIO;

/**
 * The picture of the page of benchmarks: measured over floor, of all rows of docs/benchmarks.csv
 * that have a floor. java -cp ij.jar BenchmarkPlot.java CSV PNG
 */
public final class BenchmarkPlot {
  private static final int ROW = 17; // pixels
  private static final double LEAST = 0.5;
  private static final double MOST = 300;

  private final String name;
  private final double ratio;
  private final boolean onGpu;

  private BenchmarkPlot(String[] cells) {
    name = cells[0] + ", " + cells[1];
    ratio = middle(cells[4]) / middle(cells[3]);
    onGpu = cells[2].startsWith("H200");
  }

  public static void main(String[] args) throws IOException {
    List<BenchmarkPlot> rows = new ArrayList<>();
    for (String line : Files.readAllLines(Paths.get(args[0]))) {
      String[] cells = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
      for (int i = 0; i < cells.length; i++) cells[i] = cells[i].replace("\"", "");
      if (!cells[3].isEmpty() && !cells[3].startsWith("floor")) rows.add(new BenchmarkPlot(cells));
    }
    rows.sort(Comparator.comparingDouble(row -> row.ratio));
    BufferedImage picture = draw(rows).getProcessor().getBufferedImage();
    Graphics g = picture.getGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(
        0, 0, Plot.LEFT_MARGIN - 6, picture.getHeight() - Plot.BOTTOM_MARGIN); // places of rows
    ImageIO.write(picture, "png", new File(args[1]));
  }

  /** Of LOW..HIGH the geometric mean. */
  private static double middle(String range) {
    String[] ends = range.split("\\.\\.");
    return Math.sqrt(Double.parseDouble(ends[0]) * Double.parseDouble(ends[ends.length - 1]));
  }

  private static Plot draw(List<BenchmarkPlot> rows) {
    Plot plot = new Plot("", "Measured / floor", "");
    plot.setFrameSize(760, ROW * rows.size());
    plot.setLogScaleX();
    plot.setLimits(LEAST, MOST, rows.size(), -1);
    plot.setFont(Font.PLAIN, 11);
    plot.setColor(Color.LIGHT_GRAY);
    plot.drawLine(1, -1, 1, rows.size());
    for (int i = 0; i < rows.size(); i++) {
      BenchmarkPlot row = rows.get(i);
      Color colour = row.onGpu ? new Color(0x1f77b4) : new Color(0xd62728);
      plot.setColor(colour, colour);
      plot.addPoints(new double[] {row.ratio}, new double[] {i}, Plot.CIRCLE);
      plot.setColor(Color.BLACK);
      boolean atTheEdge = row.ratio > 10;
      plot.setJustification(atTheEdge ? Plot.RIGHT : Plot.LEFT);
      plot.addText(row.name, row.ratio * (atTheEdge ? 1 / 1.12 : 1.12), i + 0.3);
    }
    plot.setXYLabels("Measured / floor (blue: kernels on an H200, red: 2 cores)", "");
    plot.setFormatFlags(Plot.X_NUMBERS | Plot.X_TICKS | Plot.X_GRID | Plot.X_LOG_NUMBERS);
    return plot;
  }
}
