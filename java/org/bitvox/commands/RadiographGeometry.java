// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.bitvox.Detector;
import org.bitvox.Radiograph;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/**
 * Where source and detector of a radiograph are: what is given, and else what suits the scanner and
 * the size of the image, so that it is in view at all angles. Lengths are in the image's unit.
 */
final class RadiographGeometry {
  private static final int MOST_SIDE = 65536;
  private static final int USUAL_COLUMNS = 512;

  /** Of images, in their unit: 32-bit sums of lengths, areas and volumes are finite. */
  private static final double SMALLEST = 1e-9;

  private static final double LARGEST = 1e9;

  /** Bench-top scanners: so many radii of the object, magnified twice. */
  private static final double NEAR = 4;

  /** Clinical scanners, in metres. */
  private static final double CLINICAL_OBJECT = 0.57;

  private static final double CLINICAL_DETECTOR = 1.04;

  final Detector.Beam beam;
  final Detector.Axis axis;
  final double[] size; // of the image: along columns and beam at angle 0, and along the axis
  final double sourceObject;
  final double sourceDetector;
  final int columns;
  final int rows;
  final double pixelWidth;
  final double pixelHeight;
  final double offsetColumns;
  final double offsetRows;
  final double angle;
  final double range;
  final int angles;
  final double[] voxel;

  private RadiographGeometry(RadiographGeometry of, int columns, int rows, double shrunk) {
    beam = of.beam;
    axis = of.axis;
    size = of.size;
    sourceObject = of.sourceObject;
    sourceDetector = of.sourceDetector;
    this.columns = columns;
    this.rows = rows;
    pixelWidth = of.pixelWidth * shrunk;
    pixelHeight = of.pixelHeight * shrunk;
    offsetColumns = of.offsetColumns;
    offsetRows = of.offsetRows;
    angle = of.angle;
    range = of.range;
    angles = 1;
    voxel = of.voxel;
  }

  /** Of an image. */
  RadiographGeometry(Values values, InputImage image) {
    Scale scale = image.usableScale();
    String scanner = values.text("geometry");
    beam = scanner.equals("synchrotron") ? Detector.Beam.PARALLEL : Detector.Beam.CONE;
    axis = values.constant("axis", Detector.Axis.class);
    voxel = scale.voxel();
    int[] order = order(axis);
    double[] sides = {
      image.width() * voxel[0], image.height() * voxel[1], image.depth() * voxel[2]
    };
    size = new double[] {sides[order[0]], sides[order[1]], sides[order[2]]};
    double longest = Math.max(Math.max(size[0], size[1]), size[2]);
    if (!(longest >= SMALLEST && longest <= LARGEST)) {
      throw new IllegalArgumentException(
          "the image is "
              + String.format(Locale.ROOT, "%.4g", longest)
              + " "
              + (scale.calibrated() ? scale.unit : "voxels")
              + " long; radiographs are of images of 1e-9 to 1e9: choose another unit, or"
              + " voxel_size=");
    }
    double radius = 0.5 * Math.hypot(size[0], size[1]);
    double unit = scale.metres();
    boolean clinical = scanner.equals("clinical");
    if (clinical && !(unit > 0) && !(given(values) == 2)) {
      throw new UsageException(
          "the distances of a clinical scanner need an image with a unit of length, such as mm:"
              + " give it one in Image > Properties..., or source_object= and source_detector=");
    }
    sourceObject =
        number(values, "source_object", clinical ? CLINICAL_OBJECT / unit : NEAR * radius);
    sourceDetector =
        number(
            values,
            "source_detector",
            clinical ? CLINICAL_DETECTOR / unit : Math.max(2 * sourceObject, NEAR * radius));
    offsetColumns = values.decimal("offset_columns");
    offsetRows = values.decimal("offset_rows");
    angle = values.decimal("angle");
    range = values.decimal("range");
    angles = values.integer("angles");
    boolean parallel = beam == Detector.Beam.PARALLEL;
    boolean fits = values.has("pixel") && values.has("columns") && values.has("rows");
    if (!parallel && !fits && sourceObject <= radius) {
      throw new UsageException(
          "the source is within the image as it turns, so no detector has all of it in view: give"
              + " pixel=, columns= and rows=, or source_object= above "
              + shortened(radius));
    }
    double wide = 2 * (parallel ? radius : shadow(radius));
    double high = size[2] * (parallel ? 1 : sourceDetector / (sourceObject - radius));
    double usual =
        parallel
            ? Math.min(voxel[order[0]], voxel[order[1]])
            : wide / (values.has("columns") ? values.integer("columns") : USUAL_COLUMNS);
    pixelWidth = number(values, "pixel", usual);
    pixelHeight = number(values, "pixel", parallel ? voxel[order[2]] : usual);
    columns = side(values, "columns", wide / pixelWidth);
    rows = side(values, "rows", high / pixelHeight);
  }

