// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.bitvox.MaterialTest.assertSays;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhotonBeamTest {
  private static final List<Material> TWO =
      Arrays.asList(Material.named("water"), Material.constant(0.25));

  @Test
  void hasACoefficientOfEveryMaterialAtEveryEnergy() {
    Spectrum spectrum = Spectrum.of(new double[] {30, 60}, new double[] {2, 5});
    PhotonBeam beam = PhotonBeam.of(spectrum, PhotonBeam.Detector.ENERGY, TWO, 0.1, null);
    assertArrayEquals(new double[] {2, 5}, beam.photons());
    assertArrayEquals(new double[] {30, 60}, beam.response());
    assertArrayEquals(
        new double[] {0.03756, 0.25, 0.02059, 0.25}, beam.attenuation(), 1e-4); // per mm
    assertEquals(0, beam.buildUpA().length);
    PhotonBeam counted = PhotonBeam.of(spectrum, PhotonBeam.Detector.PHOTONS, TWO, 0.1, null);
    assertArrayEquals(new double[] {1, 1}, counted.response());
    assertEquals(360.0 / 7, spectrum.meanEnergy(), 1e-12);
  }

  @Test
  void aDoseIsWhatTheAbsorberGets() {
    Material air = Material.named("air");
    PhotonBeam beam = PhotonBeam.dose(Spectrum.of(662), air, TWO, 1, null);
    // 662 keV, 0.0293 cm2/g: 3.11 pGy of a photon per cm2, as tables have it.
    assertEquals(3.11e-12, beam.response()[0], 0.03e-12);
  }

  @Test
  void buildUpIsByEnergy() {
    BuildUp buildUp =
        BuildUp.of(new double[] {100, 400}, new double[] {2, 1}, new double[] {0.1, 0.05});
    Spectrum spectrum = Spectrum.of(new double[] {100, 200, 400}, new double[] {1, 1, 1});
    PhotonBeam beam = PhotonBeam.of(spectrum, PhotonBeam.Detector.ENERGY, TWO, 1, buildUp);
    assertArrayEquals(new double[] {2, 1.5, 1}, beam.buildUpA(), 1e-12);
    assertArrayEquals(new double[] {0.1, 0.075, 0.05}, beam.buildUpB(), 1e-12);
    assertSays(
        "the build-up table has energies from 100 to 400 keV, but there are photons of 662 keV",
        () -> buildUp.a(662));
    assertSays(
        "the build-up table has energies from 100 to 400 keV, but there are photons of 99.5 keV",
        () -> buildUp.b(99.5));
    assertEquals(1.3, BuildUp.of(1.3, 0.02).a(77));
    assertEquals(0.02, BuildUp.of(1.3, 0.02).b(0.5));
  }

  @Test
  void withoutAUnitConstantsAreKnown() {
    List<Material> constant = Collections.singletonList(Material.constant(0.2));
    PhotonBeam beam = PhotonBeam.of(Spectrum.of(60), PhotonBeam.Detector.ENERGY, constant, 0, null);
    assertArrayEquals(new double[] {0.2}, beam.attenuation());
    assertSays(
        "the unit of length is not known, which the coefficients of water need; give the image one,"
            + " such as mm, or a coefficient per length, such as mu:0.2",
        () -> PhotonBeam.of(Spectrum.of(60), PhotonBeam.Detector.ENERGY, TWO, 0, null));
  }

  @Test
  void whatIsWrongIsSaid() {
    assertSays("photon energies are above 0, not 0.0", () -> Spectrum.of(0));
    assertSays(
        "numbers of photons are 0 or more, not -1.0",
        () -> Spectrum.of(new double[] {1}, new double[] {-1}));
    assertSays(
        "a spectrum has photons of one energy at least",
        () -> Spectrum.of(new double[] {1}, new double[] {0}));
    assertSays(
        "the photons of a spectrum add up to Infinity; up to 1e100 are allowed, in any unit",
        () -> Spectrum.of(new double[] {1, 2}, new double[] {1e308, 1e308}));
    assertSays(
        "a spectrum has 1 to 10000 energies, with a number of photons each",
        () -> Spectrum.of(new double[0], new double[0]));
    assertSays(
        "the build-up coefficient b is above -1 and below 1, not 1.0", () -> BuildUp.of(1, 1));
    assertSays("the build-up coefficient a is 0 or more, not -1.0", () -> BuildUp.of(-1, 0));
    assertSays(
        "energies are above 0 and ascend; 5.0 does not",
        () -> BuildUp.of(new double[] {5, 5}, new double[] {1, 1}, new double[] {0, 0}));
  }
}
