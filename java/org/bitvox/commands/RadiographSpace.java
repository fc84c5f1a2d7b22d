// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.nio.file.Path;
import java.util.List;
import org.bitvox.Meshes;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Titles;

/** Where the object of a radiograph lies: its box, the unit of lengths, and what it is called. */
final class RadiographSpace {
  /** In tables. */
  final String name;

  /** "the image", "the meshes". */
  final String subject;

  /** "is" or "are". */
  final String verb;

  /** "the image as it turns". */
  final String turning;

  /** "all of it". */
  final String all;

  final Scale scale;

  /** Of lengths: "voxels" or "units" where it has no name. */
  final String unit;

  /** Of the box, along x, y and z. */
  final double[] size;

  /** Along x, y and z; null for meshes. */
  final double[] voxel;

  /** Whether it is what a dialog shows. */
  final boolean isPreview;

  /** What must be known about it; or empty. */
  final String note;

  private final String title;

  private RadiographSpace(
      String name,
      String title,
      boolean one,
      Scale scale,
      String unit,
      double[] size,
      double[] voxel,
      boolean isPreview,
      String note) {
    this.name = name;
    this.title = title;
    subject = one ? "the image" : "the meshes";
    verb = one ? "is" : "are";
    turning = subject + (one ? " as it turns" : " as they turn");
    all = one ? "all of it" : "all of them";
    this.scale = scale;
    this.unit = scale.calibrated() ? scale.unit : unit;
    this.size = size;
    this.voxel = voxel;
    this.isPreview = isPreview;
    this.note = note;
  }

  static RadiographSpace of(InputImage image) {
    double[] voxel = image.usableScale().voxel();
    double[] size = {image.width() * voxel[0], image.height() * voxel[1], image.depth() * voxel[2]};
    return new RadiographSpace(
        image.name(),
        image.named(""),
        true,
        image.scale(),
        "voxels",
        size,
        voxel,
        image.isPreview(),
        Notes.ofOneSlice(image));
  }

  /**
   * Of meshes.
   *
   * @param unit of their coordinates; empty if it is not known
   */
  static RadiographSpace of(Meshes meshes, List<Path> files, String unit) {
    String first = files.get(0).getFileName().toString();
    String more = files.size() == 1 ? "" : " and " + (files.size() - 1) + " more";
    return new RadiographSpace(
        first + more,
        Titles.name(first),
        false,
        Scale.ofUnit(unit),
        "units",
        meshes.size(),
        null,
        false,
        "");
  }

  /** The title of a result. */
  String named(String ending) {
    return title + ending;
  }
}
