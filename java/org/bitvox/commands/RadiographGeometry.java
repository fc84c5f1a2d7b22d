// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.bitvox.Detector;
import org.bitvox.Radiograph;
import org.bitvox.RayHits;
import org.bitvox.calls.Notes;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/**
 * Where source and detector of a radiograph are: what is given, and else what suits the scanner and
 * the size of the image or the meshes, so that all is in view at all angles. Lengths are in their
 * unit.
 */
final class RadiographGeometry {
  private static final int MOST_SIDE = 65536;
  private static final int USUAL_COLUMNS = 512;

  /** Of images, in their unit: 32-bit sums of lengths, areas and volumes are finite. */
  private static final double SMALLEST = 1e-9;

  private static final double LARGEST = 1e9;

  /** Bench-top scanners: so many radii of the object, magnified twice. */
  private static final double NEAR = 4;

  /** Of a flat or thin object, whose shadow as a part of its height gives the usual pixel. */
  private static final double LEAST_SHADOW = 1.0 / 128;

  /** Clinical scanners, in millimetres. */
  private static final double CLINICAL_OBJECT = 570;

  private static final double CLINICAL_DETECTOR = 1040;

  final Detector.Beam beam;
  final Detector.Axis axis;
  final double[] size; // of the box: along columns and beam at angle 0, and along the axis
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
  private final RadiographSpace space;

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
    space = of.space;
  }

  /** What a radiograph's keys say. */
  static RadiographGeometry of(Values values, RadiographSpace space) {
    boolean parallel = values.text("geometry").equals("synchrotron");
    boolean clinical = values.text("geometry").equals("clinical");
    Detector.Beam beam = parallel ? Detector.Beam.PARALLEL : Detector.Beam.CONE;
    return new RadiographGeometry(values, space, beam, clinical, "pixel", "pixel");
  }

  /** What the keys of hits say: one angle. */
  static RadiographGeometry ofHits(Values values, RadiographSpace space) {
    Detector.Beam beam = values.constant("beam", Detector.Beam.class);
    return new RadiographGeometry(values, space, beam, false, "pixel_width", "pixel_height");
  }

  private RadiographGeometry(
      Values values,
      RadiographSpace space,
      Detector.Beam beam,
      boolean clinical,
      String widthKey,
      String heightKey) {
    this.space = space;
    this.beam = beam;
    axis = values.constant("axis", Detector.Axis.class);
    int[] order = order(axis);
    size = new double[] {space.size[order[0]], space.size[order[1]], space.size[order[2]]};
    double longest = Math.max(Math.max(size[0], size[1]), size[2]);
    if (!(longest >= SMALLEST && longest <= LARGEST)) {
      throw new IllegalArgumentException(
          space.subject
              + " "
              + space.verb
              + " "
              + String.format(Locale.ROOT, "%.4g", longest)
              + " "
              + space.unit
              + " long; "
              + (space.voxel != null
                  ? "radiographs are of images of 1e-9 to 1e9: choose another unit, or voxel_size="
                  : "1e-9 to 1e9 are allowed: choose another unit of their coordinates"));
    }
    double radius = 0.5 * Math.hypot(size[0], size[1]);
    double millimetres = 1000 * space.scale.metres();
    if (clinical && !(millimetres > 0) && !(given(values) == 2)) {
      throw new UsageException(
          "the distances of a clinical scanner need "
              + (space.voxel != null
                  ? "an image with a unit of length, such as mm: give it one in Image >"
                      + " Properties..., or source_object= and source_detector="
                  : "the unit of the meshes, such as unit=mm; or give source_object= and"
                      + " source_detector="));
    }
    sourceObject =
        number(values, "source_object", clinical ? CLINICAL_OBJECT / millimetres : NEAR * radius);
    sourceDetector =
        number(
            values,
            "source_detector",
            clinical ? CLINICAL_DETECTOR / millimetres : Math.max(2 * sourceObject, NEAR * radius));
    offsetColumns = values.decimal("offset_columns");
    offsetRows = values.decimal("offset_rows");
    angle = values.decimal("angle");
    range = values.declares("range") ? values.decimal("range") : 0;
    angles = values.declares("angles") ? values.integer("angles") : 1;
    boolean parallel = beam == Detector.Beam.PARALLEL;
    boolean placed =
        values.has(widthKey)
            && values.has(heightKey)
            && values.has("columns")
            && values.has("rows");
    if (!parallel && !placed && sourceObject <= radius) {
      String pixel = widthKey.equals(heightKey) ? widthKey : widthKey + "=, " + heightKey;
      throw new UsageException(
          "the source is within "
              + space.turning
              + ", so no detector has "
              + space.all
              + " in view: give "
              + pixel
              + "=, columns= and rows=, or source_object= above "
              + shortened(radius));
    }
    double wide = 2 * (parallel ? radius : shadow(radius));
    double high = size[2] * (parallel ? 1 : sourceDetector / (sourceObject - radius));
    boolean voxels = parallel && space.voxel != null;
    double usual =
        voxels
            ? Math.min(space.voxel[order[0]], space.voxel[order[1]])
            : Math.max(wide, LEAST_SHADOW * high)
                / (values.has("columns") ? values.integer("columns") : USUAL_COLUMNS);
    pixelWidth = number(values, widthKey, usual);
    pixelHeight = number(values, heightKey, voxels ? space.voxel[order[2]] : usual);
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
                + " behind the axis, within "
                + space.turning
                + ": what lies behind the detector"
                + " does not count. Choose source_detector above "
                + shortened(sourceObject + radius)
                + "."
            : "",
        cone && sourceObject < radius
            ? "The source is "
                + shortened(sourceObject)
                + " from the axis, within "
                + space.turning
                + ": what lies behind the source does not"
                + " count."
            : "",
        coarse
            ? "A pixel of the detector is wider than the whole shadow: choose a smaller" + " pixel."
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

  private int side(Values values, String key, double pixels) {
    if (values.has(key)) {
      return values.integer(key);
    }
    double whole = Math.max(1, Math.ceil(pixels - 1e-6)); // 99.99999999 pixels are not 101
    if (!(whole <= MOST_SIDE)) {
      throw new UsageException(
          "all of "
              + space.subject
              + " in view takes "
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
        .spacing(voxelSide(0), voxelSide(1), voxelSide(2));
  }

  /** Meshes have none. */
  private double voxelSide(int axisOfImage) {
    return space.voxel == null ? 1 : space.voxel[axisOfImage];
  }

  /** Of one angle. */
  RayHits rayHits() {
    RayHits hits =
        beam == Detector.Beam.PARALLEL
            ? new RayHits().parallel()
            : new RayHits().cone(sourceObject, sourceDetector);
    return hits.axis(axis)
        .detector(columns, rows, pixelWidth, pixelHeight)
        .offset(offsetColumns, offsetRows)
        .angle(angle);
  }

  /** Where a cone's source is at the first angle: x, y and z, of what has this middle. */
  double[] source(double[] middle) {
    double turn = Math.toRadians(angle);
    int[] order = order(axis);
    double[] place = middle.clone();
    place[order[0]] += sourceObject * Math.sin(turn);
    place[order[1]] -= sourceObject * Math.cos(turn);
    return place;
  }
}
