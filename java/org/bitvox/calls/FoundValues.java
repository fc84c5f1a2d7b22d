// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.io.IOException;
import java.util.concurrent.CancellationException;

/** What an image holds that was to be binary, or have foreground: the sentence for its user. */
final class FoundValues {
  private static final String THRESHOLD =
      "; set Threshold (threshold=T), and foreground is T and more";
  private static final String MAKE_BINARY = "; make it binary first: Image>Adjust>Threshold, Apply";
  private static final String LABELS = "; of a label image, threshold=1 takes all labels";
  private static final String PHASES = ", and diffusivities=FILE.csv says how each conducts";

  private final InputImage image;
  private final ShownValues shown;
  private double smallest = Double.POSITIVE_INFINITY;
  private double largest = Double.NEGATIVE_INFINITY;

  private FoundValues(InputImage image) {
    this.image = image;
    shown = ShownValues.of(image.calibration(), image.bitDepth());
  }

  /**
   * The problem of an operation with one of its images, with the image's name and values.
   *
   * @param problem what the operation says, which knows neither
   */
  static String sentence(String problem, Iterable<InputImage> images) throws IOException {
    for (InputImage image : images) {
      boolean input = image.use() == InputImage.Use.BINARY;
      if (input || image.use() == InputImage.Use.MASK) {
        String neither = new FoundValues(image).neither();
        if (!neither.isEmpty()) {
          String start = image.name() + ": " + problem.replaceAll("\\.$", "") + ", but ";
          return start + (input ? whatToDo(image, neither) : neither + MAKE_BINARY);
        }
      }
    }
    for (InputImage image : images) {
      boolean binary = image.use() == InputImage.Use.BINARY;
      if (binary || image.use() == InputImage.Use.THRESHOLDED) {
        String foreground = binary ? "255" : thresholded(image.values.text("threshold"));
        String range = new FoundValues(image).range();
        return (image.name() + ": " + problem)
            + (" (" + range + ", foreground is " + foreground + ")");
      }
    }
    return problem;
  }

  /** No threshold tells values apart that are all the same. */
  private static String whatToDo(InputImage image, String neither) throws IOException {
    String otsu = Otsu.suggestion(image);
    if (otsu.isEmpty()) { // in the slices that it looks at
      FoundValues values = new FoundValues(image);
      String range = values.range();
      if (!(values.smallest < values.largest)) {
        return range;
      }
    }
    return neither + THRESHOLD + otsu + labels(image);
  }

  private static String labels(InputImage image) {
    return LABELS + (image.values.declares("diffusivities") ? PHASES : "");
  }

  /** Whether all values are 0 or 255, of 8 bits. */
  static boolean isBinary(InputImage image) throws IOException {
    return new FoundValues(image).neither().isEmpty();
  }

  static String thresholded(String threshold) {
    return threshold.contains("..") ? threshold.replace("..", " to ") : threshold + " and more";
  }

  /** Empty where every value is 0 or 255. */
  private String neither() throws IOException {
    if (image.bitDepth() != 8) {
      return "this one has " + image.bitDepth() + " bits";
    }
    for (int z = 0; z < image.depth(); z++) {
      byte[] pixels = (byte[]) slice(z);
      for (int i = 0; i < pixels.length; i++) {
        if (pixels[i] != 0 && pixels[i] != (byte) 255) {
          int x = i % image.width();
          int y = i / image.width();
          return "the value at x=" + x + " y=" + y + " z=" + z + " is " + (pixels[i] & 0xff);
        }
      }
    }
    return "";
  }

  private String range() throws IOException {
    for (int z = 0; z < image.depth(); z++) {
      add(slice(z));
    }
    if (smallest > largest) {
      return "none of its values is a number";
    }
    return smallest == largest
        ? "all its values are " + number(smallest)
        : "its values are " + number(smallest) + " to " + number(largest);
  }

  private Object slice(int z) throws IOException {
    if (!image.progress.keepGoing(z, image.depth())) {
      throw new CancellationException("stopped");
    }
    return image.slice(z);
  }

  private void add(Object pixels) {
    ShownValues.each(shown, pixels, this::add);
  }

  /** NaN is neither smaller nor larger. */
  private void add(double value) {
    smallest = value < smallest ? value : smallest;
    largest = value > largest ? value : largest;
  }

  /** As ImageJ shows it, where a whole number has no decimals. */
  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Float.toString((float) value);
  }
}
