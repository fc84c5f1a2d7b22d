// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.Locale;
import org.bitvox.Block;
import org.bitvox.Box;

/** What computing a volume in blocks takes, as lines. */
final class PlanReport {
  private PlanReport() {}

  /**
   * The lines.
   *
   * @param output null if no image is wanted
   * @param done how many blocks are, of a run that may go on
   */
  static String of(
      BlockInputs inputs,
      BlockOutput output,
      Demand demand,
      BlockGrid grid,
      Runner runner,
      long done) {
    Around around = demand.around();
    Block largest = Planner.largest(around, grid);
    StringBuilder text = new StringBuilder();
    line(
        text,
        "Volume: %s voxels; chunks of %s",
        sides(inputs.image().size()),
        sides(inputs.image().chunk()));
    Box core = largest.core();
    line(
        text,
        "Blocks: %d, of up to %d x %d x %d voxels",
        grid.count(),
        core.width(),
        core.height(),
        core.depth());
    line(text, "Around a block: up to %d voxels on each side", around.most());
    line(text, "Work: %.2f times that of the volume in one", grid.extraWork(around));
    for (Demand.Limit limit : demand.limits()) {
      line(
          text,
          "%s: %s for each of %d tasks at a time; %s are there",
          capital(limit.what()),
          Planner.size(limit.task().of(largest)),
          runner.tasksOfComputer(),
          Planner.size(limit.bytes() * runner.tasksOfComputer()));
    }
    line(text, "Read: %s of decoded chunks", Planner.size(inputs.decoded(grid, around)));
    double written = output == null ? 0 : grid.voxels() * output.voxelBytes();
    line(text, "Written: %s before they are packed", Planner.size(written));
    line(text, "Done: %d of %d blocks", done, grid.count());
    return text.toString();
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String capital(String what) {
    return what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1);
  }

  /** Along x, y and z. */
  private static String sides(int[] sides) {
    return sides[2] + " x " + sides[1] + " x " + sides[0];
  }
}
