// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.bitvox.TestCli;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of images that are not binary: the value that is not, or that there is but one. */
class UnsuitableImagesTest {
  private static final String REQUIRED = "8-bit binary (0 and 255 only) image required, but ";

  /** Which take grey values, labels or colours, too. */
  private static final List<String> OF_OTHER_IMAGES =
      Arrays.asList("joint_histogram", "workflow", "radiograph", "classify_colours");

  @TempDir Path folder;

  static Stream<String> thresholded() {
    return Commands.ALL.stream()
        .filter(command -> command.parameters().defaults().declares("threshold"))
        .map(command -> command.parameters().command())
        .filter(name -> !OF_OTHER_IMAGES.contains(name));
  }

  private String said(String command, int bits, double low, double high) {
    String image = TestImages.save(TestImages.stack(bits, low, high), folder, "image.tif");
    List<String> args = new ArrayList<>(Arrays.asList(command, "input=" + image));
    if (Commands.named(command).parameters().defaults().declares("output")) {
      args.add("output=" + folder + (command.equals("surface") ? "/out.stl" : "/out.tif"));
    }
    TestCli result = new TestCli(new AtomicBoolean(), args);
    assertEquals(1, result.code, result.err);
    return result.err.replace("bitvox: image.tif: ", "").trim();
  }

  @ParameterizedTest
  @MethodSource("thresholded")
  void sayWhatIsInThem(String command) {
    assertTrue(said(command, 8, 3, 90).startsWith(REQUIRED + "the value at x=0 y=0 z=0 is 3; set"));
    assertTrue(said(command, 16, 3, 90).startsWith(REQUIRED + "this one has 16 bits; set Thres"));
    String grey = said(command, 32, -3, 90);
    assertTrue(grey.startsWith(REQUIRED + "this one has 32 bits; set Threshold"), grey);
    assertTrue(grey.contains("; Otsu's method suggests "), grey);
    for (int bits : new int[] {8, 16, 32}) {
      assertEquals(REQUIRED + "all its values are 7", said(command, bits, 7, 7));
    }
    double infinity = Double.POSITIVE_INFINITY;
    String none = REQUIRED + "none of its values is a number";
    assertEquals(none, said(command, 32, Double.NaN, Double.NaN));
    assertEquals(REQUIRED + "all its values are Infinity", said(command, 32, infinity, infinity));
  }

  /** A mask, anchors or a second volume have no threshold. */
  @Test
  void sayHowAnotherImageBecomesBinary() {
    String binary = TestImages.save(TestImages.binary(), folder, "binary.tif");
    String grey = TestImages.save(TestImages.stack(16, 0, 900), folder, "grey.tif");
    String out = "output=" + folder + "/out.tif";
    String[][] calls = {
      {"granulometry", "mask=" + grey},
      {"minkowski", "mask=" + grey},
      {"skeleton3d", "anchors=" + grey, out},
      {"morphology", "operation=and", "second=" + grey, out},
    };
    for (String[] call : calls) {
      List<String> args = new ArrayList<>(Arrays.asList(call));
      args.add("input=" + binary);
      TestCli result = new TestCli(new AtomicBoolean(), args);
      String sentence = "this one has 16 bits; make it binary first: Image>Adjust>Threshold, Apply";
      assertEquals("bitvox: grey.tif: " + REQUIRED + sentence + "\n", result.err);
    }
  }
}
