// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.Detector;
import org.bitvox.Radiograph;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Table;

/** What radiographs come to: a row for each material. */
final class RadiographTable {
  private final Call call;
  private final RadiographSpace space;
  private final RadiographGeometry geometry;
  private final RadiographObject object;
  private final Radiograph.Result result;
  private final String ofImages;

  /**
   * A table.
   *
   * @param ofImages what is odd about the images; may be empty
   */
  RadiographTable(
      Call call,
      RadiographSpace space,
      RadiographGeometry geometry,
      RadiographObject object,
      Radiograph.Result result,
      String ofImages) {
    this.call = call;
    this.space = space;
    this.geometry = geometry;
    this.object = object;
    this.result = result;
    this.ofImages = ofImages;
  }

  String note() {
    return Notes.of(
        space.note,
        object.note(result),
        object.isThere(result) && result.through() == 0
            ? "No ray goes through a material: nothing is in view."
            : geometry.note(),
        result.dark() == 0
            ? ""
            : "Pixels that no photon reached, which have the attenuation of one photon: "
                + result.dark()
                + ".",
        ofImages,
        result.run().note());
  }

  private boolean hasEnergy() {
    return !call.values().has("spectrum");
  }

  Table rows() {
    String unit = space.unit;
    boolean photons = !call.values().text("result").equals("lengths");
    Table table = new Table();
    for (int i = 0; i < object.count(); i++) {
      Table.Row row = object.addRow(i, call, table);
      if (photons || call.values().given("materials")) {
        row.put("Material", object.material(i));
      }
      object.describe(i, row, result);
      row.put("Longest path (" + unit + ")", result.longest()[i])
          .put("Mean sum of paths (" + unit + "^3)", result.projected()[i])
          .put("Rays", result.rays())
          .put("Rays through material", result.through());
      if (photons) {
        row.put("Least transmission", result.least()).put("Largest attenuation", result.most());
      }
      row.put("Detector columns", geometry.columns)
          .put("Detector rows", geometry.rows)
          .put("Pixel width (" + unit + ")", geometry.pixelWidth)
          .put("Pixel height (" + unit + ")", geometry.pixelHeight);
      if (geometry.beam == Detector.Beam.CONE) {
        row.put("Source to axis (" + unit + ")", geometry.sourceObject)
            .put("Source to detector (" + unit + ")", geometry.sourceDetector);
      }
      if (photons || call.values().has("sources")) { // else they change no number
        row.putLast("Materials", call.values().text("materials"))
            .putLast("Energy", hasEnergy() ? (Object) call.values().decimal("energy") : "");
      }
      row.putLast("Backend", result.run().backend()).putLast("Note", note());
    }
    return table;
  }
}
