// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.bitvox.ProgressListener;
import org.bitvox.SkeletonBranch;
import org.bitvox.SkeletonGraph;
import org.bitvox.SkeletonPart;
import org.bitvox.calls.Call;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;

/** The branches of a skeleton, its connected parts and what was counted, as tables. */
final class SkeletonGraphTables {
  private static final String MEAN_WIDTH = "Mean width (unit of the map)";

  private static final String LONGEST_PATH = "Longest shortest path";

  private static final String THIN_3D = "3D (skeleton3d).";

  private static final String SLICES = "slices that were thinned one by one need per_slice; ";

  private final SkeletonGraph.Result graph;
  private final String image;
  private final Scale scale;
  private final String unit;
  private final boolean widths;
  private final boolean flat;
  private final boolean paths;

  /**
   * Of a graph in an image's unit.
   *
   * @param image what it is called
   * @param widths whether there was a distance map
   * @param flat whether voxels touch within slices only
   * @param paths whether longest paths were found
   */
  SkeletonGraphTables(
      SkeletonGraph.Result graph,
      String image,
      Scale scale,
      boolean widths,
      boolean flat,
      boolean paths) {
    this.graph = graph;
    this.image = image;
    this.scale = scale;
    this.widths = widths;
    this.flat = flat;
    this.paths = paths;
    unit = scale.calibrated() ? " (" + scale.unit + ")" : " (voxels)";
  }

  /** One row for each branch, the longest first; positions and lengths in the image's unit. */
  Table branches(ProgressListener listener) {
    List<String> headings =
        Arrays.asList(
            "Image",
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
    List<SkeletonBranch> branches = new ArrayList<>(graph.branches());
    branches.sort(Comparator.comparingDouble(SkeletonBranch::length).reversed());
    for (SkeletonBranch branch : branches) {
      listener.throwIfStopped();
      double[] from = position(branch.first());
      double[] to = position(branch.last());
      Object[] cells = {
        image,
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

  /** One row for each connected skeleton; positions and lengths in the image's unit. */
  Table skeletons(ProgressListener listener) {
    Table table = new Table();
    int number = 0;
    for (SkeletonPart part : graph.parts()) {
      listener.throwIfStopped();
      Table.Row row = table.addRow().put("Image", image).put("Skeleton", ++number);
      row.put("Branches", part.branches()).put("Junctions", part.junctions());
      row.put("End points", part.endPoints()).put("Junction voxels", part.junctionVoxels());
      row.put("Slab voxels", part.slabVoxels());
      row.put("Triple points", part.triplePoints());
      row.put("Quadruple points", part.quadruplePoints());
      row.put("Independent loops", part.loops());
      row.put("Total length" + unit, part.totalLength());
      row.put("Mean branch length" + unit, part.meanLength());
      row.put("Longest branch" + unit, part.longestBranch());
      if (paths) {
        row.put(LONGEST_PATH + unit, part.longestPath());
        put(row, "P1", position(part.pathFirst()));
        put(row, "P2", position(part.pathLast()));
      }
    }
    return table;
  }

  private void put(Table.Row row, String end, double[] position) {
    row.put(end + " x" + unit, position[0]);
    row.put(end + " y" + unit, position[1]);
    row.put(end + " z" + unit, position[2]);
  }

  /** One row for an image. */
  Table summary(Call call) {
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
    Table.Row row = call.results().addRow(table, call.input().name());
    row.put("Skeletons", graph.skeletons());
    row.put("Branches", count).put("End points", graph.endPoints());
    row.put("Junctions", graph.junctions()).put("Junction voxels", graph.junctionVoxels());
    row.put("Slab voxels", graph.slabVoxels()).put("Pruned branches", graph.prunedBranches());
    row.put("Cut loops", graph.cutLoops());
    row.put("Triple points", sum(SkeletonPart::triplePoints));
    row.put("Quadruple points", sum(SkeletonPart::quadruplePoints));
    row.put("Independent loops", sum(SkeletonPart::loops));
    row.put("Total length" + unit, sum);
    row.put("Mean branch length" + unit, count == 0 ? 0 : sum / count);
    row.put("Longest branch" + unit, longest);
    if (paths) {
      double path = graph.parts().stream().mapToDouble(SkeletonPart::longestPath).max().orElse(0);
      row.put(LONGEST_PATH + unit, path);
    }
    if (widths) {
      row.put(MEAN_WIDTH, voxels == 0 ? 0 : 2 * distances / voxels);
    }
    row.putLast("Note", note());
    return table;
  }

  private long sum(ToLongFunction<SkeletonPart> count) {
    return graph.parts().stream().mapToLong(count).sum();
  }

  /** What a user must know about the result: a sentence, or empty. */
  String note() {
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

  private double[] position(int[] voxel) {
    return new double[] {voxel[0] * scale.x, voxel[1] * scale.y, voxel[2] * scale.z};
  }

  private static double distance(double[] a, double[] b) {
    double x = a[0] - b[0];
    double y = a[1] - b[1];
    double z = a[2] - b[2];
    return Math.sqrt(x * x + y * y + z * z);
  }
}
