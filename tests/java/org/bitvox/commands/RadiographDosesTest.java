// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.ImageStack;
import ij.measure.Calibration;
import ij.process.ByteProcessor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.MacroCall;
import org.bitvox.Material;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RadiographDosesTest {
  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    file("sources.csv", "X,Y,Z,Strength\n10,10,-95,2e9\n");
    file("points.csv", "X,Y,Z\n10,10,105\n10,10,-45\n");
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  private String file(String name, String text) throws IOException {
    Path path = folder.resolve(name);
    Files.write(path, text.getBytes(StandardCharsets.UTF_8));
    return path.toString();
  }

  /** A plate of 20 x 20 x 10 mm. */
  private static ImagePlus plate(String unit) {
    ByteProcessor slice = new ByteProcessor(10, 10);
    slice.set(255);
    ImageStack stack = new ImageStack(10, 10);
    for (int z = 0; z < 5; z++) {
      stack.addSlice(slice.duplicate());
    }
    ImagePlus image = new ImagePlus("plate.tif", stack);
    Calibration calibration = image.getCalibration();
    calibration.pixelWidth = calibration.pixelHeight = calibration.pixelDepth = 2;
    calibration.setUnit(unit);
    return image;
  }

  private String run(String unit, String options) {
    String files = " sources=[" + folder.resolve("sources.csv") + "]";
    return MacroCall.run(new RadiographCommand(), plate(unit), options + files);
  }

  private String points() {
    return " points=[" + folder.resolve("points.csv") + "]";
  }

  @Test
  void areAsTheFormulaSays() throws IOException {
    Path doses = folder.resolve("doses.csv");
    String said =
        run(
            "mm",
            "materials=aluminium energy=100 dose_in=water build_up=1.5,0.02 result=attenuation"
                + points()
                + " doses=["
                + doses
                + "]");
    assertTrue(
        said.matches("Bitvox Radiograph: Pixels brighter .*, by build-up: [0-9]+\\.\\s*"), said);
    List<String> rows = Files.readAllLines(doses);
    assertEquals("Point,X,Y,Z,Sources,Dose in,Dose rate (uGy/h)", rows.get(0));
    assertEquals(3, rows.size());
    double depth = Material.named("aluminium").attenuation(100, 1); // 1 cm
    double through = Math.exp(-depth) * (1 + 1.5 * depth * Math.exp(0.02 * depth));
    assertRate(2e9 * through / (4 * Math.PI * 400), rows.get(1)); // 20 cm
    assertRate(2e9 / (4 * Math.PI * 25), rows.get(2)); // nothing on the way
  }

  /** Of so many photons per cm2 and second. */
  private static void assertRate(double photons, String row) {
    double joules = 100 * 1.602176634e-16 * Material.named("water").massEnergyTransfer(100) * 1e3;
    double expected = photons * joules * 3600e6;
    assertEquals(expected, Double.parseDouble(row.split(",")[6]), 1e-6 * expected);
  }

  @Test
  void whatIsMissingIsSaid() throws IOException {
    assertSays("sources= needs points=, a table with the columns X, Y and Z", "mm", "");
    assertSays(
        "a dose needs an image with a unit of length, such as mm",
        "pixel",
        "materials=mu:0.1" + points());
    assertSays(
        "a dose in lead is not known; choose one of light elements, such as air or water",
        "mm",
        "dose_in=lead" + points());
    assertSays(
        "a dose in vacuum is none; choose a material such as air",
        "mm",
        "dose_in=vacuum" + points());
    String of = "=[" + file("points.csv", "X,Y,Z\n10,10,105\n") + "]";
    String needs = "= needs sources=, a table with the columns X, Y, Z and Strength\n";
    for (String key : new String[] {"points", "doses"}) {
      assertEquals(
          "Bitvox Radiograph: " + key + needs,
          MacroCall.run(new RadiographCommand(), plate("mm"), key + of));
    }
    file("points.csv", "X,Y,Z\n10,10,-95\n");
    assertSays("source 1 is at the point itself, where the dose has no bounds", "mm", points());
  }

  private void assertSays(String sentence, String unit, String options) {
    assertEquals("Bitvox Radiograph: " + sentence + "\n", run(unit, options));
  }
}
