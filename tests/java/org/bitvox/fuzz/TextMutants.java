// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts that are nearly right: with other numbers, lines, separators, ends and letters. */
final class TextMutants {
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9][0-9.]*(e[-+]?[0-9]+)?");
  private static final String[] NUMBERS = {
    "nan", "inf", "-inf", "-1", "0", "-0", "1e400", "1e-400", "1e30", "-3.4e38", "2147483648",
    "9223372036854775808", "4294967297", "0x10", "1d", "1,5", "1.2.3", "+", "--1", "1e", "", "007",
    "0.30000000000000004", "\u0663", "1_000", "2.", ".5", "16", "64",
  };
  private static final String[] PIECES = {
    " ",
    "\t",
    ",",
    ";",
    "=",
    "#",
    "%",
    ">",
    "\"",
    "'",
    "\0",
    "\r",
    "\n",
    "\u00a0",
    "\u00e9",
    "\u001b[31m",
    "\n\n",
    "nan",
    "end",
    "%%MatrixMarket",
    "gravity",
    "ACGT",
  };

  private TextMutants() {}

  /** A damaged one, in UTF-8 but for single bytes. */
  static byte[] of(String text, Random random) {
    String mutant = text;
    for (int i = random.nextInt(3); i >= 0; i--) {
      mutant = changed(mutant, random);
    }
    byte[] bytes = mutant.getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(4) == 0 && bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return random.nextInt(12) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
  }

  private static String changed(String text, Random random) {
    switch (random.nextInt(8)) {
      case 0:
      case 1:
      case 2:
        return withOtherNumber(text, random);
      case 3:
        return withOtherLine(text, random);
      case 4:
        return text.replace("\n", random.nextBoolean() ? "\r" : "\r\n");
      case 5:
        return random.nextInt(3) == 0 ? "\ufeff" + text : withPiece(text, longWord(random), random);
      default:
        return withPiece(text, PIECES[random.nextInt(PIECES.length)], random);
    }
  }

  private static String longWord(Random random) {
    String letter = String.valueOf((char) ('0' + random.nextInt(75)));
    return letter.repeat(1 << random.nextInt(14));
  }

  /** Puts it somewhere, or in the place of a letter. */
  private static String withPiece(String text, String piece, Random random) {
    int at = random.nextInt(text.length() + 1);
    int end = random.nextBoolean() ? at : Math.min(at + 1, text.length());
    return text.substring(0, at) + piece + text.substring(end);
  }

  private static String withOtherNumber(String text, Random random) {
    List<int[]> places = new ArrayList<>();
    for (Matcher number = NUMBER.matcher(text); number.find(); ) {
      places.add(new int[] {number.start(), number.end()});
    }
    if (places.isEmpty()) {
      return text;
    }
    int[] place = places.get(random.nextInt(places.size()));
    String number =
        random.nextInt(3) == 0
            ? NUMBERS[random.nextInt(NUMBERS.length)]
            : random.nextBoolean()
                ? String.valueOf(random.nextInt(10))
                : String.valueOf(random.nextFloat() * 12 - 1);
    return text.substring(0, place[0]) + number + text.substring(place[1]);
  }

  /** A line twice, none, elsewhere, or a part of one. */
  private static String withOtherLine(String text, Random random) {
    List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
    String line = lines.get(random.nextInt(lines.size()));
    int at = random.nextInt(lines.size());
    switch (random.nextInt(4)) {
      case 0:
        lines.add(at, line);
        break;
      case 1:
        lines.remove(at);
        break;
      case 2:
        lines.add(at, line.substring(random.nextInt(line.length() + 1)));
        break;
      default:
        lines.set(at, line);
    }
    return String.join("\n", lines);
  }
}
