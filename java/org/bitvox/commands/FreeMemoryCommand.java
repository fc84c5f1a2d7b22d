// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.List;
import org.bitvox.KeptMemory;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.MoreResults;
import org.bitvox.parameters.Parameters;

/** Gives back what is kept for the next command, and says how much that was. */
public final class FreeMemoryCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "free_memory",
          "gives back the memory that ImageJ's process keeps for the next command; a command on the"
              + " command line gives back its own when it ends");

  /** Called by ImageJ. */
  public FreeMemoryCommand() {
    super("Bitvox Free Memory", PARAMETERS);
  }

  @Override
  protected void run(Call call) {
    long arrays = KeptMemory.arrays();
    long pinned = KeptMemory.pinned();
    long onGpu = KeptMemory.onGpu();
    KeptMemory.free();
    MoreResults.clear();
    String given =
        sentence(
            arrays - KeptMemory.arrays(), pinned - KeptMemory.pinned(), onGpu - KeptMemory.onGpu());
    call.messages().say(given.isEmpty() ? "No memory was kept." : given + " were given back.");
  }

  /**
   * As "12 MiB of memory, 16 MiB of page-locked memory and 1200 MiB of the GPU's"; empty where
   * there is none.
   */
  static String sentence(long arrays, long pinned, long onGpu) {
    List<String> parts = new ArrayList<>();
    if (arrays > 0) {
      parts.add(mebibytes(arrays) + " MiB of memory");
    }
    if (pinned > 0) {
      parts.add(mebibytes(pinned) + " MiB of page-locked memory");
    }
    if (onGpu > 0) {
      parts.add(mebibytes(onGpu) + " MiB of the GPU's" + (parts.isEmpty() ? " memory" : ""));
    }
    int last = parts.size() - 1;
    return last < 1
        ? String.join("", parts)
        : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
  }

  /** Rounded up: what is there is never said to be 0. */
  private static long mebibytes(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }
}
