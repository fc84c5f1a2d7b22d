// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.measure.Calibration;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestCli;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TortuosityCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new TortuosityCommand(), image, options);
  }

  private static double value(String column, int row) {
    return results().getValue(column, row);
  }

  @Test
  void fillsTheTable() {
    assertEquals("", run(TestImages.binary(), "phase=background direction=x accuracy=0.01"));
    assertEquals(1, results().size());
    assertEquals("x", results().getStringValue("Direction", 0));
    double porosity = value("Porosity", 0);
    double diffusivity = value("Effective diffusivity", 0);
    assertTrue(diffusivity > 0 && diffusivity < porosity && porosity < 1);
    assertEquals(porosity / diffusivity, value("Tortuosity factor", 0), 1e-12);
    assertEquals(1 / diffusivity, value("Formation factor", 0), 1e-12);
    assertTrue(value("Estimated error (%)", 0) <= 0.01);
    assertTrue(value("Connected porosity", 0) <= porosity);
    assertEquals(diffusivity, value("Flux in", 0), 1e-3 * diffusivity);
    assertEquals(diffusivity, value("Flux out", 0), 1e-3 * diffusivity);
    assertTrue(value("Spread of flux (%)", 0) <= 0.1);
    assertTrue(value("Iterations", 0) > 0);
    assertTrue(value("Seconds", 0) > 0);
    String headings = results().getColumnHeadings().trim();
    assertTrue(headings.startsWith("Image\tDirection\tTortuosity factor\tPorosity\t"), headings);
  }

  @Test
  void allDirectionsAreRows() {
    assertEquals("", run(TestImages.binary(), "phase=background direction=all map flux_map"));
    assertEquals(3, results().size());
    assertEquals("z", results().getStringValue("Direction", 2));
    for (String map : new String[] {"balls_concentration", "balls_flux"}) {
      expectChannels(MacroCall.shown(map), map.contains("flux") ? "flux_map" : "map");
    }
  }

  /** Each is what that direction alone gives. */
  private static void expectChannels(ImagePlus all, String flag) {
    assertTrue(all.isHyperStack());
    assertEquals(3, all.getNChannels());
    assertEquals(TestImages.binary().getStackSize(), all.getNSlices());
    for (int channel = 1; channel <= 3; channel++) {
      String direction = "xyz".substring(channel - 1, channel);
      assertEquals(
          "", run(TestImages.binary(), "phase=background direction=" + direction + " " + flag));
      ImagePlus one = MacroCall.shown(all.getTitle());
      for (int z = 1; z <= all.getNSlices(); z++) {
        int index = all.getStackIndex(channel, z, 1);
        assertEquals(direction, all.getStack().getSliceLabel(index));
        assertArrayEquals(
            (float[]) one.getStack().getPixels(z), (float[]) all.getStack().getPixels(index));
      }
    }
  }

  @Test
  void showsTheMaps() {
    assertEquals("", run(TestImages.binary(), "phase=background direction=y map flux_map"));
    ImagePlus map = MacroCall.shown("balls_concentration");
    double first = map.getStack().getVoxel(0, 0, 0);
    double last = map.getStack().getVoxel(0, map.getHeight() - 1, 0);
    assertTrue(1 > first && first > last && last > 0, first + " " + last);
    assertEquals(0, map.getStack().getVoxel(9, 8, 7)); // a ball
    assertFalse(map.getProcessor().isGrayscale());
    assertTrue(MacroCall.shown("balls_flux").getStack().getVoxel(0, 0, 0) > 0.5);
  }

  @Test
  void voxelsThatAreNotCubesAreMeasuredInTheirUnit() {
    ImagePlus image = TestImages.binary();
    run(image, "phase=background accuracy=0.001");
    double cubes = value("Effective diffusivity", 0);
    Calibration calibration = image.getCalibration();
    calibration.setUnit("mm");
    calibration.pixelWidth = calibration.pixelHeight = calibration.pixelDepth = 0.5;
    run(image, "phase=background accuracy=0.001");
    assertEquals(cubes, value("Effective diffusivity", 0));
    calibration.pixelDepth = 5; // sides are near: less of a detour
    run(image, "phase=background accuracy=0.001");
    assertTrue(value("Effective diffusivity", 0) > 1.001 * cubes);
  }

  @Test
  void saysThatNothingIsJoined() {
    String sentence = "No pore joins both faces along z.";
    ImagePlus image = TestImages.stack(8, 0, 255);
    assertEquals("Bitvox Tortuosity: " + sentence + "\n", run(image, "direction=z"));
    assertEquals(sentence, results().getStringValue("Note", 0));
    assertEquals(0, value("Effective diffusivity", 0));
    assertEquals(Double.POSITIVE_INFINITY, value("Tortuosity factor", 0));
  }

  @Test
  void saysThatThereAreNoPores() {
    assertEquals(
        "Bitvox Tortuosity: balls.tif: the image has no foreground voxels (all its values are 0,"
            + " foreground is 255)\n",
        run(TestImages.stack(8, 0, 0), ""));
  }

  @Test
  void writesMapsOfAllDirectionsAsChannels() throws IOException {
    String file = TestImages.save(TestImages.binary(), folder, "balls.tif");
    for (String direction : new String[] {"all", "y"}) {
      String options =
          "phase=background direction=%s output=[%s/c_%1$s.tif] flux=[%2$s/f_%1$s.tif]";
      Cli.run("tortuosity", "input=[" + file + "] " + String.format(options, direction, folder));
    }
    for (String map : new String[] {"c", "f"}) {
      ImagePlus all = IJ.openImage(folder.resolve(map + "_all.tif").toString());
      ImagePlus y = IJ.openImage(folder.resolve(map + "_y.tif").toString());
      assertEquals(3, all.getNChannels());
      assertEquals(y.getStackSize(), all.getNSlices());
      for (int z = 1; z <= y.getStackSize(); z++) {
        assertArrayEquals(
            (float[]) y.getStack().getPixels(z),
            (float[]) all.getStack().getPixels(all.getStackIndex(2, z, 1)));
      }
    }
  }

  @Test
  void labelsConductAsATableSays() throws IOException {
    String file = TestImages.save(TestImages.binary(), folder, "balls.tif");
    Path table = folder.resolve("phases.csv");
    Files.write(table, List.of("Label,Diffusivity", "0,1", "255,0.5"));
    String options = "input=[" + file + "] accuracy=0.001 diffusivities=[" + table + "]";
    String printed = Cli.run("tortuosity", options);
    double mean = number(printed, "Mean D of labels");
    double diffusivity = number(printed, "Effective D of labels");
    assertTrue(0.5 < diffusivity && diffusivity < mean && mean < 1, printed);
    assertEquals(mean / diffusivity, number(printed, "Tortuosity factor"), 1e-9);
    assertEquals(1, number(printed, "Porosity"));
    results().reset();
    MacroCall.run(
        new TortuosityCommand(),
        TestImages.binary(),
        "accuracy=0.001 diffusivities=[" + table + "]");
    assertEquals(diffusivity, value("Effective D of labels", 0));
    Files.write(table, List.of("Label,Diffusivity", "0,1", "1.5,0.5"));
    expectRefusal(table, "row 2 has the label 1.5; use whole numbers from 0");
    Files.write(table, List.of("Label,D", "0,1"));
    expectRefusal(table, "has no column 'Diffusivity'; its columns must be Label and Diffusivity");
    Files.write(table, List.of("Label,Diffusivity", "0,-1"));
    expectRefusal(table, "row 1 has the diffusivity -1; use 0, which insulates, or more");
    Files.write(table, List.of("Label,Diffusivity", "0,1", "0,1"));
    expectRefusal(table, "row 2 has label 0 again");
    Files.write(table, List.of("Label,Diffusivity", "0,1\0"));
    expectRefusal(table, "row 1 has '1\\u0000' as Diffusivity, not a number");
    Files.write(table, List.of(" Label , Diffusivity\t", " 0 ,1\t", "255,\t0.5"));
    assertEquals(diffusivity, number(Cli.run("tortuosity", options), "Effective D of labels"));
  }

  /** Floats carry no flux through a layer that holds hardly any of the drop. */
  @Test
  void saysWhatFloatsDoNotCarry() throws IOException {
    Path table = folder.resolve("layers.csv");
    Files.write(table, List.of("Label,Diffusivity", "1,1", "2,0.001", "3,1000"));
    int[] layers = {1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1};
    ImageStack stack = new ImageStack(6, 7);
    for (int label : layers) {
      ByteProcessor slice = new ByteProcessor(6, 7);
      slice.set(label);
      stack.addSlice(slice);
    }
    run(
        new ImagePlus("layers.tif", stack),
        "direction=z accuracy=0.001 diffusivities=[" + table + "]");
    String note = results().getStringValue("Note", 0);
    String expected =
        "Along z the accuracy was not reached in \\d+ iterations: the diffusivity may be"
            + " \\S+ % too large, and the flux differs by \\S+ % from layer to layer, where 10"
            + " times the accuracy is allowed.";
    assertTrue(note.matches(expected), note);
    assertTrue(value("Spread of flux (%)", 0) > 0.01);
  }

  /** Labels are no foreground: what says which voxels are has no effect, and is told. */
  @Test
  void aThresholdIsNotForLabels() throws IOException {
    Path table = folder.resolve("phases.csv");
    Files.write(table, List.of("Label,Diffusivity", "1,1", "2,0.5"));
    String labels = "diffusivities=[" + table + "]";
    ImagePlus image = TestImages.stack(8, 1, 2);
    assertEquals("", run(image, labels));
    double diffusivity = value("Effective D of labels", 0);
    image.getProcessor().setThreshold(2, 255, ImageProcessor.NO_LUT_UPDATE);
    assertEquals(
        "Bitvox Tortuosity: the threshold of balls.tif is ignored, all its values are used\n",
        run(image, labels));
    assertEquals(diffusivity, value("Effective D of labels", 0));
    assertEquals("", results().getStringValue("Threshold", 0));
    String log = run(TestImages.stack(8, 1, 2), labels + " threshold=2 phase=background");
    String unused = "Bitvox Tortuosity: %s has no effect with diffusivities=" + table + "\n";
    assertEquals(
        String.format(unused, "phase=background") + String.format(unused, "threshold=2"), log);
    String file = TestImages.save(image, folder, "labels.tif");
    TestCli cli =
        new TestCli(
            new AtomicBoolean(),
            List.of("tortuosity", "input=" + file, "diffusivities=" + table, "threshold=2"));
    assertEquals(2, cli.code);
    assertEquals("bitvox: threshold=2 has no effect with diffusivities=" + table + "\n", cli.err);
  }

  /** D over D0 and a table's units have columns of their own, before the note. */
  @Test
  void rowsOfPoresAndOfLabelsFitIntoOneTable() throws IOException {
    Path phases = folder.resolve("phases.csv");
    Files.write(phases, List.of("Label,Diffusivity", "0,4", "255,2"));
    results().reset();
    MacroCall.run(new TortuosityCommand(), TestImages.binary(), "phase=background");
    MacroCall.run(new TortuosityCommand(), TestImages.binary(), "diffusivities=[" + phases + "]");
    assertEquals(2, results().size());
    String[] headings = results().getHeadings();
    assertEquals("Note", headings[headings.length - 2]);
    assertEquals("Backend", headings[headings.length - 1]);
    assertTrue(value("Effective diffusivity", 0) < 1);
    assertEquals("", results().getStringValue("Effective diffusivity", 1));
    assertEquals("", results().getStringValue("Effective D of labels", 0));
    assertTrue(value("Effective D of labels", 1) > 2);
    assertEquals("", results().getStringValue("Phase", 1));
  }

  /** The factor of one layer says nothing about its pores. */
  @Test
  void saysThatASliceHasOneLayer() {
    ImagePlus slice = new ImagePlus("slice", TestImages.binary().getStack().getProcessor(1));
    String sentence =
        "One slice thick along z: the factor is 1 whatever the pores are; measure x or y.";
    assertEquals("Bitvox Tortuosity: " + sentence + "\n", run(slice, "phase=background"));
    assertEquals(sentence, results().getStringValue("Note", 0));
    assertEquals("", run(slice, "phase=background direction=x"));
  }

  @Test
  void saysHowLabelsCanConduct() {
    String log = run(TestImages.stack(8, 0, 7), "");
    assertTrue(log.contains(", and diffusivities=FILE.csv says how each conducts"), log);
  }

  private static double number(String printed, String column) {
    return Double.parseDouble(printed.split("(?m)^" + column + ": ")[1].split("\n")[0]);
  }

  private static void expectRefusal(Path table, String sentence) {
    String log = run(TestImages.binary(), "diffusivities=[" + table + "]");
    assertEquals("Bitvox Tortuosity: " + table + ": " + sentence + "\n", log);
  }

  @Test
  void writesFiles() throws IOException {
    String file = TestImages.save(TestImages.binary(), folder, "balls.tif");
    String options = "phase=background output=[%s/c.tif] flux=[%<s/f.tif] save=[%<s/t.csv]";
    Cli.run("tortuosity", "input=[" + file + "] " + String.format(options, folder));
    List<String> lines = Files.readAllLines(folder.resolve("t.csv"));
    assertEquals(2, lines.size());
    for (String name : new String[] {"c.tif", "f.tif"}) {
      assertTrue(Files.size(folder.resolve(name)) > 100, name);
    }
    String printed = Cli.run("tortuosity", "input=[" + file + "] phase=background direction=all");
    assertEquals(4, printed.split("Tortuosity factor: ").length, printed);
  }
}
