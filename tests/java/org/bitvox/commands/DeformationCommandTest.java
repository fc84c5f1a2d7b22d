// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.macro.Interpreter;
import ij.process.ImageProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeformationCommandTest {
  private static final String QUICK = "nodes=300 frames=2 ";

  @TempDir Path folder;

  /** Writes everything into the folder. */
  private String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(
        new DeformationCommand(), image, (QUICK + options).replace("F/", folder + "/"));
  }

  /** A number of a file, by the name of its column and the row from 0. */
  private double value(String file, String column, int row) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(file));
    int index = Arrays.asList(lines.get(0).split(",")).indexOf(column);
    assertTrue(index >= 0, column + " in " + lines.get(0));
    return Double.parseDouble(lines.get(1 + row).split(",")[index]);
  }

  /** Voxels of 10 um are those of 1 mm made 100 times smaller. */
  @Test
  void numbersAreInTheirUnits() throws IOException {
    String all = "modulus=2 density=1.1 steps=60 save=F/";
    assertEquals("", run(box("mm", 1), all + "mm.csv"));
    assertEquals("", run(box("um", 10), all + "um.csv"));
    double[][] laws = {{1e-2, 1}, {1e-4, 2}, {1e-6, 3}};
    String[] columns = {"Time (s)", "Near force (N)", "Elastic energy (mJ)"};
    for (int i = 0; i < columns.length; i++) {
      double large = value("mm.csv", columns[i], 2);
      assertNotEquals(0, large);
      double small = value("um.csv", columns[i], 2);
      assertEquals(laws[i][0] * large, small, 1e-3 * Math.abs(laws[i][0] * large), columns[i]);
    }
    assertEquals(
        10 * value("mm.csv", "Displacement (mm)", 2),
        value("um.csv", "Displacement (µm)", 2),
        1e-6);
    assertEquals(5, value("um.csv", "Strain (%)", 2), 1e-9);
    // A wave crosses 15 mm at the speed sqrt(2 MPa / 1.1 g/cm^3) in 0.35 ms, a node's width in
    // less.
    double step = value("mm.csv", "Time (s)", 1) / 60;
    assertTrue(step > 1e-6 && step < 0.35e-3, step + " s");
  }

  @Test
  void givesASummaryAndSaysWhatIsNotKnown() throws IOException {
    String log = run(TestImages.binary(), "poisson=0.3 summary=F/row.csv");
    assertTrue(log.contains("forces, energies and times are as if a voxel were 1 mm."), log);
    String row = Files.readAllLines(folder.resolve("row.csv")).get(1);
    assertTrue(row.startsWith("balls.tif,"), row);
    assertTrue(row.contains("method=mass-spring has the Poisson's ratio 0.25, not 0.3."), row);
    assertTrue(row.contains("forces, energies and times are as if a voxel were 1 mm."), row);
    run(TestImages.binary(), "steps=60 summary=F/row.csv");
    assertFalse(
        Files.readAllLines(folder.resolve("row.csv")).get(1).contains("method=mass-spring has"));
    assertEquals(60, value("row.csv", "Steps per frame", 0));
  }

  @Test
  void saysThatPlatesHoldFewNodes() throws IOException {
    run(TestImages.calibrated("mm", 1, 1, 1), "steps=60 summary=F/few.csv");
    String few = Files.readAllLines(folder.resolve("few.csv")).get(1);
    assertTrue(few.matches(".*A plate holds only 2 nodes: forces depend.*"), few);
    run(box("mm", 1), "steps=60 summary=F/many.csv");
    String many = Files.readAllLines(folder.resolve("many.csv")).get(1);
    assertFalse(many.contains("A plate holds only"), many);
  }

  /** A full box, which plates hold well. */
  private static ImagePlus box(String unit, double voxel) {
    ImagePlus body = TestImages.calibrated(unit, voxel, voxel, voxel);
    for (int z = 1; z <= TestImages.DEPTH; z++) {
      Arrays.fill((byte[]) body.getStack().getPixels(z), (byte) 255);
    }
    return body;
  }

  /** A ball pushes as much as the plate holds, and is missed if it touches nothing. */
  @Test
  void saysWhatABallTouches() throws IOException {
    run(box("mm", 1), "load=ball strain=20 save=F/ball.csv summary=F/row.csv");
    double near = value("ball.csv", "Near force (N)", 2);
    double far = value("ball.csv", "Far force (N)", 2);
    assertTrue(near != 0 && Math.abs(near - far) < 0.05 * Math.abs(near), near + " and " + far);
    assertFalse(Files.readAllLines(folder.resolve("row.csv")).get(1).contains("The ball"));
    run(box("mm", 1), "load=ball strain=1 ball_radius=0.3 summary=F/row.csv");
    String row = Files.readAllLines(folder.resolve("row.csv")).get(1);
    assertTrue(row.contains("The ball touches no node: push it in farther"), row);
    run(box("mm", 1), "steps=10 settle=0 strain=50 damping=0 summary=F/row.csv");
    row = Files.readAllLines(folder.resolve("row.csv")).get(1);
    assertTrue(row.contains("The forces at the two ends differ"), row);
  }

  @Test
  void showsAndWritesImages() {
    ImagePlus body = box("mm", 1);
    ImagePlus grey = TestImages.stack(8, 10, 200);
    grey.setCalibration(body.getCalibration());
    open(grey, "grey");
    String log =
        run(
            body,
            "strain=40 method=shape-matching image=grey show=all movie=F/m.tif displacement=F/d.tif"
                + " warped=F/w.tif plot=F/p.png");
    assertEquals("", log);
    ImagePlus movie = IJ.openImage(folder + "/m.tif");
    assertEquals(3, movie.getStackSize());
    assertTrue(lit(movie, 1) > 100, "nodes are seen");
    assertTrue(height(movie, 3) < 0.8 * height(movie, 1), "the body becomes shorter");
    assertNotNull(MacroCall.shown("balls_movie"));

    ImagePlus displacement = IJ.openImage(folder + "/d.tif");
    assertEquals(3, displacement.getNChannels());
    assertEquals(TestImages.DEPTH, displacement.getNSlices());
    displacement.setPosition(3, 12, 1);
    assertTrue(displacement.getProcessor().getf(9, 8) < -2, "the far end moves most");

    ImagePlus warped = IJ.openImage(folder + "/w.tif");
    assertEquals(200, warped.getStack().getProcessor(5).getf(9, 8), 1);
    assertEquals(0, warped.getStack().getProcessor(13).getf(9, 8));
    assertTrue(Files.exists(folder.resolve("p.png")));
  }

  private static int lit(ImagePlus movie, int frame) {
    ImageProcessor picture = movie.getStack().getProcessor(frame);
    int lit = 0;
    for (int i = 0; i < picture.getPixelCount(); i++) {
      lit += (picture.get(i) & 0xffffff) != 0 ? 1 : 0;
    }
    return lit;
  }

  /** Rows in which something is seen. */
  private static int height(ImagePlus movie, int frame) {
    ImageProcessor picture = movie.getStack().getProcessor(frame);
    int rows = 0;
    for (int y = 0; y < picture.getHeight(); y++) {
      boolean seen = false;
      for (int x = 0; x < picture.getWidth(); x++) {
        seen |= (picture.get(x, y) & 0xffffff) != 0;
      }
      rows += seen ? 1 : 0;
    }
    return rows;
  }

  @Test
  void whatDivergesHasNoImages() {
    String log =
        run(
            TestImages.calibrated("mm", 1, 1, 1),
            "time_step=1 movie=F/m.tif displacement=F/d.tif save=F/s.csv");
    assertTrue(log.contains("The steps diverged before step "), log);
    assertTrue(log.contains("m.tif is not written") && log.contains("d.tif is not written"), log);
    assertFalse(Files.exists(folder.resolve("m.tif")));
    assertFalse(Files.exists(folder.resolve("d.tif")));
    assertTrue(Files.exists(folder.resolve("s.csv")));
  }

  @Test
  void saysWhatIsWrong() {
    assertEquals(
        "Bitvox Deform: strain=0 is not allowed; use more than 0\n",
        run(TestImages.binary(), "strain=0"));
    assertEquals(
        "Bitvox Deform: density=0 is not allowed; use more than 0\n",
        run(TestImages.binary(), "density=0"));
    ImagePlus small = TestImages.stack(8, 10, 200);
    small.getStack().deleteLastSlice();
    open(small, "small");
    String log = run(TestImages.binary(), "image=small");
    assertTrue(log.contains("small") && log.contains("balls.tif"), log);
  }

  private static void open(ImagePlus image, String title) {
    image.setTitle(title);
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(image);
    Interpreter.batchMode = false;
  }

  @AfterEach
  void closeImages() {
    MacroCall.closeAll();
  }
}
