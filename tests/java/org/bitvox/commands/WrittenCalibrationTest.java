// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Written files say what their values mean and where they lie: a CT stays in Hounsfield units. */
class WrittenCalibrationTest {
  @TempDir Path folder;
  private String ct;

  private Path path(String name) {
    return folder.resolve(name);
  }

  @BeforeEach
  void saveCt() {
    ImagePlus image = TestImages.stack(16, 1000, 4000);
    Calibration calibration = image.getCalibration();
    calibration.setFunction(
        Calibration.STRAIGHT_LINE, new double[] {-1024, 0.5}, "Hounsfield µ units");
    calibration.setUnit("mm");
    calibration.pixelDepth = 1.5;
    calibration.xOrigin = 4.5;
    calibration.yOrigin = -20;
    calibration.zOrigin = 3;
    ct = TestImages.save(image, folder, "ct.tif");
  }

  private static void run(String operation, String... options) throws IOException {
    Commands.named(operation).run(Arrays.asList(options), ProgressListener.NONE);
  }

  private void assertSameValues(Path path) {
    ImagePlus expected = IJ.openImage(ct);
    ImagePlus written = IJ.openImage(path.toString());
    Calibration calibration = written.getCalibration();
    assertEquals("Hounsfield µ units", calibration.getValueUnit());
    assertArrayEquals(expected.getCalibration().getCoefficients(), calibration.getCoefficients());
    assertLiesThere(calibration);
    expected.setSlice(8);
    written.setSlice(8);
    assertEquals(
        expected.getProcessor().getPixelValue(9, 8), written.getProcessor().getPixelValue(9, 8));
  }

  private static void assertLiesThere(Calibration calibration) {
    assertEquals(1.5, calibration.pixelDepth);
    assertEquals(4.5, calibration.xOrigin);
    assertEquals(-20, calibration.yOrigin);
    assertEquals(3, calibration.zOrigin);
  }

  private String foregroundAt(int threshold, Path path) throws IOException {
    Path curve = path("curve.csv");
    run("granulometry", "input=" + path, "threshold=" + threshold, "max_radius=1", "save=" + curve);
    return Files.readAllLines(curve).get(1);
  }

  @Test
  void convolvedImages() throws IOException {
    Path kernel = path("k.txt");
    Files.write(kernel, "1\n".getBytes());
    Path output = path("same.tif");
    run(
        "convolution",
        "input=" + ct,
        "kernel=file",
        "kernel_file=" + kernel,
        "result=same",
        "output=" + output);
    assertSameValues(output);
    String bone = foregroundAt(500, Path.of(ct));
    assertEquals(bone, foregroundAt(500, output));
    assertFalse(bone.equals(foregroundAt(-1000, output)));
  }

  @Test
  void registeredImages() throws IOException {
    Path output = path("moved.tif");
    run("register_mi", "input=" + ct, "second=" + ct, "max_shift=0", "output=" + output);
    assertSameValues(output);
  }

  @ParameterizedTest
  @ValueSource(strings = {"convolution", "granulometry", "skeleton3d"})
  void valuesOfAnotherKindAreNotCalibrated(String operation) throws IOException {
    Path output = path("other.tif");
    String option = operation.equals("convolution") ? "sigma=1" : "threshold=500";
    run(operation, "input=" + ct, option, "output=" + output);
    Calibration calibration = IJ.openImage(output.toString()).getCalibration();
    assertFalse(calibration.calibrated());
    assertEquals(Calibration.DEFAULT_VALUE_UNIT, calibration.getValueUnit());
    assertEquals("mm", calibration.getUnit());
    assertTrue(calibration.scaled());
    assertLiesThere(calibration);
  }

  /** Distances are no Hounsfield units, but lie where the CT does; so do labels. */
  @Test
  void geodesicDistances() throws IOException {
    run("geodesic", "input=" + ct, "border", "output=" + path("d.tif"), "nearest=" + path("n.tif"));
    for (String name : new String[] {"d.tif", "n.tif"}) {
      Calibration calibration = IJ.openImage(path(name).toString()).getCalibration();
      assertFalse(calibration.calibrated());
      assertEquals("mm", calibration.getUnit());
      assertLiesThere(calibration);
    }
  }

  private String balls(String zUnit) {
    ImagePlus image = TestImages.calibrated("um", 2, 2, 500);
    image.getCalibration().setZUnit(zUnit);
    return TestImages.save(image, folder, "balls.tif");
  }

  /** Slices 500 nm apart among pixels of 2 um: 0.5 um in results. */
  @Test
  void axesHaveOneUnit() throws IOException {
    run("distance_map", "input=" + balls("nm"), "output=" + path("map.tif"));
    Calibration calibration = IJ.openImage(path("map.tif").toString()).getCalibration();
    assertEquals(0.5, calibration.pixelDepth);
    assertEquals("µm", calibration.getUnit());
    assertEquals("µm", calibration.getZUnit());
    ImagePlus same = TestImages.calibrated("um", 2, 2, 0.5);
    String file = TestImages.save(same, folder, "same.tif");
    run("distance_map", "input=" + file, "output=" + path("expected.tif"));
    ImagePlus expected = IJ.openImage(path("expected.tif").toString());
    ImagePlus map = IJ.openImage(path("map.tif").toString());
    for (int z = 1; z <= map.getStackSize(); z++) {
      float[] pixels = (float[]) map.getStack().getPixels(z);
      assertArrayEquals((float[]) expected.getStack().getPixels(z), pixels);
    }
  }

  /** What cannot be compared is not measured, but written as it was. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "granulometry",
        "skeleton_graph",
        "distance_map",
        "local_thickness",
        "minkowski",
        "permeability",
        "flow",
        "stiffness",
        "label",
        "tortuosity",
        "workflow",
        "register_mi",
        "random_walker"
      })
  void axesOfUnknownUnits(String command) throws IOException {
    String image = balls("s");
    String other = command.equals("register_mi") ? "second=" : "seeds=";
    boolean two = other.equals("second=") || command.equals("random_walker");
    boolean written = Commands.named(command).parameters().defaults().declares("output");
    String last = two ? other + image : !written ? "threads=1" : "output=" + path("map.tif");
    last = command.equals("workflow") ? "output=" + path("report") : last;
    String words = last;
    Exception failure =
        assertThrows(
            IllegalArgumentException.class, () -> run(command, "input=" + image, words), command);
    assertTrue(
        failure
            .getMessage()
            .startsWith("balls.tif: its voxels are 2.0 x 2.0 x 500.0 µm, but s along z; lengths"),
        failure.getMessage());
    run("morphology", "input=" + image, "output=" + path("opened.tif"));
    Calibration place = IJ.openImage(path("opened.tif").toString()).getCalibration();
    assertEquals("s", place.getZUnit());
    assertEquals("µm", place.getYUnit());
  }
}
