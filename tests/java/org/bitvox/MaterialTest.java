// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaterialTest {
  /**
   * Values of J. H. Hubbell and S. M. Seltzer, "Tables of X-ray mass attenuation coefficients",
   * NISTIR 5632: other cross sections than EPDL97's.
   */
  @ParameterizedTest
  @CsvSource({
    "water, 10, 5.329",
    "water, 30, 0.3756",
    "water, 60, 0.2059",
    "water, 100, 0.1707",
    "water, 500, 0.09687",
    "water, 1000, 0.07072",
    "air, 60, 0.1875",
    "air, 200, 0.1233",
    "aluminium, 10, 26.23",
    "aluminium, 60, 0.2778",
    "aluminium, 100, 0.1704",
    "copper, 30, 10.92",
    "copper, 100, 0.4584",
    "iron, 60, 1.205",
    "iron, 1000, 0.05995",
    "titanium, 60, 0.7661",
    "lead, 60, 5.021",
    "lead, 100, 5.549",
    "lead, 500, 0.1614",
    "lead, 1000, 0.07102"
  })
  void attenuatesAsPublished(String name, double energy, double published) {
    assertEquals(published, Material.named(name).massAttenuation(energy), 0.01 * published);
  }

  /** Of the same tables, mass energy-absorption coefficients. */
  @ParameterizedTest
  @CsvSource({
    "water, 10, 4.944", "water, 60, 0.03190", "water, 100, 0.02546", "water, 1000, 0.03103",
    "air, 30, 0.1537", "air, 60, 0.03041", "air, 200, 0.02672", "air, 500, 0.02966"
  })
  void electronsGetAsPublished(String name, double energy, double published) {
    assertEquals(published, Material.named(name).massEnergyTransfer(energy), 0.02 * published);
  }

  @Test
  void edgesJump() {
    Material lead = Material.named("lead");
    assertEquals(1.910, lead.massAttenuation(88.0044), 0.02);
    assertEquals(7.683, lead.massAttenuation(88.0045), 0.08); // at the edge as above it
    assertEquals(7.683, lead.massAttenuation(88.0046), 0.08);
  }

  @Test
  void formulasAreTheirElementsByMass() {
    Material apatite = Material.formula("Ca5(PO4)3OH", 3.16);
    double all = 5 * 40.08 + 3 * (30.97 + 4 * 16.00) + 16.00 + 1.008;
    double expected =
        (5 * 40.08 * Material.named("Ca").massAttenuation(40)
                + 3 * 30.97 * Material.named("P").massAttenuation(40)
                + 13 * 16.00 * Material.named("O").massAttenuation(40)
                + 1.008 * Material.named("H").massAttenuation(40))
            / all;
    assertEquals(expected, apatite.massAttenuation(40), 1e-3 * expected);
    assertEquals(apatite.massAttenuation(40), Material.named("hydroxyapatite").massAttenuation(40));
    assertEquals(3.16 * expected / 10, apatite.attenuation(40, 0.1), 1e-4 * expected);
    double half = Material.formula("Fe0.5Ni0.5", 8).massAttenuation(50);
    assertEquals(Material.formula("FeNi", 8).massAttenuation(50), half, 1e-12);
  }

  @Test
  void everyMaterialHasCoefficientsAtEveryEnergy() {
    assertTrue(Material.names().size() > 60);
    for (String name : Material.names()) {
      Material material = Material.named(name);
      assertTrue(material.density() > 0 && material.density() < 25, name);
      for (double energy = 1; energy <= 1000; energy += 0.9) {
        double value = material.massAttenuation(energy);
        assertTrue(value > 0.04 && value < 20_000, () -> name + " " + value);
      }
    }
  }

  @Test
  void ownTablesArePowersBetweenRows() {
    Material own =
        Material.table("own", new double[] {10, 40, 40, 160}, new double[] {8, 1, 4, 0.5}, 2);
    assertEquals(8 * Math.pow(2, -1.5), own.massAttenuation(20), 1e-12);
    assertEquals(4, own.massAttenuation(40));
    assertEquals(4 * Math.pow(2, -1.5), own.massAttenuation(80), 1e-12);
    assertEquals(0.5, own.massAttenuation(160));
    assertEquals(2 * 8 * 0.1, own.attenuation(10, 0.1), 1e-12);
    Material linear = Material.linearTable("own", new double[] {10, 40}, new double[] {8, 1});
    assertEquals(0.8, linear.attenuation(10, 0.1), 1e-12);
    assertEquals(0.7, Material.constant(0.7).attenuation(3, 0));
  }

  @Test
  void densitiesCanBeOthers() {
    Material lung = Material.named("lung").withDensity(0.26);
    double mass = Material.named("lung").massAttenuation(60);
    assertEquals(0.26 * mass, lung.attenuation(60, 1));
    assertEquals("lung", lung.name());
    assertEquals(0.26, lung.density());
  }

  @Test
  void whatIsWrongIsSaid() {
    assertSays("there is no material 'watr'", () -> Material.named("watr"));
    assertSays("formula Xy2 has no element 'Xy' from H to U", () -> Material.formula("Xy2", 1));
    assertSays("formula (CO has '(' without ')'", () -> Material.formula("(CO", 1));
    assertSays("formula CO) has ')' without '('", () -> Material.formula("CO)", 1));
    assertSays("formula () has nothing between brackets", () -> Material.formula("()", 1));
    assertSays("formula C0 has '0', not a number above 0", () -> Material.formula("C0", 1));
    assertSays(
        "formula C1..2 has '1..2', not a number above 0", () -> Material.formula("C1..2", 1));
    assertSays(
        "a density is above 0 and at most 1000 g/cm3, not 0.0", () -> Material.formula("C", 0));
    assertSays(
        "water has coefficients from 1 to 1000 keV, not at 1250 keV",
        () -> Material.named("water").massAttenuation(1250));
    assertSays(
        "a dose in lead is not known; choose one of light elements, such as air or water",
        () -> Material.named("lead").massEnergyTransfer(60));
    assertSays(
        "energies must ascend, and an edge has two rows: 5.0 is out of order",
        () -> Material.linearTable("own", new double[] {6, 5}, new double[] {1, 1}));
    assertSays(
        "coefficients are above 0 and at most 1e20, not 0.0",
        () -> Material.linearTable("own", new double[] {6, 7}, new double[] {1, 0}));
    assertSays(
        "an attenuation coefficient is a number from 0 to 1e20, not NaN",
        () -> Material.constant(Double.NaN));
  }

  static void assertSays(String sentence, Executable work) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, work).getMessage());
  }
}
