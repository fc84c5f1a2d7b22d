// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.Line;
import ij.gui.Overlay;
import ij.gui.TextRoi;
import ij.measure.Calibration;
import ij.plugin.LutLoader;
import ij.process.FloatProcessor;
import ij.process.LUT;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import org.bitvox.Colocalization;
import org.bitvox.JointHistogramResult;
import org.bitvox.ProgressListener;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.RawValues;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Values;

/**
 * Joint histograms as an image: x the bins of the first image, y those of the second, with axes in
 * shown values. The counts begin at the top, as tables do; the picture at the bottom, as plots do.
 */
final class JointHistogramImage {
  /** With fewer bins names would hide what they explain. */
  private static final int SMALLEST = 100;

  /** In letters. */
  private static final int LONGEST = 30;

  private final List<JointHistogramResult> results;
  private final InputImage first;
  private final InputImage second;
  private final Values values;
  private final ProgressListener listener;

  /** The listener may stop the making of an image, by a CancellationException. */
  JointHistogramImage(
      List<JointHistogramResult> results,
      InputImage first,
      InputImage second,
      Values values,
      ProgressListener listener) {
    this.results = results;
    this.first = first;
    this.second = second;
    this.values = values;
    this.listener = listener;
  }

  /** The counts. */
  ImagePlus counts() {
    return image("_joint_histogram", count -> count);
  }

  /** The same, log10(1 + count), with the line of regression and Costes' thresholds if measured. */
  ImagePlus logarithms() {
    ImagePlus image = image("_joint_histogram_log", count -> (float) Math.log10(1.0 + count));
    Overlay overlay = lines(image);
    if (IJ.getInstance() != null) {
      names(image.getWidth(), image.getHeight()).forEach(overlay::add);
    }
    if (overlay.size() > 0) {
      image.setOverlay(overlay);
    }
    turnUpwards(image);
    return image;
  }

  /** What lies along the axes, at their ends, where few pairs lie; not over small pictures. */
  Overlay names(int width, int height) {
    Overlay names = new Overlay();
    int letters = Math.max(8, Math.min(Math.min(width, height) / 20, 24));
    if (Math.min(width, height) >= SMALLEST) {
      TextRoi x = name(axis("input", first) + " \u2192", letters);
      x.setLocation(width - x.getBounds().width, height - x.getBounds().height);
      names.add(x);
      names.add(name("\u2191 " + axis("second", second), letters));
    }
    return names;
  }

  /** The image, with its channel if both are channels of one. */
  private String axis(String key, InputImage image) {
    String name = image.name();
    String shown = name.length() > LONGEST ? name.substring(0, LONGEST - 1) + "\u2026" : name;
    String channel = Keys.channelKey(key, values);
    boolean one = first.name().equals(second.name()) && values.has(channel);
    return one ? shown + ", channel " + values.text(channel) : shown;
  }

  private static TextRoi name(String text, int letters) {
    TextRoi name = new TextRoi(0, 0, text, new Font(Font.SANS_SERIF, Font.PLAIN, letters));
    name.setStrokeColor(Color.WHITE);
    name.setFillColor(Color.BLACK);
    return name;
  }

  /** The values of the second image go upwards; the lines are there already. */
  private static void turnUpwards(ImagePlus image) {
    int height = image.getHeight();
    for (int z = 1; z <= image.getStackSize(); z++) {
      image.getStack().getProcessor(z).flipVertical();
    }
    Calibration axes = image.getCalibration();
    axes.yOrigin = height - 1 - axes.yOrigin; // the row of 0, as ImageJ counts from the top
    axes.setInvertY(true);
  }

  private Overlay lines(ImagePlus image) {
    Calibration axes = image.getCalibration();
    int width = image.getWidth();
    int height = image.getHeight();
    Overlay lines = new Overlay();
    for (int i = 0; i < results.size(); i++) {
      Colocalization c = results.get(i).colocalization();
      if (Double.isNaN(c.firstThreshold())) {
        continue;
      }
      int slice = results.size() > 1 ? i + 1 : 0;
      double atLeft = height - axes.getRawY(c.slope() * axes.getX(0.0) + c.intercept());
      double atRight = height - axes.getRawY(c.slope() * axes.getX((double) width) + c.intercept());
      double x = axes.getRawX(c.firstThreshold());
      double y = height - axes.getRawY(c.secondThreshold());
      add(lines, slice, Color.GREEN, 0, atLeft, width, atRight);
      add(lines, slice, Color.CYAN, x, 0, x, height);
      add(lines, slice, Color.CYAN, 0, y, width, y);
    }
    return lines;
  }

  private static void add(
      Overlay lines, int slice, Color colour, double x1, double y1, double x2, double y2) {
    Line line = new Line(x1, y1, x2, y2);
    line.setStrokeColor(colour);
    line.setPosition(slice);
    lines.add(line);
  }

  private interface View {
    float of(long count);
  }

  private ImagePlus image(String ending, View view) {
    int width = results.get(0).firstBins();
    int height = results.get(0).secondBins();
    ImageStack stack = new ImageStack(width, height);
    double largest = 0;
    for (JointHistogramResult result : results) {
      float[] pixels = new float[width * height];
      for (int y = 0; y < height; y++) {
        listener.throwIfStopped();
        for (int x = 0; x < width; x++) {
          float pixel = view.of(result.count(x, y));
          pixels[y * width + x] = pixel;
          largest = Math.max(largest, pixel);
        }
      }
      stack.addSlice("", new FloatProcessor(width, height, pixels));
    }
    ImagePlus image = new ImagePlus(first.named(ending), stack);
    image.setCalibration(axes(results.get(0)));
    image.setLut(new LUT(LutLoader.getLut("fire"), 0, largest));
    image.setDisplayRange(0, largest);
    return image;
  }

  private Calibration axes(JointHistogramResult result) {
    double[] a = shown(result.firstRange(), first);
    double[] b = shown(result.secondRange(), second);
    Calibration axes = new Calibration();
    axes.setUnit("value");
    axes.pixelWidth = (a[1] - a[0]) / result.firstBins();
    axes.pixelHeight = (b[1] - b[0]) / result.secondBins();
    axes.xOrigin = -a[0] / axes.pixelWidth;
    axes.yOrigin = -b[0] / axes.pixelHeight;
    return axes;
  }

  /** Of raw values, those that ImageJ shows. */
  static double[] shown(double[] raw, InputImage image) {
    RawValues values = new RawValues("range", image.calibration(), image.bitDepth());
    return new double[] {values.shown(raw[0]), values.shown(raw[1])};
  }
}
