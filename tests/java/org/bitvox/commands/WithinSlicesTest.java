// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import ij.ImagePlus;
import ij.measure.Calibration;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is measured within slices does not depend on how far they are from one another. */
class WithinSlicesTest {
  private static String run(String command, double depth, String options) {
    ImagePlus image = TestImages.binary();
    Calibration calibration = image.getCalibration();
    calibration.setUnit("mm");
    calibration.pixelWidth = calibration.pixelHeight = 0.5;
    calibration.pixelDepth = depth;
    results().reset();
    return MacroCall.run(Commands.named(command), image, options);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "distance_map",
        "granulometry element=ball",
        "granulometry",
        "label",
        "local_thickness",
        "minkowski",
        "morphology",
      })
  void theirDistanceDoesNotMatter(String words) {
    String command = words.split(" ")[0];
    String options = words.substring(command.length()) + " per_slice";
    assertEquals("", run(command, 0.5, options));
    String columns = results().getColumnHeadings();
    String row = results().getRowAsString(0);
    for (double depth : new double[] {0, 2, 1e200, Double.NaN}) {
      assertEquals("", run(command, depth, options));
      assertEquals(columns, results().getColumnHeadings());
      assertEquals(row, results().getRowAsString(0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"distance_map", "label", "local_thickness", "minkowski"})
  void betweenThemItDoes(String command) {
    assertNotEquals("", run(command, 1e200, ""));
    assertEquals(0, results().size());
  }
}
