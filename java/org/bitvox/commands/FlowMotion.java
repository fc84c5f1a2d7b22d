// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.awt.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Table;

/** What became of bodies, frame after frame. */
final class FlowMotion implements SliceReceiver {
  private static final int NUMBERS = 25; // of a body in a frame: 15 quantities, and its outline

  private static final String[] QUANTITIES = {
    " (voxels)",
    " velocity (voxels/step)",
    " spin (1/step)",
    " force (mass voxels/step^2)",
    " torque (mass voxels^2/step^2)"
  };

  private final List<float[]> frames = new ArrayList<>();

  /** Takes the numbers of each body. */
  @Override
  public void accept(int frame, Object pixels) {
    frames.add((float[]) pixels);
  }

  /** Bytes of so many bodies and frames. */
  static long bytes(long bodies, long frames) {
    return Float.BYTES * NUMBERS * bodies * frames;
  }

  /** A row a body and frame, made as they are written. */
  Table table(FlowSettings settings) {
    int rows = Math.multiplyExact(frames(), bodies());
    return Table.ofRows(Collections.emptyList(), rows, index -> row(settings, index));
  }

  private Table.Row row(FlowSettings settings, int index) {
    int frame = index / bodies();
    int body = index % bodies();
    Table.Row row =
        new Table.Row()
            .put("Frame", frame + 1)
            .put("Step", settings.stepOf(frame))
            .put("Body", body + 1);
    for (int i = 0; i < 3 * QUANTITIES.length; i++) {
      row.put("XYZ".charAt(i % 3) + QUANTITIES[i / 3], frames.get(frame)[NUMBERS * body + i]);
    }
    return row;
  }

  int bodies() {
    return frames.isEmpty() ? 0 : frames.get(0).length / NUMBERS;
  }

  int frames() {
    return frames.size();
  }

  /** Where the centre of a body is: x, y and z. */
  double[] centre(int frame, int body) {
    float[] numbers = frames.get(frame);
    int first = NUMBERS * body;
    return new double[] {numbers[first], numbers[first + 1], numbers[first + 2]};
  }

  /** What is seen of a body along the axis across a plane. */
  Shape seen(int frame, int body, FlowPlane plane) {
    return shape(frame, body).seen(plane);
  }

  /** What of a body lies in a plane; null where nothing does. */
  Shape section(int frame, int body, FlowPlane plane) {
    return shape(frame, body).section(plane);
  }

  private FlowBodyShape shape(int frame, int body) {
    int first = NUMBERS * body;
    float[] numbers = Arrays.copyOfRange(frames.get(frame), first, first + NUMBERS);
    return new FlowBodyShape(
        centre(frame, body), numbers[15], Arrays.copyOfRange(numbers, 16, NUMBERS));
  }
}
