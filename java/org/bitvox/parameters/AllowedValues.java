// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** What a value of a parameter may be: checked, and said in words. */
final class AllowedValues {
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]{1,3})?");

  private final Parameter.Kind kind;
  private final String noun;
  final double low;
  final double high;
  private final List<String> choices;

  /** Numbers are within low and high; what is neither a number nor a choice is a noun. */
  AllowedValues(Parameter.Kind kind, String noun, double low, double high, List<String> choices) {
    this.kind = kind;
    this.noun = noun;
    this.low = low;
    this.high = high;
    this.choices = choices;
  }

  /** Whether every number will do. */
  boolean isAnyNumber() {
    return Double.isInfinite(low);
  }

  /** Whether this is one of them. */
  boolean allow(String value) {
    switch (kind) {
      case CHOICE:
        return choices.contains(value);
      case LIST:
        return value.equals(Parameter.ALL) || choices.containsAll(words(value));
      case INTEGER:
        return isWhole(value) && isInRange(Double.parseDouble(value));
      case DECIMAL:
        return isFinite(value) && isInRange(Double.parseDouble(value));
      case RANGE:
        return isRange(value);
      default:
        return true;
    }
  }

  /** Whether this is a number without a fraction, however it is written: 2, 2.0 or 2e3. */
  private static boolean isWhole(String value) {
    return isNumber(value) && !hasFraction(value);
  }

  private static boolean hasFraction(String number) {
    return new BigDecimal(number).stripTrailingZeros().scale() > 0;
  }

  static boolean isNumber(String value) {
    return DECIMAL.matcher(value).matches();
  }

  /** The same value as it is kept: whole numbers of keys that take them are so written. */
  String plain(String value) {
    return kind == Parameter.Kind.INTEGER ? new BigDecimal(value).toBigInteger().toString() : value;
  }

  /** What to use instead of this value, which is none of them. */
  String instead(String value) {
    if (kind == Parameter.Kind.INTEGER && isNumber(value) && hasFraction(value)) {
      return "a whole number, " + words();
    }
    String[] words = value.split(Values.TO, -1);
    boolean two = words.length == 2 && Arrays.stream(words).allMatch(AllowedValues::isFinite);
    return kind == Parameter.Kind.RANGE && two
        ? words() + ", of which HI is not below LO: " + words[1] + " is below " + words[0]
        : words();
  }

  private static List<String> words(String list) {
    return Arrays.asList(list.split(",", -1));
  }

  /** One number, or two of which the second is not smaller. */
  private static boolean isRange(String value) {
    String[] words = value.split(Values.TO, -1);
    boolean numbers = words.length <= 2 && Arrays.stream(words).allMatch(AllowedValues::isFinite);
    return numbers
        && (words.length == 1 || Double.parseDouble(words[0]) <= Double.parseDouble(words[1]));
  }

  /** A number such as 1e400 is infinite as a double. */
  static boolean isFinite(String value) {
    return isNumber(value) && !Double.isInfinite(Double.parseDouble(value));
  }

  private boolean isInRange(double value) {
    return low <= value && value <= high;
  }

  /** All of them: "cross or cube", "1 to 32767", "a file". */
  String words() {
    switch (kind) {
      case CHOICE:
        return Words.list(choices);
      case LIST:
        return Parameter.ALL + ", or one or more of " + String.join(",", choices);
      case INTEGER:
        return number(low) + (high == Integer.MAX_VALUE ? " or more" : " to " + number(high));
      case DECIMAL:
        return isAnyNumber()
            ? "a number"
            : number(low) + (Double.isInfinite(high) ? " or more" : " to " + number(high));
      case RANGE:
        return "a number, or two: LO..HI";
      case FLAG:
        return "a bare word";
      default:
        return noun;
    }
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
