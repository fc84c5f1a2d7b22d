// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.bitvox.MaterialTest.assertSays;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RadiographDoseTest {
  private static final ProgressListener NONE = ProgressListener.NONE;

  private static PhotonBeam photons(double energy, List<Material> materials, double unit) {
    return PhotonBeam.dose(Spectrum.of(energy), Material.named("air"), materials, unit, null);
  }

  private static RadiographDose.Sources source(double x, double y, double z) {
    return new RadiographDose.Sources(
        new double[] {x}, new double[] {y}, new double[] {z}, new double[] {1e9});
  }

  private static RadiographDose.Points point(double x, double y, double z) {
    return new RadiographDose.Points(new double[] {x}, new double[] {y}, new double[] {z});
  }

  /** 1 GBq of caesium, 0.85 photons each: 0.077 mGy/h in air at 1 m is what tables have. */
  @Test
  void caesiumInAirIsAsTablesHaveIt() {
    PhotonBeam photons = photons(661.7, Collections.singletonList(Material.named("air")), 100);
    BinaryVolume nearlyNothing = TestVolume.full(1, 1, 1).pixels();
    double rate =
        new RadiographDose()
            .spacing(1e-6, 1e-6, 1e-6) // metres
            .measure(
                nearlyNothing, photons, source(0.5e-6, 0.5e-6, -1), point(0.5e-6, 0.5e-6, 0), NONE)
            .rates()[0];
    double milligrayPerHour = 0.85 * rate / 1e4 * 3600 * 1e3; // cm2 of a square metre
    assertEquals(0.077, milligrayPerHour, 0.002);
  }

  @Test
  void labelsAreMaterials() {
    byte[] slice = new byte[25];
    Object[] slices = new Object[10];
    for (int z = 0; z < 10; z++) {
      slices[z] = slice.clone();
      Arrays.fill((byte[]) slices[z], (byte) (z < 4 ? 7 : z < 6 ? 3 : 0));
    }
    GreyImage image = new GreyStack(5, 5, 10, slices);
    PhotonBeam photons =
        PhotonBeam.of(
            Spectrum.of(1),
            PhotonBeam.Detector.PHOTONS,
            Arrays.asList(Material.constant(0.5), Material.constant(0.1)),
            0,
            null);
    RadiographDose.Sources sources = source(2.5, 2.5, -2);
    RadiographDose.Points points =
        new RadiographDose.Points(
            new double[] {2.5, 2.5}, new double[] {2.5, 2.5}, new double[] {12, -1});
    double[] rates =
        new RadiographDose()
            .measure(image, new double[] {3, 7}, photons, sources, points, NONE)
            .rates();
    assertEquals(1e9 * Math.exp(-0.5 * 2 - 0.1 * 4) / (4 * Math.PI * 196), rates[0], 1e-3);
    assertEquals(1e9 / (4 * Math.PI), rates[1], 1e-3);
    double[] others =
        new RadiographDose()
            .threads(3)
            .measure(image, new double[] {3, 7}, photons, sources, points, NONE)
            .rates();
    assertArrayEquals(rates, others, 0);
  }

  @Test
  void whatIsWrongIsSaid() {
    BinaryVolume volume = TestVolume.full(3, 3, 3).pixels();
    PhotonBeam photons = photons(60, Collections.singletonList(Material.named("water")), 1);
    assertSays(
        "source 1 is at the point itself, where the dose has no bounds",
        () -> new RadiographDose().measure(volume, photons, source(1, 1, 1), point(1, 1, 1), NONE));
    assertSays(
        "a dose needs photons",
        () -> new RadiographDose().measure(volume, null, source(1, 1, 1), point(2, 1, 1), NONE));
  }
}
