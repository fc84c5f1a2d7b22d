// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names in the order of the numbers in them: slice2 comes before slice10. */
final class NaturalOrder implements Comparator<String> {
  private static final Pattern PART = Pattern.compile("[0-9]+|[^0-9]+");

  /** Letters and numbers of a name by turns. */
  static List<String> parts(String name) {
    List<String> parts = new ArrayList<>();
    for (Matcher part = PART.matcher(name); part.find(); ) {
      parts.add(part.group());
    }
    return parts;
  }

  /** Whether a part is a number. */
  static boolean isNumber(String part) {
    return part.charAt(0) >= '0' && part.charAt(0) <= '9';
  }

  @Override
  public int compare(String a, String b) {
    List<String> as = parts(a);
    List<String> bs = parts(b);
    for (int i = 0; i < Math.min(as.size(), bs.size()); i++) {
      int order = comparePart(as.get(i), bs.get(i));
      if (order != 0) {
        return order;
      }
    }
    return as.size() == bs.size() ? a.compareTo(b) : as.size() - bs.size();
  }

  private static int comparePart(String a, String b) {
    return isNumber(a) && isNumber(b)
        ? new BigInteger(a).compareTo(new BigInteger(b))
        : a.compareTo(b);
  }
}
