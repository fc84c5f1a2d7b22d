// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.awt.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bitvox.FlowBodyStates;
import org.bitvox.calls.Table;

/** What became of bodies, frame after frame. */
final class FlowMotion implements FlowBodyStates.Receiver {
  private final List<FlowBodyStates> frames = new ArrayList<>();

  /** Takes a frame. */
  @Override
  public void accept(int frame, FlowBodyStates bodies) {
    frames.add(bodies);
  }

  /** Bytes of so many bodies and frames. */
  static long bytes(long bodies, long frames) {
    return FlowBodyStates.BYTES * bodies * frames;
  }

  /** A row a body and frame, made as they are written. */
  Table table(FlowSettings settings) {
    int rows = Math.multiplyExact(frames(), bodies());
    return Table.ofRows(Collections.emptyList(), rows, index -> row(settings, index));
  }

  private Table.Row row(FlowSettings settings, int index) {
    int frame = index / bodies();
    int body = index % bodies();
    FlowBodyStates states = frames.get(frame);
    Table.Row row =
        new Table.Row()
            .put("Frame", frame + 1)
            .put("Step", settings.stepOf(frame))
            .put("Body", body + 1);
    put(row, " (voxels)", states.centre(body));
    put(row, " velocity (voxels/step)", states.velocity(body));
    put(row, " spin (1/step)", states.spin(body));
    put(row, " force (mass voxels/step^2)", states.force(body));
    put(row, " torque (mass voxels^2/step^2)", states.torque(body));
    return row;
  }

  private static void put(Table.Row row, String quantity, float[] vector) {
    for (int a = 0; a < 3; a++) {
      row.put("XYZ".charAt(a) + quantity, vector[a]);
    }
  }

  int bodies() {
    return frames.isEmpty() ? 0 : frames.get(0).count();
  }

  int frames() {
    return frames.size();
  }

  /** Where the centre of a body is: x, y and z. */
  double[] centre(int frame, int body) {
    float[] centre = frames.get(frame).centre(body);
    return new double[] {centre[0], centre[1], centre[2]};
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
    return new FlowBodyShape(frames.get(frame), body);
  }
}
