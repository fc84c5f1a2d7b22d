// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CancellationException;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
import org.bitvox.Stops;
import org.bitvox.commands.PermeabilityStreamlines.Line;
import org.junit.jupiter.api.Test;

class PermeabilityStreamlinesTest {
  /** A velocity at a voxel. */
  private interface Velocity {
    float[] at(int x, int y, int z);
  }

  private static PermeabilityField field(
      int width, int height, int depth, int axis, boolean periodic, Velocity velocity) {
    PermeabilityField field =
        new PermeabilityField(new int[] {width, height, depth}, axis, periodic);
    for (int slice = 0; slice < 3 * depth; slice++) {
      float[] pixels = new float[width * height];
      for (int i = 0; i < pixels.length; i++) {
        pixels[i] = velocity.at(i % width, i / width, slice / 3)[slice % 3];
      }
      field.accept(slice, pixels);
    }
    return field;
  }

  private static PermeabilityStreamlines streamlines(PermeabilityField field) {
    return new PermeabilityStreamlines(field, ProgressListener.NONE);
  }

  @Test
  void slicesCountAsInImageJ() {
    assertEquals("Slice 1", PermeabilityPicture.place('z', 0));
    assertEquals("Plane y = 0", PermeabilityPicture.place('y', 0));
  }

  /** Twice as fast where y is 6 or more, so twice as many lines. */
  @Test
  void eachLineHasTheSameFlux() {
    PermeabilityField field =
        field(20, 9, 40, 0, false, (x, y, z) -> new float[] {y < 3 ? 0 : y < 6 ? 1 : 2, 0, 0});
    List<Line> lines = streamlines(field).throughVolume(90);
    int[] ofRow = new int[9];
    int[] starts = new int[9];
    for (Line line : lines) {
      double[] first = line.points.get(0);
      double[] last = line.points.get(line.points.size() - 1);
      int row = (int) Math.round(first[1]);
      ofRow[row]++;
      starts[row] += first[0] == 10 ? 1 : 0;
      assertEquals(first[1], last[1], 1e-9);
      assertEquals(first[2], last[2], 1e-9);
      assertTrue(last[0] <= 0.5 || last[0] >= 18.5, "ends at " + last[0]);
      assertEquals(row < 6 ? 1 : 2, line.speeds.get(0), 1e-6);
    }
    assertEquals(180, lines.size()); // up and down
    for (int row = 0; row < 9; row++) {
      assertEquals(row < 3 ? 0 : row < 6 ? 20 : 40, ofRow[row], 2);
      assertEquals(ofRow[row], starts[row]);
    }
  }

  @Test
  void linesOfAVortexAreCircles() {
    PermeabilityField field =
        field(41, 41, 3, 0, false, (x, y, z) -> new float[] {20 - y, x - 20, 7});
    List<Line> lines = streamlines(field).inPlane(2, 1, 3);
    assertFalse(lines.isEmpty());
    for (Line line : lines) {
      double radius = radius(line.points.get(0));
      for (double[] point : line.points) {
        if (radius < 19) { // what comes to the border is bent
          assertEquals(radius, radius(point), 0.1 + radius / 10);
        }
        assertEquals(1, point[2]);
      }
    }
  }

  /** The velocity in a plane may lead from all around to a point, where fluid leaves the plane. */
  @Test
  void aLineThatWindsUpEnds() {
    PermeabilityField field =
        field(
            41,
            41,
            3,
            0,
            false,
            (x, y, z) -> new float[] {20.3f - y - 0.05f * x + 1, x - 20.3f - 0.05f * y + 1, 7});
    List<Line> lines = streamlines(field).inPlane(2, 1, 3);
    assertFalse(lines.isEmpty());
    for (Line line : lines) {
      long wound = line.points.stream().filter(point -> radius(point) < 2).count();
      assertTrue(wound < 40, wound + " points");
    }
  }

  @Test
  void isStoppedWhileItDraws() {
    PermeabilityField field = field(20, 9, 40, 0, false, (x, y, z) -> new float[] {1, 0, 0});
    boolean[] stop = {false};
    ProgressListener listener = Stops.when(() -> stop[0]);
    PermeabilityStreamlines lines = new PermeabilityStreamlines(field, listener);
    stop[0] = true;
    assertThrows(CancellationException.class, () -> lines.throughVolume(9));
    assertThrows(CancellationException.class, () -> lines.inPlane(2, 1, 3));
  }

  private static double radius(double[] point) {
    return Math.hypot(point[0] - 20, point[1] - 20);
  }

  @Test
  void goesOnAtTheOtherSideOfAPeriodicVolume() {
    Velocity slanted = (x, y, z) -> new float[] {1, 1, 0};
    PermeabilityField open = field(30, 10, 2, 0, true, slanted);
    List<Line> lines = streamlines(open).throughVolume(1);
    assertTrue(lines.size() >= 4, lines.size() + " pieces");
    PermeabilityField closed = field(30, 10, 2, 0, false, slanted);
    assertEquals(2, streamlines(closed).throughVolume(1).size());
  }

  @Test
  void largeVolumesAreReduced() {
    PermeabilityField field = field(520, 4, 3, 0, false, (x, y, z) -> new float[] {x, 0, z});
    assertEquals(3, field.side());
    assertEquals(173, field.size(0));
    assertEquals(1, field.size(1));
    assertEquals(1, field.size(2));
    assertEquals(4, field.value(0, new int[] {1, 0, 0}), 1e-5);
    assertEquals(1, field.value(2, new int[] {1, 0, 0}), 1e-6);
    assertTrue(field.flows(new int[] {0, 0, 0}));
  }

  @Test
  void handsOnVectorsOrSpeeds() {
    PermeabilityField field = new PermeabilityField(new int[] {1, 1, 2}, 2, false);
    StringBuilder got = new StringBuilder();
    SliceReceiver speeds =
        field.and((slice, pixels) -> got.append(slice).append(((float[]) pixels)[0]), false);
    for (int slice = 0; slice < 6; slice++) {
      speeds.accept(slice, new float[] {slice == 1 ? 3 : slice == 2 ? 4 : 0});
    }
    assertEquals("05.010.0", got.toString());
    assertEquals(4, field.value(2, new int[3]));
  }
}
