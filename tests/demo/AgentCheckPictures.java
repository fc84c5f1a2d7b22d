// SPDX-License-Identifier: BSD-2-Clause

import ij.gui.Plot;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;

/**
 * The picture and the tables of the manual's page on checks for collisions, of the file that
 * agents_checks_bench writes: "FOLDER PICTURES". Tables are printed.
 */
public final class AgentCheckPictures {
  private static final String[] METHODS = {"sorted", "tiled", "atomics", "in place", "library"};
  private static final String[] COLORS = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#000000"};
  private static final String[] DENSITIES = {"4", "9"};
  private static final int WIDTH = 420;
  private static final int HEIGHT = 260;

  /** What the source has beside our methods: parts of the time saved, or nothing. */
  private static final double[][] SOURCE = {
    {Double.NaN, 70, Double.NaN, 85}, // C870
    {Double.NaN, 53, 65, 75}, // C1060
  };

  private static final String COMPARED = "1000000";

  private AgentCheckPictures() {}

  public static void main(String[] args) throws IOException {
    List<String[]> rows = new ArrayList<>();
    Path file = Paths.get(args[0], "agents_checks.csv");
    for (String line : Files.readAllLines(file)) rows.add(line.split(","));
    rows.remove(0);
    BufferedImage[] parts = {times(rows, DENSITIES[0]), saved(rows)};
    ImageIO.write(sideBySide(parts), "png", new File(args[1], "agents_checks.png"));
    printTable(rows);
  }

  private static double[] column(List<String[]> rows, int column, Predicate<String[]> which) {
    return rows.stream().filter(which).mapToDouble(r -> Double.parseDouble(r[column])).toArray();
  }

  private static Predicate<String[]> of(String density, String method) {
    return row -> row[1].equals(density) && row[4].equals(method);
  }

  private static double time(List<String[]> rows, String agents, String density, String method) {
    return column(rows, 5, of(density, method).and(row -> row[0].equals(agents)))[0];
  }

  private static BufferedImage times(List<String[]> rows, String density) {
    Plot plot = new Plot("", "Agents", "Time of a step (us), " + density + " cells per agent");
    plot.setFrameSize(WIDTH, HEIGHT);
    plot.setLineWidth(2);
    double least = Double.MAX_VALUE;
    double most = 0;
    double first = 1;
    double last = 1;
    for (int i = 0; i < METHODS.length; i++) {
      double[] times = column(rows, 5, of(density, METHODS[i]));
      for (double time : times) {
        least = Math.min(least, time);
        most = Math.max(most, time);
      }
      plot.setColor(Color.decode(COLORS[i]));
      double[] agents = column(rows, 0, of(density, METHODS[i]));
      plot.addPoints(agents, times, Plot.LINE);
      first = agents[0];
      last = agents[agents.length - 1];
    }
    plot.setLogScaleX();
    plot.setLogScaleY();
    plot.setLimits(first / 1.3, last * 1.3, least / 1.5, most * 1.5);
    plot.setColor(Color.BLACK);
    plot.addLegend(String.join("\n", METHODS), "top-left");
    return plot.getProcessor().getBufferedImage();
  }

  /** The part of the time that each saves, of that for sorting. */
  private static BufferedImage saved(List<String[]> rows) {
    List<String> others = Arrays.asList(METHODS).subList(1, METHODS.length);
    String names = "{" + String.join(",", others) + "}"; // for 0, 1, ...
    Plot plot = new Plot("", names, "Time saved, of that for sorting (%)");
    plot.setFrameSize(WIDTH, HEIGHT);
    int methods = METHODS.length - 1;
    double[][] parts = new double[4][methods];
    for (int m = 0; m < methods; m++) {
      for (int i = 0; i < 2; i++) {
        parts[i][m] = m < SOURCE[i].length - 1 ? SOURCE[i][m + 1] : Double.NaN;
        double sorted = time(rows, COMPARED, DENSITIES[i], METHODS[0]);
        double other = time(rows, COMPARED, DENSITIES[i], METHODS[m + 1]);
        parts[2 + i][m] = 100 * (1 - other / sorted);
      }
    }
    String[] kinds = {"source, C870", "source, C1060", "4 cells per agent", "9 cells per agent"};
    double least = 0;
    for (int s = 0; s < kinds.length; s++) {
      ArrayList<float[]> bars = new ArrayList<>();
      for (int m = 0; m < methods; m++) {
        if (Double.isNaN(parts[s][m])) continue;
        float x = m - 0.4f + 0.2f * s;
        float part = (float) parts[s][m];
        bars.add(new float[] {x, Math.min(0, part), x + 0.18f, Math.max(0, part)});
        least = Math.min(least, parts[s][m]);
      }
      Color color = Color.decode(COLORS[s]);
      plot.setColor(color, color);
      plot.drawShapes("rectangles", bars);
    }
    double low = least < 0 ? least - 15 : 0;
    plot.setLimits(-0.5, methods - 0.5, low, 130);
    plot.setColor(Color.BLACK);
    for (int s = 0; s < kinds.length; s++) {
      plot.setColor(Color.decode(COLORS[s]));
      plot.addText(kinds[s], s % 2 == 0 ? -0.4 : 1.6, s < 2 ? 118 : 106);
    }
    return plot.getProcessor().getBufferedImage();
  }

  private static void printTable(List<String[]> rows) {
    List<String> methods = rows.stream().map(r -> r[4]).distinct().collect(Collectors.toList());
    System.out.println(
        "| agents | cells per agent | moves not made | " + String.join(" | ", methods) + " |");
    System.out.println("|---".repeat(3 + methods.size()) + "|");
    for (String density : DENSITIES) {
      for (String[] row : rows) {
        if (!row[1].equals(density) || !row[4].equals(METHODS[0])) continue;
        StringBuilder line = new StringBuilder();
        line.append(String.format("| %,d | %s", Integer.parseInt(row[0]), density));
        line.append(String.format(" | %.1f %%", 100 * Double.parseDouble(row[3])));
        for (String method : methods) {
          double time = time(rows, row[0], density, method);
          line.append(String.format(time < 100 ? " | %.1f" : " | %,.0f", time));
        }
        System.out.println(line + " |");
      }
    }
  }

  private static BufferedImage sideBySide(BufferedImage[] parts) {
    int width = 0;
    int height = 0;
    for (BufferedImage part : parts) {
      width += part.getWidth();
      height = Math.max(height, part.getHeight());
    }
    BufferedImage all = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    int x = 0;
    for (BufferedImage part : parts) {
      all.getGraphics().drawImage(part, x, 0, null);
      x += part.getWidth();
    }
    return all;
  }
}
