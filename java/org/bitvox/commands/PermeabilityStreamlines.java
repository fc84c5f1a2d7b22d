// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.bitvox.ProgressListener;

/**
 * Lines along which the fluid flows. Nothing is left to chance: the same field has the same lines.
 *
 * <p>They are followed in steps of half a cell, by the midpoint rule, upstream and downstream.
 */
final class PermeabilityStreamlines {
  private static final double STEP = 0.5; // of a cell
  private static final double LONGEST_STAY = 2; // sides of squares: one that winds up in a point
  private static final double SLOWEST = 1e-4; // of the largest speed: nothing moves

  private final PermeabilityField field;
  private final ProgressListener listener;
  private final double largest;

  /** A line in the volume, or a piece of it between periodic borders. */
  static final class Line {
    /** Three coordinates of each point, in cells. */
    final List<double[]> points = new ArrayList<>();

    /** The speed at each point. */
    final List<Double> speeds = new ArrayList<>();
  }

  /** What ends a line, besides borders and still water. */
  private interface Stop {
    boolean at(double[] point);
  }

  /** The listener may stop what follows. */
  PermeabilityStreamlines(PermeabilityField field, ProgressListener listener) {
    this.field = field;
    this.listener = listener;
    double most = 0;
    int[] cell = new int[3];
    for (cell[2] = 0; cell[2] < field.size(2); cell[2]++) {
      listener.throwIfStopped();
      for (cell[1] = 0; cell[1] < field.size(1); cell[1]++) {
        for (cell[0] = 0; cell[0] < field.size(0); cell[0]++) {
          most = Math.max(most, speed(cell, -1));
        }
      }
    }
    largest = most;
  }

  /** Without one component, or with all for -1. */
  private double speed(int[] cell, int without) {
    double squares = 0;
    for (int c = 0; c < 3; c++) {
      squares += c == without ? 0 : (double) field.value(c, cell) * field.value(c, cell);
    }
    return Math.sqrt(squares);
  }

  /**
   * Lines through the whole volume, each with the same part of the flux: they begin where, cell
   * after cell of the middle plane across the flow, the flux that has been passed reaches 1/2, 3/2,
   * 5/2, ... of such a part.
   */
  List<Line> throughVolume(int count) {
    int axis = field.axis();
    int u = axis == 0 ? 1 : 0;
    int v = axis == 2 ? 1 : 2;
    int[] cell = new int[3];
    cell[axis] = field.size(axis) / 2;
    double total = 0;
    for (cell[v] = 0; cell[v] < field.size(v); cell[v]++) {
      for (cell[u] = 0; cell[u] < field.size(u); cell[u]++) {
        total += Math.max(0, field.value(axis, cell));
      }
    }
    List<Line> lines = new ArrayList<>();
    double passed = 0;
    int next = 0;
    for (cell[v] = 0; cell[v] < field.size(v); cell[v]++) {
      for (cell[u] = 0; cell[u] < field.size(u); cell[u]++) {
        passed += Math.max(0, field.value(axis, cell));
        int reached = (int) Math.floor(passed / total * count + 0.5);
        if (reached > next) {
          next = reached;
          follow(new double[] {cell[0], cell[1], cell[2]}, -1, point -> false, lines);
        }
      }
    }
    return lines;
  }

  /**
   * Lines in one plane, of the velocity in it, so dense that no two are in the same square of so
   * many cells. They begin in the fastest cells.
   */
  List<Line> inPlane(int across, int layer, double apart) {
    int u = across == 0 ? 1 : 0;
    int v = across == 2 ? 1 : 2;
    int wide = (int) (field.size(u) / apart) + 1;
    int[] owner = new int[wide * ((int) (field.size(v) / apart) + 1)];
    List<int[]> seeds = new ArrayList<>();
    int[] cell = new int[3];
    cell[across] = layer;
    for (cell[v] = 0; cell[v] < field.size(v); cell[v]++) {
      for (cell[u] = 0; cell[u] < field.size(u); cell[u]++) {
        if (speed(cell, across) > 0.01 * largest) {
          seeds.add(cell.clone());
        }
      }
    }
    seeds.sort(Comparator.comparingDouble(seed -> -speed(seed, across)));
    List<Line> lines = new ArrayList<>();
    int number = 0;
    for (int[] seed : seeds) {
      double[] at = {seed[0], seed[1], seed[2]};
      int[] before = owner.clone();
      int own = ++number;
      int[] stayed = {0};
      Stop taken =
          point -> {
            int square = (int) ((point[v] + 0.5) / apart) * wide + (int) ((point[u] + 0.5) / apart);
            if (owner[square] != 0 && owner[square] != own) {
              return true;
            }
            stayed[0] = owner[square] == own ? stayed[0] + 1 : 0;
            owner[square] = own;
            return stayed[0] * STEP > LONGEST_STAY * apart;
          };
      if (taken.at(at)) {
        continue;
      }
      List<Line> found = new ArrayList<>();
      follow(at, across, taken, found);
      int points = found.stream().mapToInt(line -> line.points.size()).sum();
      if (points * STEP >= 4 * apart) {
        lines.addAll(found);
      } else { // too short to be seen: leaves its place to others
        System.arraycopy(before, 0, owner, 0, owner.length);
      }
    }
    return lines;
  }

  /** Up and down from a point; without one component of the velocity, or with all for -1. */
  private void follow(double[] seed, int without, Stop stop, List<Line> lines) {
    for (int sign = -1; sign <= 1; sign += 2) {
      listener.throwIfStopped();
      double[] at = seed.clone();
      Line line = new Line();
      double[] velocity = new double[3];
      int most = 20 * (field.size(0) + field.size(1) + field.size(2));
      for (int step = 0; step < most; step++) {
        double speed = velocity(at, without, velocity);
        if (speed <= SLOWEST * largest || step > 0 && stop.at(at)) {
          break;
        }
        line.points.add(at.clone());
        line.speeds.add(speed);
        double[] middle = moved(at, velocity, sign * STEP / 2 / speed);
        speed = velocity(middle, without, velocity);
        if (speed <= SLOWEST * largest) {
          break;
        }
        at = moved(at, velocity, sign * STEP / speed);
        int left = wrap(at);
        if (left < 0) {
          break;
        }
        if (left > 0) { // it goes on at the other side
          lines.add(line);
          line = new Line();
        }
      }
      if (line.points.size() > 1) {
        lines.add(line);
      }
    }
  }

  private double velocity(double[] at, int without, double[] velocity) {
    field.velocity(at, velocity);
    if (without >= 0) {
      velocity[without] = 0;
    }
    return Math.sqrt(Arrays.stream(velocity).map(v -> v * v).sum());
  }

  private static double[] moved(double[] at, double[] velocity, double by) {
    return new double[] {
      at[0] + by * velocity[0], at[1] + by * velocity[1], at[2] + by * velocity[2]
    };
  }

  /** Back into a volume that goes on: 1 if it was left, 0 if not, -1 where it ends. */
  private int wrap(double[] at) {
    int left = 0;
    for (int a = 0; a < 3; a++) {
      double end = field.size(a) - 0.5;
      if (at[a] >= -0.5 && at[a] < end) {
        continue;
      }
      if (!field.goesOn(a)) {
        return -1;
      }
      at[a] += at[a] < -0.5 ? field.size(a) : -field.size(a);
      left = 1;
    }
    return left;
  }
}
