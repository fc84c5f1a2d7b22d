// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bitvox.HostMemory;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Failures;
import org.bitvox.commands.Commands;
import org.bitvox.parameters.UsageException;
import org.bitvox.zarr.ZarrWords;

/**
 * The command line with OME-Zarr: {@code run COMMAND key=value...}, {@code plan COMMAND
 * key=value...}, and {@code zarr IN OUT key=value...}. Exit codes and sentences are those of {@link
 * org.bitvox.Cli}.
 */
public final class Main {
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;

  private Main() {}

  /** Runs one command in this process and exits. */
  public static void main(String[] args) {
    main(args, new LocalRunner());
  }

  /** Runs one command, whose blocks the runner computes, and exits. */
  public static void main(String[] args, Runner runner) {
    List<String> words = new ArrayList<>(Arrays.asList(args));
    String first = words.isEmpty() ? "" : words.remove(0);
    boolean plan = first.equals("plan");
    try {
      boolean help = words.stream().anyMatch(word -> word.matches("help|--help|-h"));
      if (help || words.isEmpty() || !(plan || first.equals("run"))) {
        org.bitvox.zarr.Main.main(args);
        return;
      }
      BlockWords own = new BlockWords(words, plan);
      List<String> command = ZarrWords.taken(own.command());
      if (own.windows() > 0) {
        Windows windows = Windows.of(own, runner);
        if (plan) {
          throw new Planned(windows.plan());
        }
        org.bitvox.Cli.main(command.toArray(new String[0]), windows::run);
        return;
      }
      if (plan || own.saysBlocks() || runner.isCluster() || isTooLarge(own)) {
        own.requireZarr();
        ZarrWords.inBlocks(new BlockCall(own, runner));
      }
      if (plan) {
        plan(command);
      } else {
        org.bitvox.Cli.main(command.toArray(new String[0]));
      }
    } catch (Planned e) {
      System.out.print(e.getMessage());
    } catch (UsageException e) {
      end(e, WRONG_USAGE);
    } catch (IOException | RuntimeException | OutOfMemoryError | UnsatisfiedLinkError e) {
      end(e, FAILED);
    }
  }

  private static void end(Throwable failure, int code) {
    System.err.print("bitvox: " + Failures.sentence(failure) + "\n");
    System.exit(code);
  }

  private static void plan(List<String> words) throws IOException {
    Commands.named(words.get(0))
        .run(words.subList(1, words.size()), ProgressListener.NONE, text -> {});
    throw new UsageException(words.get(0) + " cannot be computed in blocks");
  }

  /**
   * Whether the input of a command that can be computed in blocks is too large for the memory. Any
   * other is tried without blocks.
   */
  private static boolean isTooLarge(BlockWords own) {
    return own.whyNoBlocks().isEmpty()
        && ZarrWords.voxels(own.given("input")) * Operations.bytesOfVoxel(own.name())
            > HostMemory.free();
  }
}
