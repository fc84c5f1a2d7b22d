// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.BuildUp;
import org.bitvox.Material;
import org.bitvox.Spectrum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class RadiographTablesTest {
  @TempDir Path folder;

  private Path file(String text) throws IOException {
    Path path = folder.resolve("table.csv");
    Files.write(path, text.getBytes(StandardCharsets.UTF_8));
    return path;
  }

  private void assertSpectrumSays(String sentence, String text) throws IOException {
    Path path = file(text);
    assertEquals(
        "table.csv: " + sentence,
        assertThrows(IOException.class, () -> RadiographTables.spectrum(path, "table.csv"))
            .getMessage());
  }

  @Test
  void spectraAreRead() throws IOException {
    Spectrum spectrum =
        RadiographTables.spectrum(file("Energy,Photons\n30,1.5e3\n60,2\n"), "table.csv");
    assertArrayEquals(new double[] {30, 60}, spectrum.energies());
    assertArrayEquals(new double[] {1500, 2}, spectrum.photons());
  }

  @Test
  void unitsMayBeInSquareBracketsAndLinesEndInCarriageReturns() throws IOException {
    Spectrum spectrum =
        RadiographTables.spectrum(file("Energy [keV],Photons\r30,1.5\r60,2\r"), "table.csv");
    assertArrayEquals(new double[] {30, 60}, spectrum.energies());
    assertSpectrumSays(
        "has a column 'Energy [MeV]', but its numbers must be in keV",
        "Energy [MeV],Photons\n1,1\n");
  }

  @Test
  void cellsMayHaveTabsOrSemicolonsBetweenThem() throws IOException {
    for (String text : new String[] {"Energy\tPhotons\n30\t2\n", "\nEnergy;Photons\n30;2\n"}) {
      Spectrum spectrum = RadiographTables.spectrum(file(text), "table.csv");
      assertArrayEquals(new double[] {2}, spectrum.photons());
    }
    assertSpectrumSays("row 1 has '30,5' as Energy, not a number", "Energy;Photons\n30,5;2\n");
    assertSpectrumSays(
        "its heading 'Energy (keV' has a bracket that does not end", "Energy (keV,Photons\n1,1\n");
  }

  @Test
  void strengthsAreInPhotonsPerSecond() throws IOException {
    for (String unit : new String[] {"", " (1/s)", " (photons/s)", " [photons per second]"}) {
      RadiographSources read =
          RadiographSources.read(file("X,Y,Z,Strength" + unit + "\n1,2,3,4\n"), "a", "mm");
      assertArrayEquals(new double[] {4}, read.strengths());
    }
    for (String unit : new String[] {"GBq", "Bq", "1/h"}) {
      Path path = file("X,Y,Z,Strength (" + unit + ")\n1,2,3,4\n");
      assertEquals(
          "a: has a column 'Strength (" + unit + ")', but its numbers must be in photons/s",
          assertThrows(IOException.class, () -> RadiographSources.read(path, "a", "mm"))
              .getMessage());
    }
  }

  @Test
  void coefficientsHaveALargestOne() throws IOException {
    String name = file("Energy,Attenuation\n10,2e20\n100,1\n").toString();
    String said = assertThrows(IOException.class, () -> RadiographMaterials.of(name)).getMessage();
    assertTrue(said.endsWith("coefficients are above 0 and at most 1e20, not 2.0E20"), said);
  }

  @Test
  void energiesOutsideATableAreSaidInFull() {
    BuildUp table = BuildUp.of(new double[] {30, 70}, new double[] {1, 1}, new double[] {0, 0});
    String said =
        assertThrows(IllegalArgumentException.class, () -> table.a(29.999999)).getMessage();
    assertTrue(said.endsWith("from 30 to 70 keV, but there are photons of 29.999999 keV"), said);
  }

  @Test
  void headingsMayHaveUnits() throws IOException {
    Spectrum spectrum =
        RadiographTables.spectrum(
            file("\"photons (1/s)\",Name,Energy (keV)\n\"2\",a,30\n"), "table.csv");
    assertArrayEquals(new double[] {30}, spectrum.energies());
    assertArrayEquals(new double[] {2}, spectrum.photons());
    assertSpectrumSays(
        "has a column 'Energy (MeV)', but its numbers must be in keV",
        "Energy (MeV),Photons\n1,1\n");
    assertSpectrumSays("has 2 columns 'Energy'", "Energy,energy (keV),Photons\n1,1,1\n");
    String linear = file("Energy (keV),Attenuation (cm^-1)\n10,8\n100,0.8\n").toString();
    assertEquals(8, RadiographMaterials.of(linear).attenuation(10, 1), 1e-12);
    RadiographSources sources =
        RadiographSources.read(
            file("Strength (1/s),Z (um),Y (µm),X (micron)\n1,4,3,2\n"), "s.csv", "µm");
    assertArrayEquals(new double[] {4}, sources.along(2));
    Path wrong = file("X (mm),Y,Z,Strength\n1,2,3,1\n");
    assertEquals(
        "s.csv: has a column 'X (mm)', but its numbers must be in µm",
        assertThrows(IOException.class, () -> RadiographSources.read(wrong, "s.csv", "µm"))
            .getMessage());
  }

  @Test
  void whatIsWrongWithSpectraIsSaid() throws IOException {
    assertSpectrumSays(
        "has no column 'Photons'; its columns must be Energy (keV) and Photons", "Energy,Counts\n");
    assertSpectrumSays("has no rows below its headings", "Energy,Photons\n");
    assertSpectrumSays("row 2 has 'x' as Photons, not a number", "Energy,Photons\n1,1\n2,x\n");
    assertSpectrumSays("numbers of photons are 0 or more, not -1.0", "Energy,Photons\n1,-1\n");
    assertSpectrumSays("is empty", "");
  }

  @Test
  void buildUpIsRead() throws IOException {
    BuildUp buildUp = RadiographTables.buildUp(file("Energy,A,B\n100,2,0.1\n400,1,0\n"), "b.csv");
    assertEquals(1.5, buildUp.a(200), 1e-12);
    Path wrong = file("Energy,A,B\n100,2,1\n");
    assertEquals(
        "b.csv: the build-up coefficient b is above -1 and below 1, not 1.0",
        assertThrows(IOException.class, () -> RadiographTables.buildUp(wrong, "b.csv"))
            .getMessage());
  }

  @Test
  void sourcesAreRead() throws IOException {
    Path path = file("X,Y,Z,Strength\n1,2,3,1e6\n-4,5,6.5,0\n");
    RadiographSources sources = RadiographSources.read(path, "s.csv", "mm");
    assertEquals(2, sources.count());
    assertArrayEquals(new double[] {3, 6.5}, sources.along(2));
    assertArrayEquals(new double[] {1e6, 0}, sources.strengths());
    Path wrong = file("X,Y,Z,Strength\n1,2,3,-1\n");
    assertEquals(
        "s.csv: row 1 has the strength -1; use 0 or more photons per second",
        assertThrows(IOException.class, () -> RadiographSources.read(wrong, "s.csv", "mm"))
            .getMessage());
  }

  @Test
  void materialsAreCalledInManyWays() throws IOException {
    String mass = file("Energy,Mass attenuation\n10,8\n100,0.8\n").toString();
    List<Material> all =
        RadiographMaterials.list(
            "water, lung@0.26,Ca5(PO4)3OH@3.16,Cu,vacuum,mu:0.25," + mass + "@2,mu:0.0");
    assertEquals(1.0, all.get(0).density());
    assertEquals(0.26, all.get(1).density());
    assertEquals(
        Material.named("hydroxyapatite").massAttenuation(60), all.get(2).massAttenuation(60));
    assertEquals(8.96, all.get(3).density(), 0.01);
    assertEquals(0, all.get(4).attenuation(60, 1));
    assertEquals(0.25, all.get(5).attenuation(60, 0));
    assertEquals(16, all.get(6).attenuation(10, 1));
    assertEquals(0, all.get(7).attenuation(60, 0));
    String linear = file("Energy,Attenuation\n10,8\n100,0.8\n").toString();
    assertEquals(0.8, RadiographMaterials.of(linear).attenuation(10, 0.1), 1e-12);
  }

  @Test
  void whatIsWrongWithMaterialsIsSaid() throws IOException {
    String how =
        "use a name such as water, with a density in g/cm3 lung@0.26, a formula with its density"
            + " Ca5(PO4)3OH@3.16, a table alloy.csv@2.7, or a coefficient per unit of length mu:0.2";
    for (String word : new String[] {"watr", "watr@1", "", "CaCO3", "mu"}) {
      assertSays("there is no material '" + word + "'; " + how, word);
    }
    assertSays("material 'water@x' has 'x' where a number is needed; " + how, "water@x");
    assertSays("material 'mu:1d' has '1d' where a number is needed; " + how, "mu:1d");
    assertSays("formula Xx has no element 'Xx' from H to U", "Xx@3");
    assertSays("a density is above 0 and at most 1000 g/cm3, not -1.0", "water@-1");
    assertSays("an attenuation coefficient is a number from 0 to 1e20, not -1.0", "mu:-1");
    assertSays("an attenuation coefficient is a number from 0 to 1e20, not 1.0E308", "mu:1e308");
    String table = file("Energy,Attenuation\n10,8\n5,1\n").toString();
    IOException wrong = assertThrows(IOException.class, () -> RadiographMaterials.of(table));
    assertTrue(
        wrong
            .getMessage()
            .endsWith(": energies must ascend, and an edge has two rows: 5.0 is out of order"),
        wrong.getMessage());
    IOException heading =
        assertThrows(IOException.class, () -> RadiographMaterials.of(table + "@3"));
    assertTrue(
        heading
            .getMessage()
            .endsWith(
                "has no column 'Mass attenuation'; with a density after @ its columns must be"
                    + " Energy and Mass attenuation"),
        heading.getMessage());
  }

  private static void assertSays(String sentence, String word) {
    Executable work = () -> RadiographMaterials.of(word);
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, work).getMessage());
  }
}
