// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bitvox.MinimalPath;
import org.bitvox.calls.Notes;

/** Which points paths join, and why there may be no path. */
final class MinimalPathEnds {
  /** Points that a note names. */
  private static final int NAMED = 10;

  private final MinimalPathPoints points;
  private final MinimalPath.Paths paths;
  private final MinimalPath.Result result;

  MinimalPathEnds(MinimalPathPoints points, MinimalPath.Paths paths, MinimalPath.Result result) {
    this.points = points;
    this.paths = paths;
    this.result = result;
  }

  /** The point, from 0, at which a path begins. */
  int start(int path) {
    return paths == MinimalPath.Paths.CHAIN ? path : 0;
  }

  /** That at which it ends. */
  int end(int path) {
    return path + 1;
  }

  long coordinate(int point, int axis) {
    return points.coordinate(point, axis);
  }

  /** Why there is no path; empty if there is one. */
  String whyNot(int path) {
    if (result.voxels(path) > 0) {
      return "";
    }
    for (int point : new int[] {start(path), end(path)}) {
      if (Arrays.binarySearch(result.inWalls(), point) >= 0) {
        return "point " + (point + 1) + " lies in a wall";
      }
    }
    return "walls lie between the points";
  }

  /** Of all paths together. */
  String note() {
    long[] walls = result.inWalls();
    List<Integer> divided =
        IntStream.range(0, result.paths())
            .filter(path -> whyNot(path).startsWith("walls"))
            .boxed()
            .collect(Collectors.toList());
    return Notes.of(
        walls.length == 0
            ? ""
            : (walls.length == 1 ? "Point " : "Points ")
                + list(Arrays.stream(walls).mapToObj(this::place).collect(Collectors.toList()))
                + (walls.length == 1 ? " lies in a wall" : " lie in walls")
                + ", where no path begins or ends.",
        divided.isEmpty()
            ? ""
            : "No path leads from point "
                + list(divided.stream().map(this::between).collect(Collectors.toList()))
                + ": walls lie between.");
  }

  private String place(long point) {
    int index = (int) point;
    return point
        + 1
        + " (x="
        + coordinate(index, 0)
        + ", y="
        + coordinate(index, 1)
        + ", z="
        + coordinate(index, 2)
        + ")";
  }

  private String between(int path) {
    return start(path) + 1 + " to " + (end(path) + 1);
  }

  private static String list(List<String> all) {
    String some = all.stream().limit(NAMED).collect(Collectors.joining(", "));
    return all.size() > NAMED ? some + " and " + (all.size() - NAMED) + " more" : some;
  }
}
