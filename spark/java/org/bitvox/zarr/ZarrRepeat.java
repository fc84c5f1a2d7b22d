// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bitvox.files.Messages;

/**
 * An image that is another one several times along z, y and x. Its files are hard links of the
 * other one's, so that it takes no room: to try what a volume of that size takes.
 */
final class ZarrRepeat {
  private final FolderStore from;
  private final FolderStore to;
  private final int times;

  ZarrRepeat(FolderStore from, FolderStore to, int times) {
    this.from = from;
    this.to = to;
    this.times = times;
  }

  /** Makes it: of the levels those that end with a whole file. */
  void make() throws IOException {
    OmeImage image = OmeImage.open(from, "");
    int made = 0;
    for (OmeLevel level : image.levels()) {
      ZarrArray array = image.level(made);
      if (!isWhole(array.layout())) {
        break;
      }
      repeat(array.layout(), level.path());
      made++;
      if (made == image.levels().size()) {
        break;
      }
    }
    if (made == 0) {
      ArrayLayout layout = image.level(0).layout();
      throw new ZarrException(
          from.name(),
          "its "
              + Text.sizes(layout.shape())
              + " voxels do not end with a whole chunk or shard; write it with sides that divide"
              + " them to repeat it");
    }
    metadata(made);
  }

  private static boolean isWhole(ArrayLayout layout) {
    int axes = layout.shape().length;
    boolean whole = true;
    for (int axis = axes - 3; axis < axes; axis++) {
      whole &= axis < 0 || layout.shape()[axis] % layout.file()[axis] == 0;
    }
    return whole;
  }

  private void repeat(ArrayLayout layout, String path) throws IOException {
    String file = layout.format() == 2 ? ".zarray" : "zarr.json";
    ObjectNode json = (ObjectNode) Json.read(from.below(path), file);
    long[] shape = layout.shape().clone();
    int axes = shape.length;
    for (int axis = Math.max(0, axes - 3); axis < axes; axis++) {
      shape[axis] *= times;
    }
    json.set("shape", Metadata3.list(shape));
    Json.write(to.below(path), file, json);
    long[] counts = Grid.chunks(layout.shape(), layout.file());
    for (long[] place = new long[axes]; place != null; place = next(place, counts)) {
      Path original = from.path(Keys.join(path, layout.keys().key(place)));
      if (Files.exists(original)) {
        links(original, layout, path, place, counts);
      }
    }
  }

  private void links(Path original, ArrayLayout layout, String path, long[] place, long[] counts)
      throws IOException {
    int axes = place.length;
    long[] repeats = new long[axes];
    for (int axis = 0; axis < axes; axis++) {
      repeats[axis] = axis < axes - 3 ? 1 : times;
    }
    for (long[] copy = new long[axes]; copy != null; copy = next(copy, repeats)) {
      long[] target = new long[axes];
      for (int axis = 0; axis < axes; axis++) {
        target[axis] = copy[axis] * counts[axis] + place[axis];
      }
      String key = Keys.join(path, layout.keys().key(target));
      try {
        Files.createDirectories(to.path(key).getParent());
        Files.createLink(to.path(key), original);
      } catch (IOException | UnsupportedOperationException e) {
        String reason = e instanceof IOException io ? Messages.reason(io) : "there are none here";
        throw new ZarrException(to.named(key), "cannot be made a hard link: " + reason, e);
      }
    }
  }

  /** The next place of a grid; null behind the last. */
  private static long[] next(long[] place, long[] counts) {
    for (int axis = place.length - 1; axis >= 0; axis--) {
      if (++place[axis] < counts[axis]) {
        return place;
      }
      place[axis] = 0;
    }
    return null;
  }

  private void metadata(int levels) throws IOException {
    JsonNode three = Json.read(from, "zarr.json");
    ObjectNode json = (ObjectNode) (three == null ? Json.read(from, ".zattrs") : three);
    JsonNode own = three == null ? json : json.path("attributes").path("ome");
    if (own.path("multiscales").path(0).path("datasets") instanceof ArrayNode datasets) {
      while (datasets.size() > levels) {
        datasets.remove(levels);
      }
    }
    if (three == null) {
      Json.write(to, ".zgroup", Json.object().put("zarr_format", 2));
    }
    Json.write(to, three == null ? ".zattrs" : "zarr.json", json);
  }
}
