// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.List;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Table;

/** What became of bodies, frame after frame. */
final class FlowMotion implements SliceReceiver {
  private static final String[] QUANTITIES = {
    " (voxels)", " velocity (voxels/step)", " spin (1/step)", " force", " torque"
  };

  private final List<float[]> frames = new ArrayList<>();

  /** Takes fifteen numbers of each body. */
  @Override
  public void accept(int frame, Object pixels) {
    frames.add((float[]) pixels);
  }

  /** A row a body and frame. */
  Table table(long steps) {
    Table table = new Table();
    for (int frame = 0; frame < frames.size(); frame++) {
      float[] numbers = frames.get(frame);
      for (int body = 0; body < numbers.length / 15; body++) {
        Table.Row row =
            table
                .addRow()
                .put("Frame", frame + 1)
                .put("Step", steps * (frame + 1) / frames.size())
                .put("Body", body + 1);
        for (int i = 0; i < 15; i++) {
          row.put("XYZ".charAt(i % 3) + QUANTITIES[i / 3], numbers[15 * body + i]);
        }
      }
    }
    return table;
  }
}
