// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads formulas such as Ca5(PO4)3OH. */
final class ChemicalFormula {
  private static final int LONGEST = 200; // of characters

  private final String text;
  private int at;

  private ChemicalFormula(String text) {
    this.text = text;
  }

  /**
   * The parts of the elements by mass, of which the sum is 1.
   *
   * @throws IllegalArgumentException with a sentence if it is none
   */
  static Map<String, Double> parts(String text) {
    if (text.isEmpty() || text.length() > LONGEST) {
      throw new IllegalArgumentException("a formula has 1 to " + LONGEST + " characters");
    }
    ChemicalFormula formula = new ChemicalFormula(text);
    Map<String, Double> masses = formula.group();
    if (formula.at < text.length()) {
      throw formula.problem("')' without '('");
    }
    double all = masses.values().stream().mapToDouble(Double::doubleValue).sum();
    masses.replaceAll((symbol, mass) -> mass / all);
    return masses;
  }

  /** Masses of all up to the end or a closing bracket. */
  private Map<String, Double> group() {
    Map<String, Double> masses = new LinkedHashMap<>();
    while (at < text.length() && text.charAt(at) != ')') {
      Map<String, Double> next;
      if (text.charAt(at) == '(') {
        at++;
        next = group();
        if (at == text.length()) {
          throw problem("'(' without ')'");
        }
        at++;
      } else {
        next = element();
      }
      double times = number();
      next.forEach((symbol, mass) -> masses.merge(symbol, mass * times, Double::sum));
    }
    if (masses.isEmpty()) {
      throw problem("nothing between brackets");
    }
    return masses;
  }

  private Map<String, Double> element() {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) >= 'a' && text.charAt(end) <= 'z') {
      end++;
    }
    String symbol = text.substring(at, end);
    Elements.Element element = Elements.of(symbol);
    if (element == null) {
      throw problem("no element '" + symbol + "' from H to U");
    }
    at = end;
    Map<String, Double> mass = new LinkedHashMap<>();
    mass.put(symbol, element.weight);
    return mass;
  }

  /** How often what stands before it is there. */
  private double number() {
    int begin = at;
    while (at < text.length() && (isOfNumber(text.charAt(at)))) {
      at++;
    }
    if (begin == at) {
      return 1;
    }
    String digits = text.substring(begin, at);
    if (!digits.matches("[0-9]{1,9}(\\.[0-9]{1,9})?") || Double.parseDouble(digits) == 0) {
      throw problem("'" + digits + "', not a number above 0");
    }
    return Double.parseDouble(digits);
  }

  private static boolean isOfNumber(char c) {
    return c >= '0' && c <= '9' || c == '.';
  }

  private IllegalArgumentException problem(String words) {
    return new IllegalArgumentException("formula " + text + " has " + words);
  }
}
