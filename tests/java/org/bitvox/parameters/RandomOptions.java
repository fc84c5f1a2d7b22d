// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.bitvox.parameters.Parameters.Caller;

/** Options of commands without end: most of them as they should be, some as users mistype them. */
public final class RandomOptions {
  private static final String[] NUMBERS = {
    "0", "1", "2", "3", "5", "7", "16", "64", "-1", "0.5", "1.5", "-2.25", "+4", ".5", "5.", "1e1",
  };

  private static final String[] ODD = {
    "",
    "-0",
    "1e",
    "0x10",
    "NaN",
    "Infinity",
    "1e999",
    "-1e-999",
    "2147483648",
    "-9223372036854775808",
    "999999999999999999",
    "99999999999999999999",
    "1,2",
    "1 2",
    "[",
    "]",
    "[]",
    "[a] b",
    "=",
    "a=b",
    "none",
    "\u00e9\ud83d\ude00",
    "\ud800",
    "\u0000",
    "\t",
    "%s%n",
    "$1",
    "\\",
    "&x",
    "../..",
  };

  /** Says what a key of a file or an image has as value. */
  public interface Names {
    /** A name; extensions are those that an output may have. */
    String name(String key, List<String> extensions);
  }

  private final Random random;
  private final Names names;
  private final double oddity;

  /**
   * A source of options.
   *
   * @param oddity the share of values that are odd
   */
  public RandomOptions(Random random, double oddity, Names names) {
    this.random = random;
    this.oddity = oddity;
    this.names = names;
  }

  /** Options for a command: key=value or a bare word. */
  public List<String> next(Parameters parameters, Caller caller) {
    List<String> options = new ArrayList<>();
    for (Parameter parameter : parameters.all()) {
      if (Parameters.given(parameter, caller)
          && random.nextInt(100) < (parameter.required ? 98 : 30)) {
        options.add(option(parameter));
      }
    }
    Collections.shuffle(options, random);
    if (happens(oddity)) {
      options.add(odd(options, parameters));
    }
    return options;
  }

  private boolean happens(double probability) {
    return random.nextDouble() < probability;
  }

  private String option(Parameter parameter) {
    String value = happens(oddity) ? oneOf(ODD) : value(parameter);
    return parameter.kind == Parameter.Kind.FLAG && !happens(oddity)
        ? parameter.key
        : parameter.key + "=" + value;
  }

  private String value(Parameter parameter) {
    switch (parameter.kind) {
      case CHOICE:
        return choice(parameter);
      case LIST:
        return choice(parameter) + "," + choice(parameter);
      case INTEGER:
      case DECIMAL:
        return oneOf(NUMBERS);
      case IMAGE:
      case FILE:
      case OUTPUT:
      case FOLDER:
        return names.name(parameter.key, parameter.choices);
      default:
        return oneOf(NUMBERS) + "," + oneOf(NUMBERS);
    }
  }

  private String choice(Parameter parameter) {
    return parameter.choices.get(random.nextInt(parameter.choices.size()));
  }

  /** What a user adds by mistake: an option again, a key that is not there, a word cut short. */
  private String odd(List<String> options, Parameters parameters) {
    switch (options.isEmpty() ? 3 : random.nextInt(4)) {
      case 0:
        return options.get(random.nextInt(options.size()));
      case 1:
        String option = options.remove(random.nextInt(options.size()));
        return option.substring(random.nextInt(option.length()));
      case 2:
        String other = options.remove(random.nextInt(options.size()));
        int at = random.nextInt(other.length() + 1);
        return other.substring(0, at) + oneOf(ODD) + other.substring(at);
      default:
        return parameters.command() + oneOf(ODD);
    }
  }

  private String oneOf(String[] words) {
    return words[random.nextInt(words.length)];
  }

  /** As in a macro: values with blanks in brackets. */
  public static String asMacro(List<String> options) {
    StringBuilder text = new StringBuilder();
    for (String option : options) {
      int equals = option.indexOf('=') + 1;
      boolean plain =
          option.chars().noneMatch(c -> Character.isWhitespace(c) || c == '[' || c == ']');
      text.append(
          plain || equals == 0
              ? option
              : option.substring(0, equals) + "[" + option.substring(equals) + "]");
      text.append(' ');
    }
    return text.toString();
  }

  /** Reads every value as the commands do; none may fail where the options were accepted. */
  public static void readAll(Parameters parameters, Values values) {
    for (Parameter parameter : parameters.all()) {
      String key = parameter.key;
      if (!values.has(key)) {
        continue;
      }
      if (parameter.kind == Parameter.Kind.INTEGER) {
        long value = values.longInteger(key);
        if (value < parameter.allowed.low || value > parameter.allowed.high) {
          throw new AssertionError(key + " is out of range: " + value);
        }
        if (parameter.allowed.high <= Integer.MAX_VALUE) {
          values.integer(key);
        }
      } else if (parameter.kind == Parameter.Kind.DECIMAL && Double.isNaN(values.decimal(key))) {
        throw new AssertionError(key + " is no number");
      } else if (parameter.kind == Parameter.Kind.CHOICE
          && !parameter.choices.contains(values.text(key))) {
        throw new AssertionError(key + " is no choice: " + values.text(key));
      }
    }
  }
}
