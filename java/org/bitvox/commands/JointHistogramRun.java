// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.ImageStack;
import ij.measure.Calibration;
import ij.plugin.LutLoader;
import ij.process.FloatProcessor;
import ij.process.LUT;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.bitvox.BinaryVolume;
import org.bitvox.GreyImage;
import org.bitvox.JointHistogram;
import org.bitvox.JointHistogramResult;
import org.bitvox.ProgressListener;

/** Counts and writes the files that were asked for: what menu and command line share. */
final class JointHistogramRun {
  /** The keys of files. */
  static final String[] FILES = {"output", "save", "counts"};

  /** One for the volume, or one a slice. */
  final List<JointHistogramResult> results = new ArrayList<>();

  final Table table = new Table();

  private final PixelSource first;
  private final PixelSource second;
  private final PixelSource mask;
  private final Values values;
  private final ProgressListener listener;
  private final RawValues firstValues;
  private final RawValues secondValues;

  private JointHistogramRun(
      PixelSource first,
      PixelSource second,
      PixelSource mask,
      Values values,
      ProgressListener listener) {
    this.first = first;
    this.second = second;
    this.mask = mask;
    this.values = values;
    this.listener = listener;
    firstValues = new RawValues("range", first.calibration(), first.bitDepth());
    secondValues = new RawValues("second_range", second.calibration(), second.bitDepth());
  }

  /**
   * Counts.
   *
   * @param mask or null
   */
  static JointHistogramRun measure(
      PixelSource first,
      PixelSource second,
      PixelSource mask,
      Values values,
      OutputFiles outputs,
      ProgressListener listener)
      throws IOException {
    JointHistogramRun run = new JointHistogramRun(first, second, mask, values, listener);
    run.count();
    run.fillTable();
    run.write(outputs);
    return run;
  }

  private void count() throws IOException {
    JointHistogram histogram =
        new JointHistogram()
            .backend(values.text("backend"))
            .threads(values.integer("threads"))
            .thresholds(
                threshold("threshold", firstValues), threshold("second_threshold", secondValues));
    int[] bins = JointHistogramParameters.bins(values);
    histogram.bins(bins[0], bins[1]);
    double[] range = JointHistogramParameters.range("range", values);
    double[] secondRange = JointHistogramParameters.range("second_range", values);
    if (range != null) {
      histogram.firstRange(firstValues.raw(range[0]), firstValues.raw(range[1]));
    }
    if (secondRange != null) {
      histogram.secondRange(secondValues.raw(secondRange[0]), secondValues.raw(secondRange[1]));
    }
    if (values.flag("per_slice")) {
      countSlices(histogram, range == null, secondRange == null);
    } else {
      countVolume(histogram);
    }
  }

  /** 0, the default, is the raw 0 where shown values cannot be turned into raw ones. */
  private double threshold(String key, RawValues shown) {
    return values.given(key) ? shown.raw(values.decimal(key)) : 0;
  }

  private void countVolume(JointHistogram histogram) throws IOException {
    int threads = values.integer("threads");
    GreyImage a = null;
    GreyImage b = null;
    BinaryVolume m = null;
    try {
      a = first.load(threads, listener);
      b = second.load(threads, listener);
      m = mask == null ? null : mask.loadMask(threads, listener);
      results.add(histogram.measure(a, b, m, listener));
    } finally {
      PixelSource.close(a);
      PixelSource.close(b);
      Images.close(m);
    }
  }

  /** All slices with the same ranges, so that their histograms can be compared. */
  private void countSlices(JointHistogram histogram, boolean firstFull, boolean secondFull)
      throws IOException {
    if (firstFull) {
      double[] range = fullRange(first);
      histogram.firstRange(range[0], range[1]);
    }
    if (secondFull) {
      double[] range = fullRange(second);
      histogram.secondRange(range[0], range[1]);
    }
    checkDepth(second);
    if (mask != null) {
      checkDepth(mask);
    }
    for (int z = 0; z < first.depth(); z++) {
      BinaryVolume m = mask == null ? null : mask.maskSlice(z);
      results.add(
          histogram.measure(first.greySlice(z), second.greySlice(z), m, ProgressListener.NONE));
      if (!listener.keepGoing(z + 1, first.depth())) {
        throw new CancellationException(Messages.STOPPED);
      }
    }
  }

  private void checkDepth(PixelSource other) {
    if (other.depth() != first.depth()) {
      throw new IllegalArgumentException(
          Messages.depths(other.name(), other.depth(), first.depth()));
    }
  }

