// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.Material;
import org.bitvox.PhotonBeam;
import org.bitvox.Radiograph;
import org.bitvox.RadiographDose;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Call;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;

/** What a radiograph is of, in parts of one material each, and of what they are. */
abstract class RadiographObject {
  /** What receives the images. */
  static final class Receivers {
    SliceReceiver lengths;
    SliceReceiver transmission;
    SliceReceiver attenuation;
  }

  private final List<String> words = new ArrayList<>(); // that the materials are called
  private final List<Material> materials = new ArrayList<>();

  /** Of each part in its order: all are the same if one is given. */
  final void setMaterials(RadiographWords given, int parts) {
    boolean same = given.count() == 1;
    for (int i = 0; i < parts; i++) {
      words.add(given.word(same ? 0 : i));
      materials.add(given.material(same ? 0 : i));
    }
  }

  /** Says what is wrong with materials before anything is read. */
  static void check(Call call, Scale scale, RadiographWords words) throws IOException {
    if (!call.values().text("result").equals("lengths")) {
      RadiographPhotons.of(call, scale, words.materials());
    }
    if (call.values().has("sources")) {
      new RadiographDoses(call, scale, words.materials());
    }
  }

  final int count() {
    return materials.size();
  }

  final String material(int i) {
    return words.get(i);
  }

  final List<Material> materials() {
    return materials;
  }

  /** What a part is called in titles of slices. */
  abstract String title(int part);

  /** A row about a part. */
  abstract Table.Row addRow(int part, Call call, Table table);

  /** What is in its row before the paths. */
  abstract void describe(int part, Table.Row row, Radiograph.Result result);

  /** What is odd about it, in sentences; those that are empty count for nothing. */
  abstract String note(Radiograph.Result result);

  /** Whether there is anything that rays can go through. */
  abstract boolean isThere(Radiograph.Result result);

  abstract Radiograph.Result project(
      Radiograph radiograph, PhotonBeam photons, Receivers to, Call call);

  /** At each of these points. */
  abstract RadiographDose.Result doses(
      RadiographDose dose,
      PhotonBeam photons,
      RadiographDose.Sources sources,
      RadiographDose.Points points,
      Call call);
}
