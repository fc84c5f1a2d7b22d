// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MinkowskiCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new MinkowskiCommand(), image, options);
  }

  @Test
  void fillsTheTableInTheUnitOfTheImage() {
    ImagePlus image = TestImages.binary();
    assertEquals("", run(image, ""));
    double voxels = results().getValue("Voxels", 0);
    assertEquals(voxels, results().getValue("BV (voxel^3)", 0));
    assertEquals(2, results().getValue("Euler number (26)", 0)); // two balls
    double surface = results().getValue("Surface area BS (voxel^2)", 0);
    Calibration calibration = image.getCalibration();
    calibration.pixelWidth = calibration.pixelHeight = calibration.pixelDepth = 0.5;
    calibration.setUnit("mm");
    assertEquals("", run(image, "directions=13 edges=background"));
    assertEquals(1, results().size());
    assertEquals(voxels / 8, results().getValue("BV (mm^3)", 0), 1e-9);
    assertEquals(surface / 4, results().getValue("Surface area BS (mm^2)", 0), 1e-9);
    assertEquals("13", results().getStringValue("Directions", 0));
    String headings = results().getColumnHeadings().trim();
    assertTrue(headings.startsWith("Image\tBV/TV\tDA\tConn.D (1/mm^3)\tVoxels\t"), headings);
  }

  @Test
  void measuresSlicesFromTheCommandLine() throws IOException {
    String input = TestImages.save(TestImages.binary(), folder, "balls.tif");
    Path csv = folder.resolve("t.csv");
    String options = "input=[" + input + "] per_slice";
    assertEquals("", Cli.run("minkowski", options + " save=[" + csv + "]"));
    List<String> table = Files.readAllLines(csv);
    assertEquals(String.join("\n", table) + "\n", Cli.run("minkowski", options));
    assertEquals(TestImages.DEPTH + 1, table.size());
    assertTrue(table.get(0).startsWith("Image,Slice,Pixels,Area (voxel^2),"), table.get(0));
    String settings = ",Directions,Edges,Threshold,Mask,Per slice,Backend,Note";
    assertTrue(table.get(0).endsWith(settings), table.get(0));
    assertTrue(table.get(2).startsWith("balls.tif,2,"), table.get(2));
    assertTrue(table.get(2).contains(",13,background,,,yes,"), table.get(2));
  }

  /** They had 42 columns in one table, half of them empty in every row. */
  @Test
  void slicesHaveATableOfTheirOwn() {
    assertEquals("", run(TestImages.binary(), ""));
    assertEquals("", MacroCall.run(new MinkowskiCommand(), TestImages.binary(), "per_slice"));
    assertEquals(TestImages.DEPTH, results().size());
    assertTrue(results().columnExists("Area fraction"));
    assertFalse(results().columnExists("BV/TV"));
    assertEquals("", MacroCall.run(new MinkowskiCommand(), TestImages.binary(), "edges=clipped"));
    assertEquals(2, results().size());
    assertFalse(results().columnExists("Area fraction"));
    assertEquals("clipped", results().getStringValue("Edges", 1));
    assertEquals("no", results().getStringValue("Per slice", 1));
  }

  @Test
  void saysThatThereIsNothingToMeasure() {
    String note = "The image has no foreground voxels.";
    for (String options : new String[] {"", "per_slice"}) {
      assertEquals("Bitvox Shape Numbers: " + note + "\n", run(TestImages.stack(8, 0, 0), options));
      assertEquals(note, results().getStringValue("Note", 0));
    }
  }

  @Test
  void saysThatNoEllipsoidFits() {
    ImagePlus noise = TestImages.stack(8, 0, 0);
    Random random = new Random(1);
    for (int z = 0; z < TestImages.DEPTH; z++) {
      for (int y = 0; y < TestImages.HEIGHT; y++) {
        for (int x = 0; x < TestImages.WIDTH; x++) {
          noise.getStack().setVoxel(x, y, z, random.nextBoolean() ? 255 : 0);
        }
      }
    }
    Calibration calibration = noise.getCalibration();
    calibration.setUnit("mm");
    calibration.pixelWidth = calibration.pixelHeight = 0.5;
    calibration.pixelDepth = 2;
    String note =
        "No ellipsoid fits the mean intercept lengths: they differ too much, or not as those of an"
            + " ellipsoid do, so DA and MIL are NaN.";
    assertEquals("Bitvox Shape Numbers: " + note + "\n", run(noise, "edges=clipped"));
    assertEquals(note, results().getStringValue("Note", 0));
    assertEquals(Double.NaN, results().getValue("DA", 0));
    assertEquals("", run(noise, "directions=3"));
    assertEquals("", run(noise, "per_slice"));
  }

  @Test
  void saysThatAnAxisHasNoEnd() {
    ImagePlus plates = TestImages.stack(8, 0, 0);
    for (int z = 3; z < 7; z++) {
      for (int y = 0; y < TestImages.HEIGHT; y++) {
        for (int x = 0; x < TestImages.WIDTH; x++) {
          plates.getStack().setVoxel(x, y, z, 255);
        }
      }
    }
    assertEquals(
        "Bitvox Shape Numbers: The ellipsoid of mean intercept lengths has no end along one axis or"
            + " two, so DA is 1.\n",
        run(plates, "edges=clipped"));
    assertEquals(1, results().getValue("DA", 0));
  }

  @Test
  void directionsOfSymmetricObjectsAreClean() throws IOException {
    ImagePlus plate = TestImages.stack(8, 0, 0);
    for (int y = 2; y < 6; y++) {
      for (int x = 3; x < 20; x++) {
        plate.getStack().setVoxel(x, y, 7, 255);
      }
    }
    assertEquals("", run(plate, ""));
    for (int axis = 1; axis <= 3; axis++) {
      for (String along : new String[] {"x", "y", "z"}) {
        double part = results().getValue("MIL " + axis + " " + along, 0);
        assertTrue(part == 0 || Math.abs(part) > 1e-6, axis + along + ": " + part);
      }
    }
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertEquals(
        "Bitvox Shape Numbers: directions=5 is not allowed; use 13 or 3\n",
        run(TestImages.binary(), "directions=5"));
  }
}
