// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The keys that the operations on grey images share. */
final class GreyParameters {
  private GreyParameters() {}

  /** The input, what describes raw files, the keys of the operation, and how to compute. */
  static Parameter[] around(Parameter... own) {
    List<Parameter> all = new ArrayList<>();
    all.add(
        Parameter.text(
                "input",
                "FILE",
                "TIFF stack or .raw file; in a macro the title of an open image, by default the"
                    + " current one")
            .in(Parameter.Scope.SCRIPT)
            .required());
    all.addAll(Arrays.asList(RawFiles.parameters()));
    all.addAll(Arrays.asList(own));
    all.add(
        Parameter.choice(
            "backend",
            "what computes; auto is the fastest",
            "auto",
            "cuda",
            "avx512",
            "avx2",
            "scalar"));
    all.add(
        Parameter.integer("threads", "", 0, 1024, "threads of the CPU, 0 for all cores")
            .or("0")
            .in(Parameter.Scope.SCRIPT));
    return all.toArray(new Parameter[0]);
  }

  /** Two numbers separated by a comma; a single one stands for both. */
  static double[] pair(String key, Values values, String allowed) {
    String text = values.text(key);
    String[] words = text.split(",", -1);
    try {
      if (words.length == 1) {
        double value = Double.parseDouble(words[0]);
        return new double[] {value, value};
      } else if (words.length == 2) {
        return new double[] {Double.parseDouble(words[0]), Double.parseDouble(words[1])};
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new UsageException(Messages.notAllowed(key, text, allowed));
  }
}
