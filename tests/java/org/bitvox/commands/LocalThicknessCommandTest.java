// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalThicknessCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new LocalThicknessCommand(), image, options);
  }

  private static ImagePlus calibrated() {
    return TestImages.calibrated("mm", 0.5, 0.5, 0.5);
  }

  @Test
  void fillsTheTableInTheImagesUnit() {
    assertEquals("", run(calibrated(), ""));
    assertEquals(1, results().size());
    assertEquals("Tb.Th", results().getStringValue("Known as", 0));
    assertEquals("foreground", results().getStringValue("Phase", 0));
    // The large ball of radius 6: 37 is the least square outside.
    assertEquals(Math.sqrt(37), results().getValue("Largest (mm)", 0), 1e-6);
    assertTrue(results().getValue("Median (mm)", 0) <= results().getValue("Largest (mm)", 0));
  }

  @Test
  void theTableInAFileHasDigitsEnough() throws IOException {
    String file = folder.resolve("results.csv").toString();
    assertEquals("", run(calibrated(), ""));
    assertTrue(results().save(file));
    String text = String.join(" ", Files.readAllLines(Path.of(file)));
    assertTrue(text.contains(",6.082763,"), text);
  }

  @Test
  void showsTheMap() {
    run(calibrated(), "map");
    ImagePlus map = MacroCall.shown("balls_thickness");
    assertEquals(32, map.getBitDepth());
    assertEquals(Math.sqrt(37), map.getStack().getVoxel(9, 8, 7), 1e-6);
    assertEquals(0, map.getStack().getVoxel(0, 0, 0));
    assertFalse(map.getProcessor().isGrayscale());
    assertEquals("mm", map.getCalibration().getUnit());
  }

  @Test
  void measuresBothPhasesInOneGo() {
    run(calibrated(), "phase=both map");
    assertEquals(2, results().size());
    assertEquals("Tb.Sp", results().getStringValue("Known as", 1));
    ImagePlus solid = MacroCall.shown("balls_thickness");
    ImagePlus pores = MacroCall.shown("balls_spacing");
    assertEquals(0, pores.getStack().getVoxel(9, 8, 7));
    assertTrue(pores.getStack().getVoxel(0, 0, 0) > 0);
    assertTrue(solid.getStack().getVoxel(9, 8, 7) > 0);
  }

  @Test
  void writesFiles() throws IOException {
    String file = TestImages.save(TestImages.binary(), folder, "balls.tif");
    String options = "phase=both output=[%s/t.tif] spacing=[%<s/s.tif] save=[%<s/t.csv]";
    String saved =
        Cli.run("local_thickness", "input=[" + file + "] " + String.format(options, folder));
    List<String> lines = Files.readAllLines(folder.resolve("t.csv"));
    assertEquals(3, lines.size());
    assertTrue(lines.get(1).contains("Tb.Th") && lines.get(2).contains("Tb.Sp"), lines.toString());
    String printed = Cli.run("local_thickness", "input=[" + file + "] phase=both");
    assertEquals(printed, saved);
    assertTrue(printed.contains("Known as: Tb.Th\n"), printed);
    assertTrue(printed.contains("\n\nImage: balls.tif\n"), printed);
    assertTrue(printed.contains("Known as: Tb.Sp\n"), printed);
    assertTrue(Cli.run("local_thickness", "input=[" + file + "]").contains("Known as: Tb.Th"));
    for (String name : new String[] {"t.tif", "s.tif"}) {
      assertTrue(Files.size(folder.resolve(name)) > 100, name);
    }
  }

  @Test
  void saysThatThereIsNothingToMeasure() {
    assertEquals(
        "Bitvox Local Thickness: balls.tif: the image has no foreground voxels (all its values are"
            + " 0, foreground is 255)\n",
        run(TestImages.stack(8, 0, 0), "edges=background"));
  }

  @Test
  void sentencesHaveFiveDigitsOfAVoxelsSize() {
    ImagePlus image = calibrated();
    image.getCalibration().pixelWidth = 1e200;
    image.getCalibration().pixelHeight = 0.9570312126159681;
    image.getCalibration().pixelDepth = 4.100007380013284;
    String log = run(image, "");
    assertTrue(log.contains("its voxels are 1.0E200 x 0.95703 x 4.1 mm;"), log);
  }

  @Test
  void refusesVoxelsThatNumbersCannotHold() {
    ImagePlus image = calibrated();
    image.getCalibration().pixelWidth = 1e200;
    String sentence =
        "Bitvox Local Thickness: balls.tif: its voxels are 1.0E200 x 0.5 x 0.5 mm; sizes of 1e-30"
            + " to 1e30 that differ by a factor of 1e6 at most can be measured, so correct its"
            + " properties\n";
    assertEquals(sentence, run(image, ""));
    assertEquals(0, results().size());
  }

  @Test
  void ofBothPhasesTheOneThatCanBeMeasuredIs() {
    ImagePlus full = TestImages.stack(8, 255, 255);
    String sentence = "Tb.Sp is not measured: the image has no background voxels.";
    assertEquals(
        "Bitvox Local Thickness: " + sentence + "\n", run(full, "phase=both edges=background map"));
    assertEquals(1, results().size());
    assertEquals("Tb.Th", results().getStringValue("Known as", 0));
    assertEquals(sentence, results().getStringValue("Note", 0));
    assertTrue(MacroCall.shown("balls_thickness") != null);
    assertTrue(MacroCall.shown("balls_spacing") == null);

    ImagePlus oneFullSlice = TestImages.binary();
    for (int z = 1; z <= TestImages.DEPTH; z++) {
      byte[] slice = (byte[]) oneFullSlice.getStack().getPixels(z);
      Arrays.fill(slice, 0, z == 9 ? slice.length : 1, (byte) 255);
    }
    assertEquals(
        "Bitvox Local Thickness: Tb.Th is not measured: slice 9 has no background voxels, so its"
            + " thickness is infinite; use edges=background.\n",
        run(oneFullSlice, "phase=both per_slice"));
    assertEquals("Tb.Sp", results().getStringValue("Known as", 0));
  }

  @Test
  void noMapIsWrittenOfAPhaseThatCannotBeMeasured() throws IOException {
    String file = TestImages.save(TestImages.stack(8, 255, 255), folder, "full.tif");
    Files.write(folder.resolve("s.tif"), "not touched".getBytes());
    String options = "phase=both edges=background output=[%s/t.tif] spacing=[%<s/s.tif]";
    String printed =
        Cli.run("local_thickness", "input=[" + file + "] " + String.format(options, folder));
    assertEquals(2, printed.split("Known as: ").length, printed);
    String sentence =
        "Tb.Sp is not measured: the image has no background voxels. "
            + folder
            + "/s.tif is not written; the file of that name is from before.";
    assertTrue(printed.contains(sentence), printed);
    assertTrue(Files.size(folder.resolve("t.tif")) > 100);
    assertEquals("not touched", new String(Files.readAllBytes(folder.resolve("s.tif"))));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(3, files.count());
    }
  }

  @Test
  void anInfiniteThicknessIsRefused() {
    assertEquals(
        "Bitvox Local Thickness: the image has no background voxels, so its thickness is infinite;"
            + " use edges=background\n",
        run(TestImages.stack(8, 255, 255), ""));
    assertEquals( // and there is no other phase
        "Bitvox Local Thickness: the image has no background voxels, so its thickness is infinite;"
            + " use edges=background\n",
        run(TestImages.stack(8, 255, 255), "phase=both"));
  }
}
