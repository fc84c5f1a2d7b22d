// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An image of OME-Zarr: axes and levels, the first of which is the largest.
 *
 * @param name what the user calls it
 * @param store of its group
 * @param axes of its arrays
 * @param levels at least one
 */
record OmeImage(String name, Store store, OmeAxes axes, List<OmeLevel> levels) {
  private static final int MOST_LEVELS = 64;

  /**
   * Opens the image of a group, or an array without metadata of OME as one.
   *
   * @param dataset where it lies in the store; empty for the store itself
   */
  static OmeImage open(Store whole, String dataset) throws IOException {
    Store store = whole.below(dataset);
    JsonNode three = Json.read(store, "zarr.json");
    JsonNode attributes = three == null ? Json.read(store, ".zattrs") : three.path("attributes");
    boolean array =
        three == null
            ? store.read(".zarray", Json.MOST_BYTES) != null
            : three.path("node_type").asText().equals("array");
    if (array) {
      OmeImage level = asLevel(whole, dataset);
      return level == null ? ofArray(store, attributes) : level;
    }
    if (three == null && attributes == null && store.read(".zgroup", Json.MOST_BYTES) == null) {
      throw new ZarrException(
          store.name(),
          dataset.isEmpty()
              ? "is no Zarr: it has no zarr.json, .zgroup or .zarray"
              : "there is no such dataset");
    }
    JsonNode scales = scales(attributes);
    if (!scales.isObject()) {
      throw new ZarrException(store.name(), "has no multiscales" + Listing.of(whole, dataset));
    }
    return of(store, scales);
  }

  private static JsonNode scales(JsonNode attributes) {
    JsonNode own = attributes == null ? Json.object() : attributes;
    return (own.has("ome") ? own.path("ome") : own).path("multiscales").path(0);
  }

  /** An array that is a level of the image of its group; null if it is none. */
  private static OmeImage asLevel(Store whole, String dataset) throws IOException {
    if (dataset.isEmpty()) {
      return null;
    }
    String path = Keys.checked(whole, dataset);
    int slash = path.lastIndexOf('/');
    Store group = whole.below(path.substring(0, Math.max(0, slash)));
    JsonNode three = Json.read(group, "zarr.json");
    JsonNode scales =
        scales(three == null ? Json.read(group, ".zattrs") : three.path("attributes"));
    if (scales.isObject()) {
      OmeImage image = of(group, scales);
      for (OmeLevel level : image.levels) {
        if (level.path().equals(path.substring(slash + 1))) {
          return new OmeImage(image.name, group, image.axes, List.of(level));
        }
      }
    }
    return null;
  }

  private static OmeImage ofArray(Store store, JsonNode attributes) throws IOException {
    ArrayLayout layout = ArrayMetadata.read(store);
    List<String> known = layout.axes();
    JsonNode names = attributes == null ? Json.array() : attributes.path("_ARRAY_DIMENSIONS");
    if (known == null && names.size() == layout.shape().length) {
      known = new ArrayList<>();
      for (JsonNode name : names) {
        known.add(name.asText());
      }
    }
    OmeAxes axes = OmeAxes.guessed(known, layout.shape().length, store.name());
    OmeLevel level = new OmeLevel("", OmeLevel.ones(axes.count()), new double[axes.count()]);
    return new OmeImage(store.name(), store, axes, List.of(level));
  }

  private static OmeImage of(Store store, JsonNode scales) throws ZarrException {
    String name = store.name();
    JsonNode named = scales.path("axes");
    if (named.isMissingNode()) { // before OME-Zarr 0.3
      named = Json.array().add("t").add("c").add("z").add("y").add("x");
    }
    OmeAxes axes = OmeAxes.read(named, name);
    JsonNode datasets = scales.path("datasets");
    if (datasets.size() < 1 || datasets.size() > MOST_LEVELS) {
      throw new ZarrException(
          name, "has " + datasets.size() + " levels; 1 to " + MOST_LEVELS + " can be read");
    }
    List<OmeLevel> levels = new ArrayList<>();
    for (JsonNode dataset : datasets) {
      levels.add(
          OmeLevel.read(dataset, scales.path("coordinateTransformations"), axes.count(), name));
    }
    return new OmeImage(name, store, axes, levels);
  }

  /** The array of a level, from 0. */
  ZarrArray level(int number) throws IOException {
    if (number < 0 || number >= levels.size()) {
      throw new ZarrException(
          name,
          "level="
              + number
              + " is not there: it has "
              + (levels.size() == 1 ? "level 0 alone" : "levels 0 to " + (levels.size() - 1)));
    }
    Store place = store.below(levels.get(number).path());
    ZarrArray array = ZarrArray.open(place);
    if (array == null) {
      throw new ZarrException(place.name(), "the array is missing");
    }
    if (array.shape().length != axes.count()) {
      throw new ZarrException(
          place.name(), "has " + array.shape().length + " axes, but the image has " + axes.count());
    }
    return array;
  }
}