  /** What is odd about it; or empty. */
  String note() {
    double radius = 0.5 * Math.hypot(size[0], size[1]);
    double behind = sourceDetector - sourceObject;
    boolean cone = beam == Detector.Beam.CONE;
    double magnified = cone && sourceObject > radius ? sourceDetector / (sourceObject - radius) : 1;
    boolean coarse = pixelWidth > 2 * radius * magnified && pixelHeight > size[2] * magnified;
    return Notes.of(
        cone && behind < radius
            ? "The detector is "
                + shortened(behind)
                + " behind the axis, within the image as it turns: what lies behind the detector"
                + " does not count. Choose source_detector above "
                + shortened(sourceObject + radius)
                + "."
            : "",
        cone && sourceObject < radius
            ? "The source is "
                + shortened(sourceObject)
                + " from the axis, within the image as it turns: what lies behind the source does not"
                + " count."
            : "",
        coarse
            ? "A pixel of the detector is wider than the shadow of the whole image: choose a smaller"
                + " pixel."
            : "");
  }

  /** Of how many distances a cone is given. */
  private static int given(Values values) {
    return (values.has("source_object") ? 1 : 0) + (values.has("source_detector") ? 1 : 0);
  }

  /** The axes of the image that columns, the beam at angle 0, and rows go along. */
  static int[] order(Detector.Axis axis) {
    switch (axis) {
      case X:
        return new int[] {1, 2, 0};
      case Y:
        return new int[] {2, 0, 1};
      default:
        return new int[] {0, 1, 2};
    }
  }

  /** Half of the shadow of a circle around the axis. */
  private double shadow(double radius) {
    return sourceDetector * radius / Math.sqrt((sourceObject - radius) * (sourceObject + radius));
  }

  private static double number(Values values, String key, double usual) {
    return values.has(key) ? values.decimal(key) : usual;
  }

  private static int side(Values values, String key, double pixels) {
    if (values.has(key)) {
      return values.integer(key);
    }
    double whole = Math.max(1, Math.ceil(pixels - 1e-6)); // 99.99999999 pixels are not 101
    if (!(whole <= MOST_SIDE)) {
      throw new UsageException(
          "all of the image in view takes "
              + shortened(whole)
              + " "
              + key
              + " of the detector; "
              + MOST_SIDE
              + " are the most: give a larger pixel=, or "
              + key
              + "=");
    }
    return (int) whole;
  }

  /** With four digits. */
  static String shortened(double value) {
    return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }

  /** One angle with fewer, larger pixels in the same place. */
  RadiographGeometry preview(int most) {
    double shrunk = Math.max(1, (double) Math.max(columns, rows) / most);
    return new RadiographGeometry(
        this,
        (int) Math.max(1, Math.round(columns / shrunk)),
        (int) Math.max(1, Math.round(rows / shrunk)),
        shrunk);
  }

  /** In degrees, from 0. */
  double angleOf(int index) {
    return angle + range * index / angles;
  }

  Radiograph radiograph() {
    Radiograph radiograph =
        beam == Detector.Beam.PARALLEL
            ? new Radiograph().parallel()
            : new Radiograph().cone(sourceObject, sourceDetector);
    return radiograph
        .axis(axis)
        .detector(columns, rows, pixelWidth, pixelHeight)
        .offset(offsetColumns, offsetRows)
        .angles(angle, range, angles)
        .spacing(voxel[0], voxel[1], voxel[2]);
  }
}
