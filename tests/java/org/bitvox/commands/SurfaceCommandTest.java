// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.ImageStack;
import ij.measure.Calibration;
import ij.process.ByteProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.MacroCall;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurfaceCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new SurfaceCommand(), image, options);
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  /** Boxes of 4 x 4 x 4 and 2 x 2 x 2 voxels of these values, in voxels of 0.5 x 0.5 x 1 um. */
  private static ImagePlus boxes(int first, int second) {
    ImageStack stack = new ImageStack(12, 6);
    for (int z = 0; z < 6; z++) {
      ByteProcessor slice = new ByteProcessor(12, 6);
      for (int y = 1; y < 5; y++) {
        for (int x = 1; x < 5; x++) {
          slice.set(x, y, z > 0 && z < 5 ? first : 0);
          slice.set(x + 6, y, z == 2 || z == 3 ? x / 2 == 1 && y / 2 == 1 ? second : 0 : 0);
        }
      }
      stack.addSlice(slice);
    }
    ImagePlus image = new ImagePlus("boxes.tif", stack);
    Calibration calibration = image.getCalibration();
    calibration.pixelWidth = calibration.pixelHeight = 0.5;
    calibration.pixelDepth = 1;
    calibration.setUnit("um");
    return image;
  }

  /** Edges are prisms of an eighth, corners octahedra's eighths. */
  private static double volume(int side) {
    return (side * side * side - 12 * (side - 1) / 8.0 - 8 * (1 / 8.0 - 1 / 48.0)) * 0.25;
  }

  @Test
  void aBinaryImageHasOneSurface() throws IOException {
    Path file = folder.resolve("boxes.stl");
    assertEquals("", run(boxes(255, 255), "output=[" + file + "]"));
    assertEquals(1, results().size());
    assertEquals(volume(4) + volume(2), results().getValue("Enclosed volume (µm^3)", 0), 1e-9);
    assertEquals(4, results().getValue("Euler number", 0));
    assertEquals("yes", results().getStringValue("Closed", 0));
    assertEquals(84 + 50 * (long) results().getValue("Triangles", 0), Files.size(file));
  }

  @Test
  void noteSaysThatSmoothingChangedTheVolume() {
    String said = run(boxes(255, 0), "smooth=1000");
    assertTrue(
        said.matches(
            "Bitvox Surface: Smoothing changed the volume by [-+][0-9]+ %: fewer rounds than"
                + " smooth=1000 keep it\\.\n"),
        said);
    said = run(boxes(9, 3), "kind=labels smooth=1000");
    assertTrue(said.contains("by more than 5 % of 2 surfaces, most that of label 9 ("), said);
    assertTrue(results().getStringValue("Note", 0).startsWith("Smoothing changed the volume by "));
  }

  @Test
  void labelsHaveSurfacesOfTheirOwn() throws IOException {
    Path file = folder.resolve("boxes.obj");
    assertEquals("", run(boxes(9, 3), "kind=labels output=[" + file + "]"));
    assertEquals(2, results().size());
    assertEquals(3, results().getValue("Label", 0));
    assertEquals(9, results().getValue("Label", 1));
    assertEquals(volume(2), results().getValue("Enclosed volume (µm^3)", 0), 1e-9);
    assertEquals(volume(4), results().getValue("Enclosed volume (µm^3)", 1), 1e-9);
    List<String> lines = Files.readAllLines(file);
    assertTrue(lines.contains("o label_3") && lines.contains("o label_9"));
    // The first face of the large box: half a voxel before the centre of voxel 1.
    assertTrue(lines.contains("v 0.25 0.5 1"), lines.toString());
    run(boxes(9, 3), "kind=labels label=9");
    assertEquals(1, results().size());
    assertEquals(9, results().getValue("Label", 0));
  }

  @Test
  void stlFilesDoNotSayLabels() {
    String note = "An STL file does not say which label a triangle has";
    Path file = folder.resolve("boxes.stl");
    assertTrue(
        run(boxes(9, 3), "kind=labels output=[" + file + "]").contains(note), "a note in the log");
    assertFalse(run(boxes(9, 3), "kind=labels label=3 output=[" + file + "]").contains(note));
  }

  /** Of values 0 and 100 at level 25 the surface lies a quarter of a voxel from the zeros. */
  @Test
  void aLevelIsOfCalibratedValues() {
    ImagePlus image = boxes(100, 100);
    run(image, "kind=grey level=75");
    double small = results().getValue("Enclosed volume (µm^3)", 0);
    image.getCalibration().setFunction(Calibration.STRAIGHT_LINE, new double[] {1000, 1}, "HU");
    run(image, "kind=grey level=1075");
    assertEquals(small, results().getValue("Enclosed volume (µm^3)", 0));
    run(image, "kind=grey level=1025");
    assertTrue(small < results().getValue("Enclosed volume (µm^3)", 0));
  }

  @Test
  void keysThatHaveNoEffectAreSaid() {
    assertTrue(run(boxes(255, 255), "level=3").contains("level=3"));
    assertTrue(run(boxes(255, 255), "label=3").contains("label=3"));
    assertTrue(run(boxes(255, 255), "output=a.vtk").contains("must end in .stl, .ply or .obj"));
  }
}