  private double[] fullRange(PixelSource source) throws IOException {
    int threads = values.integer("threads");
    GreyImage image = source.load(threads, listener);
    try {
      return JointHistogram.fullRange(image, threads, listener);
    } finally {
      PixelSource.close(image);
    }
  }

  private void fillTable() {
    boolean slices = values.flag("per_slice");
    for (int i = 0; i < results.size(); i++) {
      JointHistogramResult r = results.get(i);
      Table.Row row = table.addRow().put("Image", first.name()).put("Second", second.name());
      if (slices) {
        row.put("Slice", i + 1);
      }
      row.put("Used (voxels)", r.used()).put("Outside ranges (voxels)", r.outside());
      row.put("Not finite (voxels)", r.notFinite());
      row.put("H(A) (bits)", r.firstEntropy()).put("H(B) (bits)", r.secondEntropy());
      row.put("H(A,B) (bits)", r.jointEntropy()).put("MI (bits)", r.mutualInformation());
      row.put("NMI (H(A)+H(B))/H(A,B)", r.normalisedSum());
      row.put("NMI 2MI/(H(A)+H(B))", r.normalisedMean());
      row.put("Pearson r", r.pearson());
      row.put("Manders M1", r.mandersFirst()).put("Manders M2", r.mandersSecond());
      row.put("Bins A", r.firstBins()).put("Bins B", r.secondBins());
      row.put("Backend", r.backend()).put("Note", r.note());
    }
  }

  private void write(OutputFiles outputs) throws IOException {
    outputs.write("save", table);
    if (outputs.has("output")) {
      outputs.write("output", this::writeImage);
    }
    if (outputs.has("counts")) {
      outputs.write("counts", this::writeCounts);
    }
    outputs.commit();
  }

  private Path writeImage(Path path) throws IOException {
    return ImageFiles.write(image(), path);
  }

  /** One line for each count above 0. */
  private Path writeCounts(Path path) throws IOException {
    boolean slices = values.flag("per_slice");
    try (BufferedWriter out = Files.newBufferedWriter(path, StandardCharsets.UTF_8)) {
      out.write((slices ? "Slice," : "") + "Bin A,Bin B,Count\n");
      for (int i = 0; i < results.size(); i++) {
        JointHistogramResult result = results.get(i);
        String slice = slices ? (i + 1) + "," : "";
        for (int b = 0; b < result.secondBins(); b++) {
          for (int a = 0; a < result.firstBins(); a++) {
            if (result.count(a, b) != 0) {
              out.write(slice + a + "," + b + "," + result.count(a, b) + "\n");
            }
          }
        }
      }
    }
    return path;
  }

  /** The counts, x the bins of the first image, with axes in its values. */
  ImagePlus image() {
    return image("_joint_histogram", count -> count);
  }

  /** The same, log10(1 + count). */
  ImagePlus logarithms() {
    return image("_joint_histogram_log", count -> (float) Math.log10(1.0 + count));
  }

  private interface View {
    float of(long count);
  }

  private ImagePlus image(String suffix, View view) {
    int width = results.get(0).firstBins();
    int height = results.get(0).secondBins();
    ImageStack stack = new ImageStack(width, height);
    double largest = 0;
    for (JointHistogramResult result : results) {
      float[] pixels = new float[width * height];
      for (int i = 0; i < pixels.length; i++) {
        pixels[i] = view.of(result.count(i % width, i / width));
        largest = Math.max(largest, pixels[i]);
      }
      stack.addSlice("", new FloatProcessor(width, height, pixels));
    }
    ImagePlus image = new ImagePlus(Images.name(first.name()) + suffix, stack);
    image.setCalibration(axes(results.get(0)));
    image.setLut(new LUT(LutLoader.getLut("fire"), 0, largest));
    image.setDisplayRange(0, largest);
    return image;
  }

  private Calibration axes(JointHistogramResult result) {
    double[] a = shown(result.firstRange(), firstValues);
    double[] b = shown(result.secondRange(), secondValues);
    Calibration axes = new Calibration();
    axes.setUnit("value");
    axes.pixelWidth = (a[1] - a[0]) / result.firstBins();
    axes.pixelHeight = (b[1] - b[0]) / result.secondBins();
    axes.xOrigin = -a[0] / axes.pixelWidth;
    axes.yOrigin = -b[0] / axes.pixelHeight;
    return axes;
  }

  private static double[] shown(double[] raw, RawValues values) {
    return new double[] {values.shown(raw[0]), values.shown(raw[1])};
  }
}
