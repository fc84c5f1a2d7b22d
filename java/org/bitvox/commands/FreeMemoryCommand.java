// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.GpuMemory;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.parameters.Parameters;

/** Gives back what the GPU keeps for the next command, and says how much that was. */
public final class FreeMemoryCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "free_memory", "gives back the GPU's memory that is kept for the next command");

  /** Called by ImageJ. */
  public FreeMemoryCommand() {
    super("Bitvox Free Memory", PARAMETERS);
  }

  @Override
  protected void run(Call call) {
    long bytes = GpuMemory.kept();
    GpuMemory.free();
    call.say(
        bytes == 0
            ? "No memory of a GPU was kept."
            : mebibytes(bytes - GpuMemory.kept()) + " of the GPU's memory were given back.");
  }

  /** As "1200 MiB". */
  static String mebibytes(long bytes) {
    return (bytes >> 20) + " MiB";
  }
}
