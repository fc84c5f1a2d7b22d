// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PermeabilityCommandTest {
  private static final String WALLS =
      "sides=walls closes the sides, 100 % of which are pores: if this is a piece of something"
          + " larger, k is too small; use sides=mirrored.";

  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new PermeabilityCommand(), image, options);
  }

  private static ImagePlus calibrated(double depth) {
    return TestImages.calibrated("um", 2, 2, depth);
  }

  @Test
  void fillsTheTableInTheUnitOfTheImage() {
    assertEquals("", run(TestImages.binary(), "phase=background"));
    assertEquals(
        "The image has no voxel size: k is in voxels squared. " + WALLS,
        results().getStringValue("Note", 0));
    double k = results().getValue("k (voxel^2)", 0);
    assertTrue(k > 0);
    assertEquals("", results().getStringValue("k (darcy)", 0));
    List<String> columns = Arrays.asList(results().getHeadings());
    assertEquals("", run(calibrated(2), "phase=background"));
    assertEquals(columns, Arrays.asList(results().getHeadings()));
    assertEquals(k, results().getValue("k (voxel^2)", 0));
    assertEquals(4 * k, results().getValue("k (µm^2)", 0), 1e-9 * k);
    assertEquals(4e-12 * k, results().getValue("k (m^2)", 0), 1e-20 * k);
    assertEquals(4 * k / 0.9869232667160130, results().getValue("k (darcy)", 0), 1e-9 * k);
    assertEquals(
        results().getValue("Kozeny-Carman k (voxel^2)", 0) / k,
        results().getValue("Kozeny-Carman k (darcy)", 0) / results().getValue("k (darcy)", 0),
        1e-9);
    assertEquals("z", results().getStringValue("Along", 0));
    assertEquals("no", results().getStringValue("Mirrored ends", 0));
    double porosity = results().getValue("Porosity", 0);
    assertEquals(porosity, results().getValue("Connected porosity", 0));
    assertEquals(k / porosity, results().getValue("Mean velocity (voxel^2)", 0), 1e-9 * k);
    assertTrue(results().getValue("Flux spread", 0) <= 2e-3);
    assertTrue(results().getValue("k change", 0) <= 1.5e-4);
    assertTrue(results().getValue("Steps", 0) >= 100);
    assertTrue(results().getValue("Seconds", 0) > 0);
    assertTrue(results().getValue("Kozeny-Carman k (voxel^2)", 0) > 0);
  }

  @Test
  void saysWhichUnitItDoesNotKnow() {
    run(TestImages.calibrated("furlong", 2, 2, 2), "phase=background");
    double k = results().getValue("k (voxel^2)", 0);
    assertEquals(4 * k, results().getValue("k (furlong^2)", 0), 1e-9 * k);
    assertEquals("", results().getStringValue("k (m^2)", 0));
    assertEquals(
        "The image's unit of length is furlong, which is not known (known are m, cm, mm, um, nm, pm,"
            + " angstrom and inch, and their full names): there are no square metres and darcys. "
            + WALLS,
        results().getStringValue("Note", 0));
    run(TestImages.calibrated("inch", 2, 2, 2), "phase=background");
    assertEquals(4 * k * 0.0254 * 0.0254, results().getValue("k (m^2)", 0), 1e-9 * k);
  }

  @Test
  void oneRowForEachDirection() {
    assertEquals("", run(calibrated(2), "phase=background direction=all edges=periodic"));
    assertEquals(3, results().size());
    assertEquals("periodic", results().getStringValue("Sides", 0)); // the older name of the key
    assertEquals("y", results().getStringValue("Along", 1));
    double[] diagonal = new double[3];
    for (int i = 0; i < 3; i++) {
      diagonal[i] = results().getValue("k (voxel^2)", i);
      String to = "k to " + "xyz".charAt(i);
      assertEquals(diagonal[i], results().getValue(to + " (voxel^2)", i));
      assertEquals(results().getValue("k (darcy)", i), results().getValue(to + " (darcy)", i));
    }
    assertEquals(
        results().getValue("k to y (voxel^2)", 0),
        results().getValue("k to x (voxel^2)", 1),
        2e-3 * diagonal[0]);
  }

  @Test
  void showsTheVelocities() {
    run(calibrated(2), "phase=background map");
    ImagePlus speed = MacroCall.shown("balls_velocity");
    assertEquals(32, speed.getBitDepth());
    assertEquals("voxel^2", speed.getCalibration().getValueUnit());
    assertEquals(TestImages.DEPTH, speed.getStackSize());
    assertEquals(0, speed.getStack().getVoxel(9, 8, 7));
    assertTrue(speed.getStack().getVoxel(1, 14, 7) > 0);
    run(calibrated(2), "phase=background map velocity=vector");
    ImagePlus vector = MacroCall.shown("balls_velocity");
    assertEquals(3, vector.getNChannels());
    assertEquals(TestImages.DEPTH, vector.getNSlices());
    assertEquals("z velocity (voxel^2)", vector.getStack().getSliceLabel(3));
    assertEquals(-vector.getDisplayRangeMax(), vector.getDisplayRangeMin());
  }

  @Test
  void writesFiles() throws IOException {
    String file = TestImages.save(TestImages.binary(), folder, "balls.tif");
    Path csv = folder.resolve("k.csv");
    Path tif = folder.resolve("v.tif");
    String options = "input=[%s] phase=background save=[%s] output=[%s]";
    Cli.run("permeability", String.format(options, file, csv, tif));
    List<String> lines = Files.readAllLines(csv);
    assertEquals(2, lines.size());
    assertTrue(lines.get(0).startsWith("Image,Along,k (voxel^2),"), lines.get(0));
    assertTrue(lines.get(0).contains(",Phase,Direction,Sides,Ends,Threshold,"), lines.get(0));
    assertTrue(Files.size(tif) > 4L * TestImages.WIDTH * TestImages.HEIGHT * TestImages.DEPTH);
  }

  @Test
  void comparesWithHalfTheResolution() {
    run(calibrated(2), "phase=background");
    double k = results().getValue("k (voxel^2)", 0);
    assertFalse(results().columnExists("k at half size (voxel^2)"));
    run(calibrated(2), "phase=background refine");
    assertEquals(k, results().getValue("k (voxel^2)", 0));
    double half = results().getValue("k at half size (voxel^2)", 0);
    assertTrue(half > k / 2 && half < 2 * k, k + " and " + half);
    assertTrue(results().getValue("Connected porosity at half size", 0) > 0);
    boolean coarse = Math.abs(half - k) > 0.1 * k;
    assertEquals(
        coarse
            ? "k at half the resolution differs by more than 10 %: the voxels are large for these"
                + " pores along z. "
                + WALLS
            : WALLS,
        results().getStringValue("Note", 0));
  }

  @Test
  void saysThatNothingConnects() {
    String message = run(calibrated(2), "phase=foreground");
    String none = "No pores join the two ends along z. Is phase=foreground right?";
    assertEquals("Bitvox Permeability: " + none + "\n", message);
    assertEquals(0, results().getValue("k (voxel^2)", 0));
    assertEquals(none, results().getStringValue("Note", 0));
  }

  @Test
  void drawsPoresThatDoNotConnect() throws IOException {
    String file = TestImages.save(TestImages.binary(), folder, "balls.tif");
    Path png = folder.resolve("k.png");
    Files.write(png, "of another sample".getBytes());
    Cli.run("permeability", String.format("input=[%s] phase=foreground plot=[%s]", file, png));
    assertEquals("PNG", new String(Files.readAllBytes(png), 1, 3));
    run(calibrated(2), "phase=foreground streamlines");
    assertTrue(MacroCall.shown("balls_streamlines").getWidth() > 100);
  }

  @Test
  void saysThatAThinWallIsGoneAtHalfTheResolution() {
    ImagePlus wall = IJ.createImage("wall", "8-bit white", 16, 16, 16);
    wall.getStack().getProcessor(8).set(0);
    assertEquals(
        "Bitvox Permeability: No pores join the two ends along z. Is phase=foreground right? At half"
            + " the resolution pores join the two ends, as what closes them is thinner than two voxels, along z.\n",
        run(wall, "ends=mirrored refine"));
  }

  @Test
  void saysThatNoSolidIsLeftAtHalfTheResolution() {
    ImagePlus grain = IJ.createImage("grain", "8-bit white", 8, 8, 8);
    grain.getStack().getProcessor(5).set(4, 4, 0);
    assertEquals(
        "Bitvox Permeability: No solid is left at half the resolution, and nothing resists the flow"
            + " along z.\n",
        run(grain, "sides=periodic refine"));
    assertEquals("", results().getStringValue("k at half size (voxel^2)", 0));
  }

  @Test
  void hasTheLimitOfChangeThatWasTaken() {
    run(calibrated(2), "phase=background precision=16");
    assertEquals(0.001, results().getValue("Change", 0));
    run(calibrated(2), "phase=background precision=16 change=0.01");
    assertEquals(0.01, results().getValue("Change", 0));
  }

  @Test
  void saysThatItWasStopped() {
    assertEquals(
        "Bitvox Permeability: The flow was not steady when max_steps ended it along z.\n",
        run(calibrated(2), "phase=background max_steps=20"));
    assertEquals("", results().getStringValue("k change", 0));
  }

  @Test
  void refusesWhatItCannotDo() {
    assertEquals(
        "Bitvox Permeability: balls.tif: voxels must be cubes, not 2.0 x 2.0 x 3.0 µm; resample"
            + " the image by Image > Scale... first: Z Scale 1.5, interpolation None\n",
        run(calibrated(3), ""));
    assertEquals(
        "Bitvox Permeability: slice has one slice: permeability needs two voxels at least along"
            + " each axis; Bitvox Flow... takes a single slice\n",
        run(IJ.createImage("slice", "8-bit white", 16, 12, 1), ""));
    assertEquals(
        "Bitvox Permeability: there is a velocity image of one direction only; use direction=x, y"
            + " or z\n",
        run(calibrated(2), "phase=background direction=all map"));
    assertEquals(
        "Bitvox Permeability: there is a picture of one direction only; use direction=x, y or z\n",
        run(calibrated(2), "phase=background direction=all streamlines"));
  }
}
