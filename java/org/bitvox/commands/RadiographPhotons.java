// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.BuildUp;
import org.bitvox.Material;
import org.bitvox.PhotonBeam;
import org.bitvox.Spectrum;
import org.bitvox.calls.Call;
import org.bitvox.calls.Scale;
import org.bitvox.files.InputFiles;
import org.bitvox.files.Names;
import org.bitvox.parameters.Values;

/** The photons of a radiograph, as the keys say. */
final class RadiographPhotons {
  private RadiographPhotons() {}

  /** Of lengths in the unit of the scale. */
  static PhotonBeam of(Call call, Scale scale, List<Material> materials) throws IOException {
    Values values = call.values();
    return PhotonBeam.of(
        spectrum(call),
        values.constant("detector", PhotonBeam.Detector.class),
        materials,
        100 * scale.metres(),
        buildUp(values));
  }

  static Spectrum spectrum(Call call) throws IOException {
    Path file = call.file("spectrum");
    return file == null
        ? Spectrum.of(call.values().decimal("energy"))
        : RadiographTables.spectrum(file, call.values().text("spectrum"));
  }

  /** Two numbers, or a table; null for none. */
  static BuildUp buildUp(Values values) throws IOException {
    String text = values.text("build_up");
    if (text.isEmpty()) {
      return null;
    }
    if (text.matches("[-+0-9.eE, ]+") || text.contains(",") && !Names.exists(text)) {
      double[] two = values.numbers("build_up", "two numbers, such as 1.2,0.05, or a file", 2);
      return BuildUp.of(two[0], two[1]);
    }
    return RadiographTables.buildUp(InputFiles.existing(text), text);
  }
}
