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
import java.util.List;
import java.util.function.Predicate;
import javax.imageio.ImageIO;

/**
 * The pictures of the manual's page on schedulers, of the files that schedulers_bench writes:
 * "FOLDER PICTURES".
 */
public final class SchedulerPictures {
  private static final String[] COLORS = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e"};
  private static final int WIDTH = 420;
  private static final int HEIGHT = 260;

  private SchedulerPictures() {}

  public static void main(String[] args) throws IOException {
    List<String[]> runs = rows(Paths.get(args[0], "schedulers.csv"));
    List<String[]> blocks = rows(Paths.get(args[0], "schedulers_blocks.csv"));
    BufferedImage[] times = new BufferedImage[2];
    BufferedImage[] balance = new BufferedImage[2];
    String[] kinds = {"uniform", "geometric"};
    for (int i = 0; i < kinds.length; i++) {
      times[i] = times(runs, kinds[i]);
      balance[i] = balance(blocks, kinds[i]);
    }
    ImageIO.write(sideBySide(times), "png", new File(args[1], "schedulers_attempts.png"));
    ImageIO.write(sideBySide(balance), "png", new File(args[1], "schedulers_balance.png"));
  }

  /** The cells of a table but for its first line; one cell may have a comma, in quotes. */
  private static List<String[]> rows(Path file) throws IOException {
    List<String[]> rows = new ArrayList<>();
    List<String> lines = Files.readAllLines(file);
    for (String line : lines.subList(1, lines.size())) {
      rows.add(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)"));
    }
    return rows;
  }

  private static double[] column(List<String[]> rows, int column, Predicate<String[]> which) {
    return rows.stream().filter(which).mapToDouble(r -> Double.parseDouble(r[column])).toArray();
  }

  private static BufferedImage times(List<String[]> all, String costs) {
    List<String[]> rows = new ArrayList<>(all);
    rows.removeIf(row -> !row[0].equals("8192") || !row[1].equals(costs));
    Plot plot = new Plot("", "Attempts to steal", "Time (ms), " + costs + " costs");
    plot.setFrameSize(WIDTH, HEIGHT);
    plot.setLineWidth(2);
    StringBuilder legend = new StringBuilder();
    int color = 0;
    for (String victims : new String[] {"random", "consecutive"}) {
      for (String shared : new String[] {"2", "512"}) {
        Predicate<String[]> these =
            row -> row[2].contains(victims + " victims") && row[3].equals(shared);
        plot.setColor(Color.decode(COLORS[color++]));
        plot.addPoints(column(rows, 4, these), column(rows, 5, these), Plot.LINE);
        legend.append(victims).append(", ").append(shared).append(" places\n");
      }
    }
    String[] others = {"\"tickets\"", "\"owners\"", "\"windows of 1\""};
    double x = 1.1;
    for (String other : others) {
      double time = column(rows, 5, row -> row[2].equals(other))[0];
      plot.setColor(Color.BLACK);
      plot.setLineWidth(1);
      plot.addPoints(new double[] {1, 256}, new double[] {time, time}, Plot.LINE);
      plot.addText(other.replace("\"", ""), x, time * 1.03);
      x *= 6;
    }
    plot.setLogScaleX();
    plot.setLogScaleY();
    double[] y =
        column(rows, 5, row -> row[2].contains("queues") || row[2].contains("windows of 1\""));
    double least = Double.MAX_VALUE;
    double most = 0;
    for (double value : y) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    plot.setLimits(0.9, 300, least * 0.7, most * 12); // the legend is above the curves
    plot.setColor(Color.BLACK);
    plot.addLegend(legend.toString(), "top-right");
    return plot.getProcessor().getBufferedImage();
  }

  /** How long each block works, the busiest first. */
  private static BufferedImage balance(List<String[]> rows, String costs) {
    Plot plot = new Plot("", "Block, the busiest first", "Busy (ms), " + costs + " costs");
    plot.setFrameSize(WIDTH, HEIGHT);
    plot.setLineWidth(2);
    StringBuilder legend = new StringBuilder();
    int color = 0;
    double most = 0;
    String[] names = {"fixed", "tickets", "owners", "windows of 1", "queues, random victims"};
    int blocks = 0;
    for (String name : names) {
      boolean queues = name.startsWith("queues");
      double[] busy =
          column(
              rows,
              5,
              row ->
                  row[0].equals(costs)
                      && row[1].equals("\"" + name + "\"")
                      && (!queues || row[2].equals("2") && row[3].equals("8")));
      java.util.Arrays.sort(busy);
      double[] x = new double[busy.length];
      double[] y = new double[busy.length];
      for (int i = 0; i < x.length; i++) {
        x[i] = i;
        y[i] = busy[busy.length - 1 - i];
        most = queues ? most : Math.max(most, y[i]); // one block's time is off the scale
      }
      blocks = busy.length;
      plot.setColor(Color.decode(COLORS[color++]));
      plot.addPoints(x, y, Plot.LINE);
      legend.append(name).append('\n');
    }
    plot.setLimits(0, blocks, 0, most * 2);
    plot.setColor(Color.BLACK);
    plot.addLegend(legend.toString(), "top-right");
    return plot.getProcessor().getBufferedImage();
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
