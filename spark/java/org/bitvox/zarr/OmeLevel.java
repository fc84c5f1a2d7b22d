// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;

/**
 * One of the sizes in which an image is there.
 *
 * @param path of its array
 * @param scale of a voxel along every axis
 * @param translation of the centre of the first voxel
 */
record OmeLevel(String path, double[] scale, double[] translation) {
  /** With the changes of coordinates of the level, and those of the whole image after them. */
  static OmeLevel read(JsonNode level, JsonNode whole, int axes, String image)
      throws ZarrException {
    OmeLevel read = new OmeLevel(level.path("path").asText(""), ones(axes), new double[axes]);
    read.apply(level.path("coordinateTransformations"), image);
    read.apply(whole, image);
    return read;
  }

  static double[] ones(int axes) {
    double[] ones = new double[axes];
    Arrays.fill(ones, 1);
    return ones;
  }

  private void apply(JsonNode changes, String image) throws ZarrException {
    if (changes.size() > 8) {
      throw new ZarrException(image, "has more than 8 changes of coordinates of one array");
    }
    for (JsonNode change : changes) {
      String type = change.path("type").asText("");
      switch (type) {
        case "identity" -> {}
        case "scale" -> {
          double[] factors = numbers(change.path("scale"), type, image);
          for (int i = 0; i < scale.length; i++) {
            scale[i] *= factors[i];
            translation[i] *= factors[i];
          }
        }
        case "translation" -> {
          double[] shifts = numbers(change.path("translation"), type, image);
          for (int i = 0; i < scale.length; i++) {
            translation[i] += shifts[i];
          }
        }
        default ->
            throw new ZarrException(
                image, "change of coordinates " + Text.quoted(type) + " is not known");
      }
    }
  }

  private double[] numbers(JsonNode list, String what, String image) throws ZarrException {
    if (!list.isArray() || list.size() != scale.length) {
      throw new ZarrException(image, "its " + what + " has not one number for each axis");
    }
    double[] numbers = new double[scale.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = list.get(i).asDouble(Double.NaN);
      if (!Double.isFinite(numbers[i])) {
        throw new ZarrException(
            image, "its " + what + " has " + Text.quoted(list.get(i).toString()) + ", no number");
      }
    }
    return numbers;
  }
}
