// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.fuzz;

import java.util.List;
import java.util.Random;
import org.bitvox.calls.Command;
import org.bitvox.commands.Commands;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Parameters.Caller;
import org.bitvox.parameters.RandomOptions;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;
import org.bitvox.parameters.Words;

/**
 * Parameter strings of macros and command lines: they are values that can be read, or a sentence.
 */
final class OptionsFuzz implements FuzzTarget {
  private static final String[] FILES = {"a.tif", "b c.csv", "[d].raw", "e]", "\u00e9.png"};

  private volatile String input = "";

  @Override
  public String input() {
    return input;
  }

  @Override
  public String step(Random random) {
    Command command = Commands.ALL.get(random.nextInt(Commands.ALL.size()));
    Parameters parameters = command.parameters();
    Caller caller = random.nextBoolean() ? Caller.IMAGEJ : Caller.COMMAND_LINE;
    RandomOptions source =
        new RandomOptions(
            random,
            0.05 * random.nextInt(5),
            (key, extensions) -> FILES[random.nextInt(FILES.length)] + end(extensions));
    List<String> options = source.next(parameters, caller);
    String macro = RandomOptions.asMacro(options);
    String damaged = random.nextInt(4) == 0 ? mutated(macro, random) : macro;
    input = parameters.command() + " " + damaged;
    try {
      if (caller == Caller.IMAGEJ) {
        options = Words.split(damaged);
      }
      Values values = parameters.parse(options, caller);
      RandomOptions.readAll(parameters, values);
      return "accepted";
    } catch (UsageException e) {
      check(e.getMessage());
      return "refused";
    }
  }

  private static String end(List<String> extensions) {
    return extensions.isEmpty() ? "" : "." + extensions.get(0);
  }

  private static String mutated(String text, Random random) {
    StringBuilder mutant = new StringBuilder(text);
    for (int i = random.nextInt(4); i >= 0 && mutant.length() > 0; i--) {
      int at = random.nextInt(mutant.length());
      switch (random.nextInt(4)) {
        case 0:
          mutant.deleteCharAt(at);
          break;
        case 1:
          mutant.insert(at, "[]= \t\u0000,".charAt(random.nextInt(7)));
          break;
        case 2:
          mutant.setCharAt(at, (char) random.nextInt(1 << 16));
          break;
        default:
          mutant.setLength(at);
      }
    }
    return mutant.toString();
  }

  private void check(String sentence) {
    if (sentence == null || sentence.isEmpty() || sentence.length() > 500 + input.length()) {
      throw new AssertionError("no sentence: " + sentence);
    }
  }
}
