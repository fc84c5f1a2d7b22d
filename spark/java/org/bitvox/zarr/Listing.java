// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a group has that could be meant. */
final class Listing {
  private static final int MOST = 12;
  private static final int DEEPEST = 4;
  private static final int MOST_FOLDERS = 1000; // in a folder that are looked at

  private Listing() {}

  /** The end of a sentence about a group without an image. */
  static String of(Store store, String group) throws IOException {
    List<String> found = new ArrayList<>();
    add(store, group, found, DEEPEST);
    if (found.isEmpty()) {
      return " and no arrays";
    }
    String list = String.join(", ", found.subList(0, Math.min(MOST, found.size())));
    return "; choose one of its datasets with dataset=: "
        + list
        + (found.size() > MOST ? ", ..." : "");
  }

  private static void add(Store store, String group, List<String> found, int levels)
      throws IOException {
    for (String name : store.folders(group, levels == DEEPEST ? MOST_FOLDERS : MOST)) {
      String path = Keys.join(group, name);
      if (found.size() > MOST || path.length() > 1000) {
        return;
      }
      if (isDataset(store, path)) {
        found.add(path);
      } else if (levels > 1) {
        add(store, path, found, levels - 1);
      }
    }
  }

  private static boolean isDataset(Store store, String path) throws IOException {
    try {
      var three = Json.read(store, path + "/zarr.json");
      if (three != null) {
        return three.path("node_type").asText().equals("array")
            || three.path("attributes").path("ome").has("multiscales");
      }
      var two = Json.read(store, path + "/.zattrs");
      return two != null && two.has("multiscales")
          || store.read(path + "/.zarray", Json.MOST_BYTES) != null;
    } catch (ZarrException e) {
      return false; // which is said when it is chosen
    }
  }
}
