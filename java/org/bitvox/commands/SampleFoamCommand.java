// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.BitVolume;
import org.bitvox.ProgressListener;
import org.bitvox.SampleFoam;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.Table;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Makes a foam to try the other commands on. */
public final class SampleFoamCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "sample_foam",
          "a synthetic foam of overlapping balls to try the other commands on",
          size("width"),
          size("height"),
          size("depth"),
          Parameter.integer("radius_min", "voxels", 1, 1000, "the smallest ball").or("5"),
          Parameter.integer("radius_max", "voxels", 1, 1000, "the largest ball").or("25"),
          Parameter.decimal("fraction", "", 0, 0.95, "of the volume that balls fill").or("0.5"),
          Parameter.integer("seed", "", 0, 1L << 53, "of the random numbers").or("1"),
          Parameter.output("output", "the stack, 8-bit, 0 and 255", "tif").required());

  /** Called by ImageJ. */
  public SampleFoamCommand() {
    super("Bitvox Sample Foam", PARAMETERS);
  }

  private static Parameter size(String key) {
    return Parameter.integer(key, "voxels", 1, Integer.MAX_VALUE, key + " of the volume")
        .or("256")
        .withoutColumn();
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    try (BitVolume foam =
        new BitVolume(values.integer("width"), values.integer("height"), values.integer("depth"))) {
      new SampleFoam()
          .radii(values.integer("radius_min"), values.integer("radius_max"))
          .fraction(values.decimal("fraction"))
          .seed(values.longInteger("seed"))
          .fill(foam, call.progress());
      StackFormat format =
          new StackFormat(foam.width(), foam.height(), foam.depth(), PixelType.UINT8);
      call.results().newImage("output", "sample_foam", format).write(foam);
      ProgressListener quiet = (done, total) -> !call.progress().isStopped();
      call.results().print(table(call, foam, foam.countForeground(0, quiet)));
    }
  }

  private static Table table(Call call, BitVolume foam, long foreground) {
    Table table = new Table();
    call.results()
        .addRow(table, call.values().text("output"))
        .put("Width (voxels)", foam.width())
        .put("Height (voxels)", foam.height())
        .put("Depth (voxels)", foam.depth())
        .put("Foreground (voxels)", foreground);
    return table;
  }
}
