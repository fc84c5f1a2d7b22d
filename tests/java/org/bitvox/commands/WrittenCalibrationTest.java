// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
}
