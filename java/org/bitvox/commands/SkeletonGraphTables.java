// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Arrays;
import java.util.List;
import org.bitvox.ProgressListener;
import org.bitvox.SkeletonBranch;
import org.bitvox.SkeletonGraphResult;
import org.bitvox.calls.Call;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;

/** The branches of a skeleton and what was counted, as tables. */
final class SkeletonGraphTables {
  private static final String MEAN_WIDTH = "Mean width (unit of the map)";

  private static final String THIN_3D = "3D (skeleton3d).";

  private static final String SLICES = "slices that were thinned one by one need per_slice; ";

  private SkeletonGraphTables() {}

  /** One row for each branch; positions and lengths in the image's unit. */
  static Table branches(
      SkeletonGraphResult graph, Scale scale, boolean widths, ProgressListener listener) {
    String unit = unit(scale);
    List<String> headings =
        Arrays.asList(
            "Skeleton",
            "Branch length" + unit,
            "V1 x" + unit,
            "V1 y" + unit,
            "V1 z" + unit,
            "V2 x" + unit,
            "V2 y" + unit,
            "V2 z" + unit,
            "Euclidean distance" + unit,
            "Voxels");
    Table table = new Table(headings);
    for (SkeletonBranch branch : graph.branches()) {
      listener.throwIfStopped();
      double[] from = position(branch.first(), scale);
      double[] to = position(branch.last(), scale);
      Object[] cells = {
        branch.skeleton(),
        branch.length(),
        from[0],
        from[1],
        from[2],
        to[0],
        to[1],
        to[2],
        distance(from, to),
        branch.voxels()
      };
      Table.Row row = table.addRow();
      for (int i = 0; i < cells.length; i++) {
        row.put(headings.get(i), cells[i]);
      }
      if (widths) {
        row.put(MEAN_WIDTH, 2 * branch.meanDistance());
      }
    }
    return table;
  }

  /** One row for an image. */
  static Table summary(Call call, SkeletonGraphResult graph, boolean widths, String note) {
    Scale scale = call.input().scale();
    double sum = 0;
    double longest = 0;
    double voxels = 0;
    double distances = 0;
    for (SkeletonBranch branch : graph.branches()) {
      sum += branch.length();
      longest = Math.max(longest, branch.length());
      voxels += branch.voxels();
      distances += branch.meanDistance() * branch.voxels();
    }
    int count = graph.branches().size();
    Table table = new Table();
    Table.Row row = call.addRow(table, call.input().name());
    row.put("Skeletons", graph.skeletons());
    row.put("Branches", count).put("End points", graph.endPoints());
    row.put("Junctions", graph.junctions()).put("Junction voxels", graph.junctionVoxels());
    row.put("Slab voxels", graph.slabVoxels()).put("Pruned branches", graph.prunedBranches());
    row.put("Total length" + unit(scale), sum);
    row.put("Mean branch length" + unit(scale), count == 0 ? 0 : sum / count);
    row.put("Longest branch" + unit(scale), longest);
    if (widths) {
      row.put(MEAN_WIDTH, voxels == 0 ? 0 : 2 * distances / voxels);
    }
    row.put("Note", note);
    return table;
  }

  /**
   * What a user must know about the result: a sentence, or empty.
   *
   * @param flat whether voxels touch within slices only
   */
  static String note(SkeletonGraphResult graph, boolean flat) {
    String of = " of its " + graph.voxels() + " voxels ";
    String thin = "thin it first with Bitvox Skeleton " + (flat ? "2D (skeleton2d)." : THIN_3D);
    if (!graph.isThin()) {
      return "This is no skeleton: "
          + (graph.innerVoxels() + of + "have foreground all around; " + thin);
    }
    return graph.hasLines()
        ? ""
        : graph.junctionVoxels()
            + (of + "are junction voxels: ")
            + (flat ? "" : SLICES)
            + ("if this is no skeleton, " + thin);
  }

  private static String unit(Scale scale) {
    return scale.calibrated() ? " (" + scale.unit + ")" : " (voxels)";
  }

  private static double[] position(int[] voxel, Scale scale) {
    return new double[] {voxel[0] * scale.x, voxel[1] * scale.y, voxel[2] * scale.z};
  }

  private static double distance(double[] a, double[] b) {
    double x = a[0] - b[0];
    double y = a[1] - b[1];
    double z = a[2] - b[2];
    return Math.sqrt(x * x + y * y + z * z);
  }
}
