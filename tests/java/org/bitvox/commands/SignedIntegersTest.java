// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.ImageStack;
import ij.process.ShortProcessor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Integers with a sign, which ImageJ shows as such but holds without one, mean what those without
 * one mean.
 */
class SignedIntegersTest {
  private static final int WIDTH = 9;
  private static final int DEPTH = 4;

  private static final String NO_LABEL =
      ", which is no label; labels are whole numbers from 0 to 16777216";

  @TempDir Path folder;

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  @BeforeEach
  void write() throws IOException {
    for (String type : new String[] {"uint16", "int16"}) {
      Files.createDirectories(folder.resolve(type));
      ByteBuffer labels = buffer();
      ByteBuffer costs = buffer();
      ByteBuffer seeds = buffer();
      for (int i = 0; i < WIDTH * WIDTH * DEPTH; i++) {
        int x = i % WIDTH;
        labels.putShort((short) (x == 0 || x == 4 || x == 8 ? 0 : x < 4 ? 1 : 3));
        costs.putShort((short) (1 + i * 7 % 40));
        seeds.putShort((short) (i == 100 ? 2 : i == 106 ? 5 : 0));
      }
      save(type, "labels", labels);
      save(type, "costs", costs);
      save(type, "seeds", seeds);
    }
    text("points.csv", "x,y,z\n1,1,0\n7,7,3\n");
    text("conduct.csv", "Label,Diffusivity\n0,1\n1,0.5\n3,0.25\n");
    text("materials.csv", "Label,Modulus,Poisson\n1,2,0.3\n3,5,0.2\n");
  }

  private static ByteBuffer buffer() {
    return ByteBuffer.allocate(2 * WIDTH * WIDTH * DEPTH).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void text(String name, String text) throws IOException {
    Files.write(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  private void save(String type, String name, ByteBuffer values) throws IOException {
    String header =
        "NRRD0004\ntype: "
            + type
            + "\ndimension: 3\nsizes: 9 9 4\nendian: little\nencoding: raw\nspacings: 1 1 1\n\n";
    byte[] start = header.getBytes(StandardCharsets.US_ASCII);
    byte[] file = Arrays.copyOf(start, start.length + values.capacity());
    System.arraycopy(values.array(), 0, file, start.length, values.capacity());
    Files.write(folder.resolve(type).resolve(name + ".nrrd"), file);
  }

  /** What a command writes, of files of this type. */
  private byte[] written(String type, String line) throws IOException {
    Path in = folder.resolve(type);
    String[] words = line.replace("@", folder + "/").replace("%", in + "/").split(" ");
    Path output = in.resolve(words[words.length - 1].replaceFirst(".*=", ""));
    words[words.length - 1] = words[words.length - 1].replaceFirst("=.*", "=") + output;
    Commands.named(words[0])
        .run(Arrays.asList(words).subList(1, words.length), ProgressListener.NONE);
    return Files.readAllBytes(output);
  }

  /** The end of a file. */
  private static byte[] values(byte[] file, int bytesOfVoxel) {
    int bytes = bytesOfVoxel * WIDTH * WIDTH * DEPTH;
    return Arrays.copyOfRange(file, file.length - bytes, file.length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "surface input=%labels.nrrd kind=labels output=mesh.ply",
        "surface input=%labels.nrrd kind=labels save=surfaces.csv",
        "radiograph input=%labels.nrrd columns=20 output=paths.raw",
        "radiograph input=%labels.nrrd materials=1:water,3:water columns=20 save=paths.csv",
        "geodesic input=%costs.nrrd seeds=%seeds.nrrd output=distances.tif",
        "geodesic input=%costs.nrrd seeds=%seeds.nrrd cost=reciprocal save=row.csv",
        "geodesic input=%costs.nrrd seeds=%seeds.nrrd cost=difference save=row.csv",
        "geodesic input=%costs.nrrd border cost=gradient output=distances.tif",
        "geodesic input=%labels.nrrd border cost=uniform output=distances.tif",
        "geodesic input=%labels.nrrd objects diameters=objects.csv",
        "minimal_path input=%costs.nrrd points=@points.csv nodes=nodes.csv",
        "minimal_path input=%labels.nrrd points=@points.csv cost=uniform connectivity=6 save=a.csv",
        "split_objects input=%labels.nrrd threshold=1 markers=%seeds.nrrd output=parts.tif",
        "random_walker input=%costs.nrrd seeds=%seeds.nrrd output=walker.tif",
        "tortuosity input=%labels.nrrd diffusivities=@conduct.csv output=concentration.tif",
        "stiffness input=%labels.nrrd values=labels materials=@materials.csv energy=energy.tif",
        "stiffness input=%costs.nrrd values=densities energy=energy.tif",
      })
  void meanWhatThoseWithoutASignMean(String line) throws IOException {
    assertArrayEquals(written("uint16", line), written("int16", line));
  }

  /** Three slices of labels, less what ImageJ adds to them. */
  private static ImagePlus image(int first) {
    ImageStack stack = new ImageStack(4, 4);
    for (int z = 0; z < 3; z++) {
      ShortProcessor slice = new ShortProcessor(4, 4);
      slice.add(32768);
      slice.set(1, 1, 32768 + first);
      stack.addSlice(slice);
    }
    ImagePlus image = new ImagePlus("signed.tif", stack);
    image.getCalibration().setSigned16BitCalibration();
    return image;
  }

  @Test
  void openImagesToo() {
    MacroCall.results().reset();
    assertEquals("", MacroCall.run(new SurfaceCommand(), image(7), "kind=labels"));
    assertEquals(1, MacroCall.results().size());
    assertEquals(7, MacroCall.results().getValue("Label", 0));
  }

  /** Also where their sum is not 1, and zeros lie around them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernel=gaussian sigma=1.3 axes=xyz",
        "kernel=mean radius=1",
        "kernel=laplacian",
        "kernel=sobel axes=xyz",
        "kernel=gaussian sigma=1.3 edges=zero"
      })
  void convolvedToTheirTypeTheyAreTheRoundedFloats(String kernel) throws IOException {
    String convolve = "convolution input=%costs.nrrd " + kernel + " result=";
    byte[] floats = values(written("int16", convolve + "float output=a.nrrd"), 4);
    byte[] signed = values(written("int16", convolve + "same output=b.nrrd"), 2);
    ByteBuffer all = ByteBuffer.wrap(floats).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer expected = buffer();
    for (int i = 0; i < WIDTH * WIDTH * DEPTH; i++) {
      expected.putShort((short) Math.floor(all.getFloat() + 0.5));
    }
    assertArrayEquals(expected.array(), signed);
  }

  @Test
  void negativeLabelsAreErrors() throws IOException {
    assertEquals(
        "Bitvox Surface: signed.tif has the value -3" + NO_LABEL + "\n",
        MacroCall.run(new SurfaceCommand(), image(-3), "kind=labels"));
    ByteBuffer negative = buffer();
    negative.putShort(10, (short) -2);
    save("int16", "negative", negative);
    String said =
        assertThrows(
                IllegalArgumentException.class,
                () -> written("int16", "radiograph input=%negative.nrrd save=a.csv"))
            .getMessage();
    assertTrue(
        said.endsWith(
            "negative.nrrd has the value -2"
                + NO_LABEL
                + "; of a grey image give a threshold (threshold=T)"),
        said);
    said =
        assertThrows(
                IllegalArgumentException.class,
                () -> written("int16", "geodesic input=%negative.nrrd border save=a.csv"))
            .getMessage();
    assertTrue(said.contains("-2"), said);
  }
}
