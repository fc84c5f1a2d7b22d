// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bitvox.RegisterMiMotion;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.files.CsvFile;
import org.bitvox.files.Messages;

/**
 * Reads the motions that a table of this command has: a row for each frame. Lengths are taken in
 * the image's unit, so that the image may have other voxels than the one that they were found for.
 */
final class RegisterMiMotionFile {
  private static final Pattern SHIFT = Pattern.compile("dx \\((?!voxels\\))(.*)\\)");

  /** Voxels that differ by less are the same: what was divided by a size and multiplied again. */
  private static final double SAME = 1e-6;

  /** Of voxels and degrees; a motion has no more. */
  private static final double LARGEST = 1e9;

  private final CsvFile file;
  private final InputImage image;
  private final Scale scale;
  private final String unit; // as the table writes it

  private RegisterMiMotionFile(CsvFile file, InputImage image) throws IOException {
    this.file = file;
    this.image = image;
    scale = image.scale();
    unit = unit(RegisterMiTable.unit(scale));
  }

  /**
   * The motions of all frames of an image, in voxels of it.
   *
   * @param name what the user calls the file
   * @throws IOException with a sentence about the file if it does not have them
   */
  static List<RegisterMiMotion> read(Path path, String name, InputImage image) throws IOException {
    return new RegisterMiMotionFile(CsvFile.read(path, name), image).motions();
  }

  private List<RegisterMiMotion> motions() throws IOException {
    require("dy (" + unit + ")", "dz (" + unit + ")", "angle (degrees)");
    boolean anyAxis = file.has("angle x (degrees)") || file.has("angle y (degrees)");
    if (anyAxis) {
      require("angle x (degrees)", "angle y (degrees)");
    }
    boolean placed = file.has("Middle x (" + unit + ")");
    if (placed) {
      require("Middle y (" + unit + ")", "Middle z (" + unit + ")");
    }
    if (file.rows() != image.frames()) {
      throw file.problem(
          "has "
              + Messages.count(file.rows(), "row")
              + ", but "
              + image.name()
              + " has "
              + Messages.count(image.frames(), "frame")
              + (file.rows() > image.frames() ? "; delete the rows of other images" : ""));
    }
    List<RegisterMiMotion> motions = new ArrayList<>();
    for (int row = 1; row <= file.rows(); row++) {
      checkFrame(row);
      RegisterMiMotion motion =
          RegisterMiMotion.of(
              shift(row, "dx", scale.x),
              shift(row, "dy", scale.y),
              shift(row, "dz", scale.z),
              anyAxis ? angle(row, "angle x (degrees)") : 0,
              anyAxis ? angle(row, "angle y (degrees)") : 0,
              angle(row, "angle (degrees)"));
      motions.add(
          placed
              ? motion.about(
                  place(row, "Middle x", scale.x),
                  place(row, "Middle y", scale.y),
                  place(row, "Middle z", scale.z))
              : motion);
    }
    return motions;
  }

  /** What the table calls the image's unit. */
  private String unit(String own) throws IOException {
    if (file.has("dx (" + own + ")")) {
      return own;
    }
    for (String heading : file.headings()) {
      Matcher shift = SHIFT.matcher(heading);
      if (shift.matches()) {
        String unit = shift.group(1);
        if (Scale.sameUnit(unit, own)) {
          return unit;
        }
        throw file.problem(
            ("its shifts are in "
                    + Messages.shortened(unit)
                    + ", but "
                    + image.name()
                    + " is in "
                    + own)
                + "; give the image that unit (Image>Properties...)");
      }
    }
    require("dx (" + own + ")");
    return own;
  }

  private void require(String... headings) throws IOException {
    for (String heading : headings) {
      if (!file.has(heading)) {
        throw file.problem(
            "has no column '" + heading + "'; it must be a table that save= of register_mi wrote");
      }
    }
  }

  private void checkFrame(int row) throws IOException {
    boolean named = file.has("Frame") && !file.text(row, "Frame").trim().isEmpty();
    if (named && file.number(row, "Frame") != row) {
      throw file.problem(
          "row "
              + row
              + " is about frame "
              + Messages.shortened(file.text(row, "Frame"))
              + "; the rows must be those of frames 1, 2, 3 and so on, in order");
    }
  }

  private double angle(int row, String heading) throws IOException {
    return allowed(row, heading, file.number(row, heading));
  }

  private double allowed(int row, String heading, double value) throws IOException {
    if (Math.abs(value) <= LARGEST) {
      return value;
    }
    throw file.problem(
        ("row " + row + " has " + Messages.quoted(file.text(row, heading)) + " as " + heading)
            + "; -1e9 to 1e9 voxels and degrees are allowed");
  }

  /** The number of voxels as it was found, if a voxel is as large as then. */
  private double shift(int row, String part, double size) throws IOException {
    String heading = part + " (" + unit + ")";
    double voxels = allowed(row, heading, length(file.number(row, heading), size));
    String exact = part + " (voxels)";
    double found = file.has(exact) ? file.number(row, exact) : voxels;
    return Math.abs(found - voxels) < SAME ? found : voxels;
  }

  /** Middles lie at voxels, or half-way between two of them. */
  private double place(int row, String part, double size) throws IOException {
    String heading = part + " (" + unit + ")";
    double voxels = allowed(row, heading, length(file.number(row, heading), size));
    double half = Math.rint(2 * voxels) / 2;
    return Math.abs(half - voxels) < SAME ? half : voxels;
  }

  /** A single slice may have any depth, 0 too. */
  private static double length(double value, double size) {
    return value == 0 ? 0 : value / size;
  }
}
