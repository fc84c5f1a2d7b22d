// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static java.util.stream.Collectors.joining;

import java.util.List;
import org.bitvox.Backends;
import org.bitvox.KeptMemory;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.parameters.Parameters;

/** Lists what can compute, one line a backend: "cuda: not available, no NVIDIA driver found". */
public final class BackendsCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters("backends", "what can compute on this machine, the fastest first");

  /** Called by ImageJ. */
  public BackendsCommand() {
    super("Bitvox Backends", PARAMETERS);
  }

  @Override
  protected void run(Call call) {
    List<Backends.Backend> backends = Backends.list(call.progress());
    call.messages()
        .say(backends.stream().map(BackendsCommand::line).collect(joining("\n")) + kept());
  }

  private static String kept() {
    String kept =
        FreeMemoryCommand.sentence(KeptMemory.arrays(), KeptMemory.pinned(), KeptMemory.onGpu());
    return kept.isEmpty()
        ? ""
        : "\n" + kept + " are kept for the next command; Bitvox Free Memory gives them back";
  }

  private static String line(Backends.Backend backend) {
    String detail = backend.detail().isEmpty() ? "" : ", " + backend.detail();
    return backend.name() + ": " + (backend.available() ? "available" : "not available") + detail;
  }
}
