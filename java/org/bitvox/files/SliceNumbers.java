// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The numbers in the names of slices, and which are left out. */
final class SliceNumbers {
  private SliceNumbers() {}

  /** A sentence about numbers that are missing, or cannot be told; empty if none is. */
  static String gaps(List<String> names) {
    int part = counting(names);
    if (part < 0) {
      return names.size() < 2
          ? ""
          : "The names of slices, "
              + names.get(0)
              + " to "
              + names.get(names.size() - 1)
              + ", are not alike but for one number, so nobody has looked for gaps.";
    }
    List<BigInteger> numbers = new ArrayList<>();
    for (String name : names) {
      numbers.add(new BigInteger(NaturalOrder.parts(name).get(part)));
    }
    BigInteger step = null;
    for (int i = 1; i < numbers.size(); i++) {
      BigInteger distance = numbers.get(i).subtract(numbers.get(i - 1));
      if (distance.signum() == 0) {
        return "The slices " + names.get(i - 1) + " and " + names.get(i) + " have one number.";
      }
      step = step == null ? distance : step.min(distance);
    }
    int gaps = 0;
    String first = "";
    for (int i = 1; i < numbers.size(); i++) {
      if (numbers.get(i).subtract(numbers.get(i - 1)).compareTo(step) > 0) {
        first = gaps == 0 ? names.get(i - 1) + " and " + names.get(i) : first;
        gaps++;
      }
    }
    return gaps == 0
        ? ""
        : "The numbers of slices have "
            + Messages.count(gaps, "gap")
            + ", the first between "
            + first
            + "; the slices are taken as neighbours.";
  }

  /** The part of the names that is another number in each of them; -1 where there is no such. */
  private static int counting(List<String> names) {
    List<String> first = NaturalOrder.parts(names.get(0));
    int part = -1;
    for (String name : names) {
      List<String> parts = NaturalOrder.parts(name);
      if (parts.size() != first.size()) {
        return -1;
      }
      for (int i = 0; i < parts.size(); i++) {
        if (!parts.get(i).equals(first.get(i))) {
          boolean number = NaturalOrder.isNumber(parts.get(i));
          if (!number || !NaturalOrder.isNumber(first.get(i)) || part >= 0 && part != i) {
            return -1;
          }
          part = i;
        }
      }
    }
    return part;
  }
}
