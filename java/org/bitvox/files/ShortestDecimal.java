// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.DoublePredicate;

/**
 * Lengths as somebody has typed them: 0.75, of which a float, or the length of a vector, is
 * 0.74999999994. Results would jump between the two where a distance is compared with another.
 */
final class ShortestDecimal {
  /** That lengths have that were typed. */
  private static final int TYPED = 6;

  /** That every decimal number keeps in a double. */
  private static final int DECIMAL_DIGITS = 15;

  /** Digits of a double. */
  private static final int MOST = 17;

  /** Two units in the last place of a float. */
  private static final double NEAR = 2.4e-7;

  private ShortestDecimal() {}

  /** The decimal number with the fewest digits that is the same float, if it is one. */
  static double of(double number) {
    float narrow = (float) number;
    return narrow == number ? first(number, MOST, some -> (float) some == narrow) : number;
  }

  /** The same of a length that was computed from numbers that were floats once. */
  static double ofComputed(double length) {
    double typed = rounded(length, TYPED);
    double least = 4 * Math.ulp(length);
    return Math.abs(typed - length) <= NEAR * length
        ? first(typed, TYPED, some -> some == typed)
        : first(length, MOST, some -> Math.abs(some - length) <= least);
  }

  /** Of decimal numbers, without what the last digits make of it: 750, not 750.0000000000001. */
  static double ofProduct(double product) {
    return rounded(product, DECIMAL_DIGITS);
  }

  private static double first(double number, int most, DoublePredicate fits) {
    for (int digits = 1; digits < most; digits++) {
      double some = rounded(number, digits);
      if (fits.test(some)) {
        return some;
      }
    }
    return number;
  }

  private static double rounded(double number, int digits) {
    boolean finite = !Double.isNaN(number) && !Double.isInfinite(number);
    return finite ? new BigDecimal(number).round(new MathContext(digits)).doubleValue() : number;
  }
}
