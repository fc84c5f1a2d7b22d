// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The keys that mean the same in every command. */
final class CommonKeys {
  private CommonKeys() {}

  /** The image that a command works on, what describes raw files, and the command's own keys. */
  static Parameter[] withInput(Parameter... own) {
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
    return all.toArray(new Parameter[0]);
  }

  /** What is foreground in an image that is not binary. */
  static Parameter threshold() {
    return Parameter.decimal(
            "threshold",
            "T",
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            "foreground is calibrated value >= T; without it the image must be 8-bit, 0 and 255"
                + " only")
        .hint("if not binary");
  }

  static Parameter backend() {
    return Parameter.choice(
        "backend",
        "what computes; auto is the fastest",
        "auto",
        "cuda",
        "avx512",
        "avx2",
        "scalar");
  }

  static Parameter threads() {
    return Parameter.integer("threads", "", 0, 1024, "threads of the CPU, 0 for all cores")
        .or("0")
        .in(Parameter.Scope.SCRIPT);
  }

  /** A file to write, named as NAME.extension in the help. */
  static Parameter file(String key, String noun, String help) {
    return Parameter.text(key, noun, help).in(Parameter.Scope.SCRIPT);
  }
}
