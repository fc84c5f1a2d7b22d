// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.measure.Calibration;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Labels, seeds and markers are the values that ImageJ shows, whatever the raw ones are. */
class ShownLabelsTest {
  private static final int SIDE = 9;

  @TempDir Path folder;

  /** Labels 0, 2 and 6 and their seeds, shown as such by several calibrations; broken has 5.75. */
  @BeforeEach
  void write() throws IOException {
    save("plain", 1, 0);
    save("halves", 2, 0);
    save("falling", -0.5, 20);
    save("broken", 0.25, 0);
    Files.write(
        folder.resolve("conduct.csv"),
        "Label,Diffusivity\n0,1\n2,0.5\n6,0.25\n".getBytes(StandardCharsets.UTF_8));
    Files.write(
        folder.resolve("stiff.csv"),
        "Label,Modulus,Poisson\n2,2,0.3\n6,5,0.2\n".getBytes(StandardCharsets.UTF_8));
  }

  private void save(String name, double slope, double offset) throws IOException {
    Files.createDirectories(folder.resolve(name));
    for (boolean seeds : new boolean[] {false, true}) {
      ImageStack stack = new ImageStack(SIDE, SIDE);
      for (int z = 0; z < 4; z++) {
        ImageProcessor slice = new ByteProcessor(SIDE, SIDE);
        for (int i = 0; i < SIDE * SIDE; i++) {
          int x = i % SIDE;
          int label = x == 4 || seeds && (z != 1 || i / SIDE != 3) ? 0 : x < 4 ? 2 : 6;
          boolean broken = slope == 0.25;
          slice.set(
              i, broken ? label * 4 - (label == 6 ? 1 : 0) : (int) ((label - offset) / slope));
        }
        stack.addSlice(slice);
      }
      ImagePlus image = new ImagePlus("", stack);
      if (slope != 1) {
        image
            .getCalibration()
            .setFunction(Calibration.STRAIGHT_LINE, new double[] {offset, slope}, "labels");
      }
      IJ.saveAsTiff(image, folder.resolve(name).resolve(seeds ? "seeds.tif" : "labels.tif") + "");
    }
  }

  private byte[] written(String of, String line) throws IOException {
    Path in = folder.resolve(of);
    String plain = folder.resolve("plain") + "/";
    String[] words = line.replace("@", plain).replace("%", in + "/").split(" ");
    Path output = in.resolve(words[words.length - 1].replaceFirst(".*=", ""));
    words[words.length - 1] = words[words.length - 1].replaceFirst("=.*", "=") + output;
    Commands.named(words[0])
        .run(Arrays.asList(words).subList(1, words.length), ProgressListener.NONE);
    return Files.readAllBytes(output);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "surface input=%labels.tif kind=labels save=surfaces.csv",
        "surface input=%labels.tif kind=labels output=mesh.ply",
        "radiograph input=%labels.tif materials=2:water,6:bone_cortical columns=9 output=a.raw",
        "geodesic input=@labels.tif seeds=%seeds.tif nearest=a.tif",
        "split_objects input=@labels.tif threshold=1 markers=%seeds.tif output=parts.tif",
        "random_walker input=@labels.tif seeds=%seeds.tif output=walker.tif",
        "tortuosity input=%labels.tif diffusivities=@../conduct.csv output=concentration.nrrd",
        "stiffness input=%labels.tif values=labels materials=@../stiff.csv energy=energy.nrrd",
      })
  void areWhatImageJShows(String line) throws IOException {
    byte[] expected = written("plain", line);
    assertArrayEquals(expected, written("halves", line));
    assertArrayEquals(expected, written("falling", line));
    String message =
        assertThrows(IllegalArgumentException.class, () -> written("broken", line)).getMessage();
    String wrong = message.replaceFirst("; of a grey image give a threshold \\(threshold=T\\)", "");
    assertEquals(
        "has the value 5.75, which is no label; labels are whole numbers from 0 to 16777216. To"
            + " take its stored values, 23 here, choose Function None in Image > Calibrate",
        wrong.substring(wrong.indexOf("has the value")));
  }
}
