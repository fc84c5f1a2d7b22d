// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bitvox.MinimalPath;
import org.bitvox.ProgressListener;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;

/** All voxels of paths as lines of text: a table, and an SWC file. */
final class MinimalPathNodes {
  private static final MathContext DIGITS = new MathContext(9);

  private final MinimalPath.Result result;
  private final MinimalPathEnds ends;
  private final InputImage input;
  private final Scale scale;
  private final double[] voxel;
  private final ProgressListener listener;

  MinimalPathNodes(
      MinimalPath.Result result,
      MinimalPathEnds ends,
      InputImage input,
      ProgressListener listener) {
    this.result = result;
    this.ends = ends;
    this.input = input;
    this.listener = listener;
    scale = input.usableScale();
    voxel = scale.voxel();
  }

  /** Whether there is no path at all. */
  boolean isEmpty() {
    return IntStream.range(0, result.paths()).allMatch(path -> result.voxels(path) == 0);
  }

  /** A row per voxel. */
  void table(Consumer<String> lines) {
    String unit = GeodesicKeys.unit(scale);
    String sizes = scale.calibrated() ? headings(unit) : "";
    lines.accept(
        "Path,Node" + headings(GeodesicKeys.pieces(scale)) + sizes + ",Length (" + unit + ")");
    for (int path = 0; path < result.paths(); path++) {
      listener.throwIfStopped();
      long[] voxels = result.path(path);
      double length = 0;
      for (int i = 0; i < voxels.length; i++) {
        length += i == 0 ? 0 : step(voxels[i - 1], voxels[i]);
        long[] at = place(voxels[i]);
        lines.accept(
            (path + 1)
                + ","
                + (i + 1)
                + cells(axis -> String.valueOf(at[axis]))
                + (scale.calibrated() ? cells(axis -> number(at, axis)) : "")
                + ","
                + plain(length));
      }
    }
  }

  /**
   * A tree for each start: nodes that paths share are written once. A path of a chain goes on from
   * the end of the one before, if there was one.
   */
  void swc(Consumer<String> lines) {
    lines.accept("# Bitvox Minimal Path: " + input.name().replaceAll("\\s+", " "));
    lines.accept("# coordinates in " + GeodesicKeys.unit(scale) + ", the first voxel is at 0 0 0");
    lines.accept("# radius: half a voxel, not measured");
    lines.accept("# id type x y z radius parent");
    Nodes nodes = new Nodes(lines);
    for (int path = 0; path < result.paths(); path++) {
      listener.throwIfStopped();
      nodes.add(result.path(path), ends.start(path) > 0);
    }
  }

  /** Those that were written. */
  private final class Nodes {
    private final Consumer<String> lines;
    private final String radius;

    /** Of paths from the first point, by voxel. */
    private final Map<Long, Integer> known = new HashMap<>();

    private int count;
    private int last; // of the path before; 0 if there was none
    private long lastVoxel = -1;

    Nodes(Consumer<String> lines) {
      this.lines = lines;
      double least = Math.min(voxel[0], voxel[1]);
      radius = plain(Math.min(least, input.depth() == 1 ? least : voxel[2]) / 2);
    }

    /** Goes on: whether the path begins where the one before ends, whatever was there before. */
    void add(long[] voxels, boolean goesOn) {
      if (voxels.length == 0) {
        last = goesOn ? 0 : last;
        return;
      }
      int first = 0;
      int parent = -1;
      if (goesOn) {
        known.clear();
        if (last > 0 && lastVoxel == voxels[0]) {
          parent = last;
          first = 1;
        }
      }
      for (int i = first; i < voxels.length; i++) {
        Integer before = goesOn ? null : known.get(voxels[i]);
        if (before == null) {
          write(voxels[i], parent);
          before = count;
          if (!goesOn) {
            known.put(voxels[i], before);
          }
        }
        parent = before;
      }
      last = parent;
      lastVoxel = voxels[voxels.length - 1];
    }

    private void write(long node, int parent) {
      long[] at = place(node);
      lines.accept(
          ++count
              + " 0 "
              + number(at, 0)
              + " "
              + number(at, 1)
              + " "
              + number(at, 2)
              + " "
              + radius
              + " "
              + parent);
    }
  }

  private long[] place(long index) {
    long row = index / input.width();
    return new long[] {index % input.width(), row % input.height(), row / input.height()};
  }

  private double step(long from, long to) {
    long[] a = place(from);
    long[] b = place(to);
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      double d = (b[axis] - a[axis]) * voxel[axis];
      sum += d * d;
    }
    return Math.sqrt(sum);
  }

  /** ",X (um),Y (um),Z (um)"; of one slice without Z. */
  private String headings(String in) {
    return GeodesicKeys.axes(scale).stream()
        .map(axis -> "," + axis.toUpperCase(Locale.ROOT) + " (" + in + ")")
        .collect(Collectors.joining());
  }

  /** One below each of these headings. */
  private String cells(IntFunction<String> ofAxis) {
    return IntStream.range(0, GeodesicKeys.axes(scale).size())
        .mapToObj(axis -> "," + ofAxis.apply(axis))
        .collect(Collectors.joining());
  }

  private String number(long[] at, int axis) {
    return plain(at[axis] * voxel[axis]);
  }

  /** Without an exponent, which not all programs read. */
  private static String plain(double number) {
    BigDecimal rounded = new BigDecimal(number).round(DIGITS);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
