// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MorphologyCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new MorphologyCommand(), image, options);
  }

  private static long voxels(ImagePlus image) {
    long voxels = 0;
    for (int z = 1; z <= image.getStackSize(); z++) {
      for (byte pixel : (byte[]) image.getStack().getPixels(z)) {
        voxels += pixel != 0 ? 1 : 0;
      }
    }
    return voxels;
  }

  @Test
  void showsTheResultAndFillsTheTable() {
    ImagePlus image = TestImages.binary();
    Calibration calibration = image.getCalibration();
    calibration.pixelWidth = calibration.pixelHeight = calibration.pixelDepth = 0.5;
    calibration.setUnit("mm");
    assertEquals("", run(image, "operation=erode element=cross radius=2"));
    ImagePlus eroded = MacroCall.shown("balls_erode");
    assertEquals("mm", eroded.getCalibration().getUnit());
    assertEquals("erode", results().getStringValue("Operation", 0));
    assertEquals("cross", results().getStringValue("Element", 0));
    assertEquals(2, results().getValue("Radius", 0));
    assertEquals(voxels(image), results().getValue("Voxels before", 0));
    assertEquals(voxels(eroded), results().getValue("Voxels after", 0));
    assertTrue(voxels(eroded) < voxels(image));
    eroded.close();
  }

  @Test
  void combinesFilesFromTheCommandLine() throws IOException {
    ImagePlus image = TestImages.binary();
    String input = TestImages.save(image, folder, "balls.tif");
    String opened = folder + "/open.tif";
    String printed =
        Cli.run("morphology", "input=[" + input + "] radius=2 output=[" + opened + "]");
    assertTrue(
        printed.startsWith("Image: balls.tif\nVoxels before: ")
            && printed.contains("\nOperation: open\nElement: ball\nRadius: 2\n"),
        printed);
    Path csv = folder.resolve("t.csv");
    Cli.run(
        "morphology",
        "input=["
            + (input + "] operation=minus second=[" + opened + "] save=[" + csv + "] output=[")
            + (folder + "/hat.tif]"));
    assertEquals(
        voxels(image) - voxels(IJ.openImage(opened)), voxels(IJ.openImage(folder + "/hat.tif")));
    List<String> table = Files.readAllLines(csv);
    assertEquals(2, table.size());
    assertEquals(
        "Image,Voxels before,Voxels after,Operation,Element,Radius,Edges,Connectivity,Min size,"
            + "Second,Threshold,Per slice,Backend,Note",
        table.get(0));
    assertTrue(table.get(1).contains(",minus,,,,,,open.tif,,,"), table.get(1));
  }

  @Test
  void saysThatThereIsNothing() {
    String note = "The image has no foreground voxels.";
    assertEquals(
        "Bitvox Morphology: " + note + "\n", run(TestImages.stack(8, 0, 0), "operation=dilate"));
    assertEquals(note, results().getStringValue("Note", 0));
    MacroCall.shown("balls_dilate").close();
  }

  @Test
  void saysWhyNothingIsLeft() {
    ImagePlus full = TestImages.stack(8, 255, 255);
    full.setStack(full.getStack().crop(0, 0, 0, 24, 18, 3));
    String note =
        "Nothing is left: no element of radius 2 lies in the object; edges=background counts the"
            + " outside as background, edges=clipped does not.";
    assertEquals("Bitvox Morphology: " + note + "\n", run(full, "operation=erode radius=2"));
    assertEquals(note, results().getStringValue("Note", 0));
    assertEquals("", run(full, "operation=erode radius=2 edges=clipped"));
    assertEquals(
        "Bitvox Morphology: Nothing is left: no element of radius 9 lies in the object.\n",
        run(TestImages.binary(), "operation=open radius=9 edges=clipped"));
    assertEquals(
        "Bitvox Morphology: Nothing is left: every object touches the border.\n",
        run(full, "operation=remove_border"));
    assertEquals(
        "Bitvox Morphology: Nothing is left: no object has min_size=9999 voxels.\n",
        run(TestImages.binary(), "operation=area_open min_size=9999"));
    assertEquals(
        "Bitvox Morphology: Nothing is left: this element takes no voxel from the object and adds"
            + " none.\n",
        run(TestImages.binary(), "operation=gradient radius=0"));
    MacroCall.closeAll();
  }

  @Test
  void saysThatABallInVoxelsIsNone() {
    ImagePlus image = TestImages.binary();
    Calibration calibration = image.getCalibration();
    calibration.setUnit("mm");
    calibration.pixelWidth = calibration.pixelHeight = 0.5;
    calibration.pixelDepth = 2;
    assertEquals(
        "Bitvox Morphology: Voxels are not cubes (0.5 x 0.5 x 2.0 mm): the element acts in voxels,"
            + " so its width differs along the axes.\n",
        run(image, "operation=erode"));
    assertEquals("", run(image, "operation=erode per_slice"));
    assertEquals("", run(image, "operation=fill_holes"));
    MacroCall.closeAll();
  }

  @Test
  void imagesOfTwoSizesAreNamed() throws IOException {
    String input = TestImages.save(TestImages.binary(), folder, "balls.tif");
    String other =
        TestImages.save(new ImagePlus("", new ij.process.ByteProcessor(7, 5)), folder, "b.tif");
    String said =
        MacroCall.run(
            arg ->
                Cli.run(
                    "morphology",
                    "operation=or input=[" + input + "] second=[" + other + "] output=o.tif"),
            null,
            "");
    assertEquals(
        "Bitvox morphology: b.tif has 7 x 5 x 1 voxels, balls.tif 24 x 18 x 15; they must have the"
            + " same size\n",
        said);
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertEquals(
        "Bitvox Morphology: element=sphere is not allowed; use ball, cross or cube\n",
        run(TestImages.binary(), "element=sphere"));
    assertEquals(
        "Bitvox Morphology: operation=and needs second=, another image\n",
        run(TestImages.binary(), "operation=and"));
    assertEquals(
        "Bitvox Morphology: operation=area_open needs min_size=, a number of voxels\n",
        run(TestImages.binary(), "operation=area_open"));
    assertEquals(
        "Bitvox Morphology: edges=clipped has no effect with operation=close; it is for"
            + " operation=erode, open, gradient or white_top_hat\n",
        run(TestImages.binary(), "operation=close edges=clipped"));
    MacroCall.shown("balls_close").close();
  }
}
