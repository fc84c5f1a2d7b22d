// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Collections;
import org.bitvox.BitVolume;
import org.bitvox.ProgressListener;

/** Writes a sample foam to a file and prints what it is. */
final class SampleFoamCli implements CliOperation {
  @Override
  public Parameters parameters() {
    return SampleFoamParameters.ALL;
  }

  @Override
  public void run(Values values, PrintStream out, ProgressListener listener) throws IOException {
    try (OutputFiles outputs = OutputFiles.begin(values, Collections.emptyList(), "output");
        BitVolume volume = SampleFoamParameters.fill(values, listener)) {
      outputs.write("output", path -> SampleFoamFile.write(volume, path));
      outputs.commit();
      long foreground = volume.countForeground(0);
      Table table = new Table();
      table
          .addRow()
          .put("Image", values.text("output"))
          .put("Width (voxels)", volume.width())
          .put("Height (voxels)", volume.height())
          .put("Depth (voxels)", volume.depth())
          .put("Foreground (voxels)", foreground);
      out.print(table.lines());
    }
  }
}
