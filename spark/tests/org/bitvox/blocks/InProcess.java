// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import org.bitvox.ProgressListener;
import org.bitvox.commands.Commands;
import org.bitvox.zarr.ZarrWords;

/** Commands as the command line runs them, in this process. */
final class InProcess {
  private InProcess() {}

  /** Runs a command, in blocks if it says so; returns what it prints. */
  static String run(String... words) throws IOException {
    return run(ProgressListener.NONE, words);
  }

  static String run(ProgressListener listener, String... words) throws IOException {
    return run(new LocalRunner(), listener, words);
  }

  static String run(Runner runner, ProgressListener listener, String... words) throws IOException {
    ZarrWords.reset();
    BlockWords own = new BlockWords(List.of(words), false);
    List<String> command = ZarrWords.taken(own.command());
    if (own.saysBlocks()) {
      own.requireZarr();
      ZarrWords.inBlocks(new BlockCall(own, runner));
    }
    StringBuilder text = new StringBuilder();
    Commands.named(command.get(0)).run(command.subList(1, command.size()), listener, text::append);
    return text.toString();
  }
}
