// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** Metadata that were written. */
final class OmeTexts {
  private OmeTexts() {}

  static JsonNode multiscales(Store store) throws IOException {
    JsonNode three = Json.read(store, "zarr.json");
    JsonNode own =
        three == null ? Json.read(store, ".zattrs") : three.path("attributes").path("ome");
    return own.path("multiscales").path(0);
  }
}
