// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.bitvox.ProgressListener;

/** A command of the command line: the computation of a menu entry, on files. */
public interface CliOperation {
  /** All commands, one line each. */
  List<CliOperation> ALL =
      Collections.unmodifiableList(
          Arrays.asList(
              new GranulometryCli(),
              new Skeleton2DCli(),
              new Skeleton3DCli(),
              new SkeletonGraphCli(),
              new JointHistogramCli(),
              new ConvolutionCli(),
              new RegisterMiCli(),
              new BackendsCli(),
              new SampleFoamCli()));

  /** Its name, keys and meaning. */
  Parameters parameters();

  /**
   * Runs it.
   *
   * @param values of its parameters
   * @param out receives the results that are not files
   * @throws IOException if a file cannot be read or written; other failures as the operation says
   */
  void run(Values values, PrintStream out, ProgressListener listener) throws IOException;

  /** Reads the options and runs it. */
  default void run(List<String> options, PrintStream out, ProgressListener listener)
      throws IOException {
    run(parameters().parse(options, Parameters.Caller.COMMAND_LINE), out, listener);
  }

  /**
   * Finds a command.
   *
   * @throws UsageException if there is none of that name
   */
  static CliOperation named(String name) {
    return ALL.stream()
        .filter(command -> command.parameters().command().equals(name))
        .findFirst()
        .orElseThrow(() -> new UsageException(Messages.unknownCommand(name, names())));
  }

  /** The names in words: "granulometry, backends or ...". */
  static String names() {
    return Words.list(
        ALL.stream().map(command -> command.parameters().command()).collect(Collectors.toList()));
  }
}
