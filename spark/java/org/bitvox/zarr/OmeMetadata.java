// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Writes the metadata of groups: with those of an image it can be opened, so they come last. */
final class OmeMetadata {
  private final Store store;
  private final WriteOptions options;

  OmeMetadata(Store store, WriteOptions options) {
    this.store = store;
    this.options = options;
  }

  /** The image's own. */
  void write(OmeForm form, OmeAxes axes, int levels, Reduction reduction, boolean inImage)
      throws IOException {
    ObjectNode scales = Json.object();
    if (options.format() == 2) {
      scales.put("version", options.version());
    }
    String name = store.name().replaceAll("/+$", "").replaceFirst("^.*/", "");
    scales.put("name", name.replaceFirst("\\.zarr$", ""));
    scales.set("axes", axes(form, axes));
    ArrayNode datasets = scales.putArray("datasets");
    for (int level = 0; level < levels; level++) {
      datasets.add(dataset(form, axes, level));
    }
    if (levels > 1) {
      scales.put("type", reduction.word());
      scales.set(
          "metadata",
          Json.object().put("description", "each level from the one before: " + reduction.words));
    }
    ObjectNode all = Json.object();
    all.set("multiscales", Json.array().add(scales));
    if (form.labels()) {
      ObjectNode label = Json.object();
      if (options.format() == 2) {
        label.put("version", options.version());
      }
      if (inImage) {
        label.set("source", Json.object().put("image", "../../"));
      }
      all.set("image-label", label);
    }
    group(store, all);
  }

  private static ArrayNode axes(OmeForm form, OmeAxes axes) {
    ArrayNode list = Json.array();
    for (int i = 0; i < axes.count(); i++) {
      String name = axes.names().get(i);
      String type = name.equals("t") ? "time" : name.equals("c") ? "channel" : "space";
      ObjectNode axis = list.addObject().put("name", name).put("type", type);
      String unit =
          name.equals("t")
              ? form.timeUnit()
              : name.equals("c") ? null : OmeAxes.omeUnit(form.unit());
      if (unit != null) {
        axis.put("unit", unit);
      }
    }
    return list;
  }

  /** A voxel of a level has its centre in the middle of those that it is made of. */
  private static ObjectNode dataset(OmeForm form, OmeAxes axes, int level) {
    ArrayNode scale = Json.array();
    ArrayNode translation = Json.array();
    boolean moved = false;
    for (int i = 0; i < axes.count(); i++) {
      int space = i - (axes.count() - 3);
      boolean halved = space >= 0 && form.size()[space] > 1;
      double factor = halved ? Math.scalb(1.0, level) : 1;
      double spacing =
          space >= 0 ? form.spacing()[1 + space] : i == axes.of('t') ? form.spacing()[0] : 1;
      double start = space >= 0 ? decimal(form.origin()[space], spacing, (factor - 1) / 2) : 0;
      scale.add(decimal(0, spacing, factor));
      translation.add(start);
      moved |= start != 0;
    }
    ObjectNode dataset = Json.object().put("path", Integer.toString(level));
    ArrayNode changes = dataset.putArray("coordinateTransformations");
    changes.addObject().put("type", "scale").set("scale", scale);
    if (moved) {
      changes.addObject().put("type", "translation").set("translation", translation);
    }
    return dataset;
  }

  /** Start + step * factor without the digits that doubles would add. */
  private static double decimal(double start, double step, double factor) {
    return BigDecimal.valueOf(step)
        .multiply(BigDecimal.valueOf(factor))
        .add(BigDecimal.valueOf(start))
        .doubleValue();
  }

  /** A group with attributes of OME. */
  private void group(Store place, ObjectNode attributes) throws IOException {
    if (options.format() == 2) {
      Json.write(place, ".zgroup", Json.object().put("zarr_format", 2));
      Json.write(place, ".zattrs", attributes);
      return;
    }
    ObjectNode ome = Json.object().put("version", options.version());
    ome.setAll(attributes);
    ObjectNode group = Json.object().put("zarr_format", 3).put("node_type", "group");
    group.set("attributes", Json.object().set("ome", ome));
    Json.write(place, "zarr.json", group);
  }

  /** Adds a name to the list of the labels of an image. */
  static void addLabel(Store image, String name) throws IOException {
    Store labels = image.below("labels");
    JsonNode three = Json.read(image, "zarr.json");
    JsonNode own = Json.read(labels, three == null ? ".zattrs" : "zarr.json");
    List<String> names = new ArrayList<>();
    if (own != null) {
      JsonNode before = three == null ? own : own.path("attributes").path("ome");
      before.path("labels").forEach(one -> names.add(one.asText()));
    }
    if (!names.contains(name)) {
      names.add(name);
    }
    ArrayNode list = Json.array();
    names.forEach(list::add);
    String version = three == null ? "0.4" : "0.5";
    new OmeMetadata(labels, new WriteOptions(1, 0, "none", "auto", version, "auto"))
        .group(labels, Json.object().set("labels", list));
  }
}
