// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Failures;
import org.bitvox.commands.Commands;
import org.bitvox.zarr.ZarrWords;

/** Commands as the command line runs them, in this process. */
final class InProcess {
  private InProcess() {}

  /** Runs a command, in blocks if it says so; returns what it prints. */
  static String run(String... words) throws IOException {
    return run(ProgressListener.NONE, words);
  }

  /** The sentence of the error of a command, beside another one that goes on. */
  static String sentence(String... words) {
    Object before = ZarrWords.current();
    try {
      run(words);
      return "no error";
    } catch (IOException | RuntimeException e) {
      return Failures.sentence(e);
    } finally {
      ZarrWords.restore(before);
    }
  }

  /** Stops a command when so many blocks of its second step are done. */
  static ProgressListener stopInSecondStep(long blocks) {
    long[] before = {0};
    boolean[] second = {false};
    return (done, total) -> {
      second[0] |= done < before[0];
      before[0] = done;
      return !second[0] || done < blocks;
    };
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
