// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.Roi;
import ij.process.ImageProcessor;
import ij.process.ImageStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleMatchCommandTest {
  private static final String SMALL = "frames=3 width=200 height=150 players=4 seed=3";

  @TempDir Path folder;

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  private static String match(String options) {
    return MacroCall.run(new SampleMatchCommand(), null, SMALL + " " + options);
  }

  private static ImageStack shown(String ending) {
    return MacroCall.shown("sample_match" + ending).getStack();
  }

  @Test
  void showsWhatIsAskedFor() {
    assertEquals("", match(""));
    ImagePlus movie = MacroCall.shown("sample_match");
    assertEquals(24, movie.getBitDepth());
    assertEquals(3, movie.getStackSize());
    assertNull(MacroCall.shown("sample_match_labels"));
    assertEquals("", match("result=bayer show_classes show_labels show_background"));
    assertEquals(8, MacroCall.shown("sample_match").getBitDepth());
    assertEquals(3, shown("_classes").getSize());
    assertEquals(3, shown("_labels").getSize());
    assertEquals(1, shown("_background").getSize());
  }

  /** Area, centroid and box are what ImageJ measures in the image of labels. */
  @Test
  void tableIsWhatImageJMeasures() throws IOException {
    assertEquals("", match("show_labels save=[" + folder + "/t.csv]"));
    ImageStack shown = shown("_labels");
    List<String> lines = Files.readAllLines(folder.resolve("t.csv"));
    assertEquals("Frame,Class,Player,Area,X,Y,BX,BY,Width,Height", lines.get(0));
    assertEquals(1 + 3 * 9, lines.size());
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      int player = Integer.parseInt(cells[2]);
      assertEquals(player < 5 ? "team 1" : player < 9 ? "team 2" : "referee", cells[1]);
      ImageProcessor labels = shown.getProcessor(Integer.parseInt(cells[0]));
      labels.setThreshold(player, player, ImageProcessor.NO_LUT_UPDATE);
      Roi kit = new ij.plugin.filter.ThresholdToSelection().convert(labels);
      labels.setRoi(kit);
      ImageStatistics measured = labels.getStatistics();
      assertEquals(measured.pixelCount, Integer.parseInt(cells[3]));
      assertEquals(measured.xCentroid, Double.parseDouble(cells[4]), 1e-6);
      assertEquals(measured.yCentroid, Double.parseDouble(cells[5]), 1e-6);
      int[] box = {kit.getBounds().x, kit.getBounds().y, kit.getBounds().width, 0};
      box[3] = kit.getBounds().height;
      for (int i = 0; i < 4; i++) {
        assertEquals(box[i], Integer.parseInt(cells[6 + i]));
      }
    }
  }

  @Test
  void filesHaveWhatWindowsShow() throws IOException {
    assertEquals("", match("show_classes show_background"));
    new SampleMatchCommand()
        .run(
            Arrays.asList(
                ("frames=3 width=200 height=150 players=4 seed=3 output=F/m.tif classes=F/c.tif"
                        + " background=F/b.tif")
                    .replace("F/", folder + "/")
                    .split(" ")),
            ProgressListener.NONE);
    String[][] pairs = {{"", "m.tif"}, {"_classes", "c.tif"}, {"_background", "b.tif"}};
    for (String[] pair : pairs) {
      ImagePlus file = IJ.openImage(folder + "/" + pair[1]);
      ImageStack window = shown(pair[0]);
      assertEquals(window.getSize(), file.getStackSize());
      for (int z = 1; z <= window.getSize(); z++) {
        ImageProcessor other = file.getStack().getProcessor(z);
        ImageProcessor one = window.getProcessor(z);
        for (int y = 0; y < 150; y++) {
          assertArrayEquals(row(one, y), row(other, y), pair[1]);
        }
      }
    }
  }

  private static int[] row(ImageProcessor image, int y) {
    int[] row = new int[image.getWidth()];
    for (int x = 0; x < row.length; x++) {
      row[x] = image.get(x, y) & 0xffffff;
    }
    return row;
  }

  @Test
  void refusesBadValues() {
    assertEquals("Bitvox Sample Match: noise=60 is not allowed; use 0 to 50\n", match("noise=60"));
    assertNull(MacroCall.shown("sample_match"));
  }
}
