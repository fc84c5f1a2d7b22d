// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** Reads the metadata of arrays. */
final class ArrayMetadata {
  private ArrayMetadata() {}

  /** Those of an array; null if there is none. */
  static ArrayLayout read(Store store) throws IOException {
    JsonNode three = Json.read(store, "zarr.json");
    if (three != null) {
      return three.path("node_type").asText().equals("array")
          ? Metadata3.layout(three, store.name())
          : null;
    }
    JsonNode two = Json.read(store, ".zarray");
    return two == null ? null : Metadata2.layout(two, store.name());
  }

  /** Whole numbers of a list. */
  static long[] numbers(JsonNode list, String what, String array) throws ZarrException {
    if (!list.isArray() || list.size() > 32) {
      throw new ZarrException(array, "has no list of numbers as its " + what);
    }
    long[] numbers = new long[list.size()];
    for (int i = 0; i < numbers.length; i++) {
      if (!list.get(i).canConvertToExactIntegral() || !list.get(i).canConvertToLong()) {
        throw new ZarrException(
            array, what + " has " + Text.quoted(list.get(i).toString()) + ", no whole number");
      }
      numbers[i] = list.get(i).longValue();
    }
    return numbers;
  }

  /** Sizes of chunks, one along every axis. */
  static int[] sides(JsonNode list, int axes, String what, String array) throws ZarrException {
    long[] numbers = numbers(list, what, array);
    if (numbers.length != axes) {
      throw new ZarrException(
          array, what + " has " + numbers.length + " numbers, but the array has " + axes + " axes");
    }
    int[] sides = new int[axes];
    for (int i = 0; i < axes; i++) {
      if (numbers[i] < 1 || numbers[i] > Integer.MAX_VALUE) {
        throw new ZarrException(array, what + " has " + numbers[i] + "; 1 to 2^31 - 1 is allowed");
      }
      sides[i] = (int) numbers[i];
    }
    return sides;
  }

  /** Of a type that is none of ours. */
  static ZarrException unknownType(String type, String array) {
    return new ZarrException(
        array,
        "values of type "
            + Text.quoted(type)
            + " cannot be read; whole numbers of 8, 16 and 32 bits and floats of 32 bits can");
  }
}
