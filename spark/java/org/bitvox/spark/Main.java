// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

import java.util.Arrays;
import org.bitvox.zarr.Stores;

/**
 * For spark-submit: {@code COMMAND key=value...}, as after {@code ./bitvox run}, or {@code plan
 * COMMAND key=value...}.
 */
public final class Main {
  private Main() {}

  /** Runs one command and exits. */
  public static void main(String[] args) {
    Stores.remote(HadoopStore::open);
    boolean plan = args.length > 0 && (args[0].equals("plan") || args[0].equals("run"));
    String[] words = args;
    if (!plan) {
      words = new String[args.length + 1];
      words[0] = "run";
      System.arraycopy(args, 0, words, 1, args.length);
    }
    org.bitvox.blocks.Main.main(Arrays.copyOf(words, words.length), new SparkRunner());
  }
}
