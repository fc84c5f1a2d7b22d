// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.Roi;
import ij.io.RoiEncoder;
import ij.macro.Interpreter;
import ij.measure.Calibration;
import ij.measure.ResultsTable;
import ij.process.ImageProcessor;
import java.awt.image.ColorModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.Stops;
import org.bitvox.TestImages;
import org.bitvox.TestMovie;
import org.bitvox.UnsuitableImageException;
import org.bitvox.commands.AgentsCommand;
import org.bitvox.commands.ClassifyColoursCommand;
import org.bitvox.commands.Commands;
import org.bitvox.commands.ConvolutionCommand;
import org.bitvox.commands.DebayerCommand;
import org.bitvox.commands.DistanceMapCommand;
import org.bitvox.commands.GranulometryCommand;
import org.bitvox.commands.JointHistogramCommand;
import org.bitvox.commands.MorphologyCommand;
import org.bitvox.commands.RandomWalkerCommand;
import org.bitvox.commands.Skeleton2DCommand;
import org.bitvox.files.ColourModelFile;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;
import org.bitvox.parameters.Words;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A preview is exactly that slice of the result. */
class PreviewTest {
  @TempDir Path folder;

  private static Values values(Command command, String options) {
    return command.parameters().parse(Words.split(options), Parameters.Caller.IMAGEJ);
  }

  /** Rows that another test has left would be spoken of. */
  @BeforeEach
  void beginWithoutRows() {
    ResultsTable.getResultsTable().reset();
  }

  private static OpenImage open(ImagePlus image, Values values) {
    return new OpenImage(image, values, ProgressListener.NONE);
  }

  private static Reach reach(Command command, ImagePlus image, String options) throws IOException {
    Values values = values(command, options);
    return command.reach(values, open(image, values));
  }

  private static ImageProcessor slice(Command command, ImagePlus image, String options, int z)
      throws IOException {
    return slice(command, image, options, z, ProgressListener.NONE);
  }

  private static ImageProcessor slice(
      Command command, ImagePlus image, String options, int z, ProgressListener listener)
      throws IOException {
    Values values = values(command, options);
    Reach reach = reach(command, image, options);
    assertTrue(reach.isKnown(), options);
    return command.slice(values, open(image, values), z, reach, listener);
  }

  /** All slices, against the whole result. */
  private static void check(Command command, ImagePlus image, String options, String ending)
      throws IOException {
    assertEquals(
        "",
        MacroCall.run(command, image, options)
            .replaceAll("(?m).*(separable|sum is 0|Nothing is left).*\n", ""));
    ImagePlus result = MacroCall.shown("noise" + ending);
    for (int z = 0; z < image.getStackSize(); z++) {
      ImageProcessor expected = result.getStack().getProcessor(z + 1);
      ImageProcessor slice = slice(command, image, options, z);
      assertEquals(expected.getBitDepth(), slice.getBitDepth(), options);
      assertArrayEquals(
          expected.getFloatArray(), slice.getFloatArray(), options + " at slice " + (z + 1));
    }
  }

  /** Noise in which elements of a few voxels find something to do. */
  private static ImagePlus noise(int bits, int depth, double density) {
    Random random = new Random(5);
    ImagePlus like = TestImages.stack(bits, 0, 255);
    ImageStack stack = new ImageStack(like.getWidth(), like.getHeight());
    for (int z = 0; z < depth; z++) {
      ImageProcessor slice = like.getProcessor().createProcessor(like.getWidth(), like.getHeight());
      for (int i = 0; i < slice.getPixelCount(); i++) {
        boolean binary = bits == 8;
        slice.setf(i, binary ? random.nextDouble() < density ? 255 : 0 : random.nextInt(4000));
      }
      stack.addSlice(slice);
    }
    return new ImagePlus("noise.tif", stack);
  }

  @Test
  void ofMorphologyWithElements() throws IOException {
    Command command = new MorphologyCommand();
    String[] operations = {
      "erode", "dilate", "open", "close", "gradient", "white_top_hat", "black_top_hat"
    };
    ImagePlus image = noise(8, 13, 0.9);
    for (String operation : operations) {
      for (String element : new String[] {"ball", "cross", "cube"}) {
        for (String other :
            new String[] {"radius=0", "radius=1", "radius=2", "radius=2 per_slice"}) {
          String options = "operation=" + operation + " element=" + element + " " + other;
          check(command, image, options, "_" + operation);
        }
      }
    }
    check(command, image, "operation=erode radius=2 edges=clipped", "_erode");
    check(command, image, "operation=open radius=3 edges=clipped", "_open");
    check(command, noise(8, 13, 0.2), "operation=close radius=3", "_close");
    check(command, image, "operation=dilate radius=32767", "_dilate");
    check(command, noise(8, 1, 0.9), "operation=open radius=3", "_open");
    MacroCall.closeAll();
  }

  @Test
  void ofObjectsInSlicesButNotInVolumes() throws IOException {
    Command command = new MorphologyCommand();
    ImagePlus image = noise(8, 5, 0.5);
    for (String operation : new String[] {"fill_holes", "remove_border", "keep_largest"}) {
      String options = "operation=" + operation;
      check(command, image, options + " connectivity=4 per_slice", "_" + operation);
      check(command, noise(8, 1, 0.5), options, "_" + operation);
      assertFalse(reach(command, image, options).isKnown());
      assertTrue(reach(command, image, options).why().startsWith(operation + " is about"));
    }
    check(command, image, "operation=area_open min_size=9 connectivity=4 per_slice", "_area_open");
  }

  @Test
  void ofGreyImagesWithAThreshold() throws IOException {
    ImagePlus image = noise(16, 6, 0);
    check(new MorphologyCommand(), image, "operation=open threshold=800..3900", "_open");
    check(new Skeleton2DCommand(), image, "threshold=2000", "_skeleton");
    check(new DistanceMapCommand(), image, "threshold=2000 per_slice", "_distances");
    assertFalse(reach(new DistanceMapCommand(), image, "threshold=2000").isKnown());
  }

  @Test
  void ofConvolutions() throws IOException {
    Command command = new ConvolutionCommand();
    ImagePlus image = noise(16, 9, 0);
    image.getCalibration().pixelDepth = 0.7;
    Path file = folder.resolve("kernel.txt");
    Files.write(file, "1 2 1\n\n5 1 1\n\n0 0 1\n".getBytes());
    String[] kernels = {
      "kernel=gaussian sigma=0.4",
      "kernel=gaussian sigma=0",
      "kernel=gaussian sigma=1.5",
      "kernel=mean radius=2",
      "kernel=mean radius=20",
      "kernel=laplacian",
      "kernel=sobel"
    };
    for (String edges : new String[] {"nearest", "mirror", "wrap", "zero"}) {
      for (String kernel : kernels) {
        for (String axes : new String[] {"xy", "xyz"}) {
          String options = kernel + " axes=" + axes + " edges=" + edges;
          check(command, image, options, "_convolved");
        }
      }
      check(command, image, "kernel=file kernel_file=" + file + " edges=" + edges, "_convolved");
    }
    check(command, image, "kernel=gaussian axes=xyz result=same", "_convolved");
    image.getCalibration().setFunction(Calibration.STRAIGHT_LINE, new double[] {-1024, 1}, "HU");
    check(command, image, "kernel=mean axes=xyz", "_convolved");
    check(command, noise(32, 4, 0), "kernel=mean axes=xyz", "_convolved");
    assertTrue(reach(command, image, "kernel=mean").keepsRange());
    assertFalse(reach(command, image, "kernel=sobel").keepsRange());
    MacroCall.closeAll();
  }

  @Test
  void ofImagesWithAnInvertedLut() throws IOException {
    ImagePlus image = noise(8, 3, 0.5);
    image.getStack().setColorModel(inverted(image));
    image.getProcessor().setColorModel(inverted(image));
    image.setStack(image.getStack());
    assertTrue(image.isInvertedLut());
    assertTrue(slice(new MorphologyCommand(), image, "operation=open", 1).isInvertedLut());
  }

  private static ColorModel inverted(ImagePlus image) {
    ImageProcessor slice = image.getProcessor().duplicate();
    slice.invertLut();
    return slice.getColorModel();
  }

  @Test
  void failsAsTheCommandDoes() {
    Command command = new MorphologyCommand();
    ImagePlus image = noise(8, 9, 0.5);
    assertThrows(UsageException.class, () -> slice(command, image, "operation=and", 1));
    image.getStack().getProcessor(4).set(3, 3, 7);
    UnsuitableImageException failure =
        assertThrows(
            UnsuitableImageException.class,
            () -> slice(command, image, "operation=erode radius=2", 4));
    assertEquals(
        "slices 3 to 7: 8-bit binary (0 and 255 only) image required.", failure.getMessage());
    ImagePlus empty = TestImages.stack(8, 0, 0);
    failure =
        assertThrows(
            UnsuitableImageException.class, () -> slice(new Skeleton2DCommand(), empty, "", 4));
    assertEquals("slice 5: the image has no foreground pixels", failure.getMessage());
  }

  @Test
  void stops() {
    ImagePlus image = noise(8, 9, 0.5);
    assertThrows(
        CancellationException.class,
        () -> slice(new MorphologyCommand(), image, "radius=3", 4, Stops.AT_ONCE));
    assertFalse(image.isLocked());
  }

  /** What moves is known of one frame beside a given background alone. */
  @Test
  void ofClassifiedColours() throws IOException {
    Command command = new ClassifyColoursCommand();
    Path model = folder.resolve("model.json");
    ColourModelFile.write(TestMovie.model(), model);
    ImagePlus image = TestMovie.image(TestMovie.of(4));
    image.setTitle("noise.tif");
    ImagePlus first = TestMovie.image(TestMovie.of(1));
    first.setTitle("first");
    String options = "model=[" + model + "] show=classes ";
    check(command, image, options + "open=0 min_area=1", "_classes");
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(first);
    String moving = "open=0 min_area=1 motion=background background=first";
    ImageProcessor slice = slice(command, TestMovie.virtual(image), options + moving, 3);
    assertFalse(first.isLocked());
    assertEquals("", MacroCall.run(command, image, options + moving));
    ImageProcessor expected = MacroCall.shown("noise_classes").getStack().getProcessor(4);
    assertArrayEquals(expected.getFloatArray(), slice.getFloatArray());
    assertEquals(0, slice.get(0, 0));
    assertEquals(2, slice.get(10, 5));
    assertEquals(1, slice(command, image, options + "motion=median track=3", 3).get(0, 0));
    assertEquals(2, slice(command, image, options + "motion=median track=3", 3).get(10, 5));
    ImagePlus grey = TestMovie.image(TestMovie.of(2).mosaic());
    assertEquals(2, slice(command, grey, options + "mosaic=rggb min_area=1 open=0", 1).get(6, 6));
    assertThrows(IllegalArgumentException.class, () -> slice(command, grey, options, 1));
    MacroCall.closeAll();
  }

  /** At least the foreground, of all that make grey images binary. */
  @Test
  void isThereForMostCommands() {
    ImagePlus image = TestImages.binary();
    for (Command command : Commands.ALL) {
      boolean thresholded = command.parameters().keys(Parameter.Kind.RANGE).contains("threshold");
      boolean own =
          command instanceof ConvolutionCommand
              || command instanceof DebayerCommand
              || command instanceof ClassifyColoursCommand
              || command instanceof RandomWalkerCommand;
      if (command.parameters().needsImage()) {
        assertEquals(thresholded || own, command.hasPreview(image), command.label());
      }
    }
    assertTrue(((Command) new GranulometryCommand()).hasPreview(image));
    assertFalse(((Command) new JointHistogramCommand()).hasPreview(image));
  }

  /** Seeds of other slices are none of this one's. */
  @Test
  void saysThatASliceHasNoSeeds() throws IOException {
    ImagePlus image = TestImages.binary();
    ImagePlus seeds = image.duplicate();
    seeds.setTitle("few seeds");
    for (int z = 1; z <= seeds.getStackSize(); z++) {
      ImageProcessor slice = seeds.getStack().getProcessor(z);
      slice.set(0);
      if (z == 2) {
        slice.set(0, 0, 1);
        slice.set(5, 5, 2);
      }
    }
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(seeds);
    try {
      Command command = new RandomWalkerCommand();
      String options = "seeds=[few seeds]";
      assertEquals(2, slice(command, image, options, 1).get(5, 5));
      assertEquals(
          "this slice has no seeds",
          assertThrows(IllegalArgumentException.class, () -> slice(command, image, options, 0))
              .getMessage());
    } finally {
      Interpreter.removeBatchModeImage(seeds);
      Interpreter.batchMode = false;
    }
  }

  /** ROIs of other slices are none of this one's either, but keep their place in the list. */
  @Test
  void seedsAreTheRoisOfTheSlice() throws IOException {
    ImagePlus image = TestImages.binary();
    Path file = folder.resolve("rois.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < 3; i++) {
        Roi roi = new Roi(3 * i, 3 * i, 1, 1);
        roi.setPosition(i == 0 ? 1 : 2);
        zip.putNextEntry(new ZipEntry(i + ".roi"));
        zip.write(RoiEncoder.saveAsByteArray(roi));
      }
    }
    Command command = new RandomWalkerCommand();
    String options = "rois=[" + file + "]";
    ImageProcessor labels = slice(command, image, options, 1);
    assertEquals(2, labels.get(3, 3));
    assertEquals(3, labels.get(6, 6));
    assertEquals(
        "this slice has no seeds",
        assertThrows(IllegalArgumentException.class, () -> slice(command, image, options, 2))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> slice(command, image, options, 0));
  }

  @Test
  void agentsAreThoseOfTheFirstFrame() throws IOException {
    Command agents = new AgentsCommand();
    ImagePlus image = TestImages.binary();
    String options = "radius=1.5 agents=5 steps=3";
    assertEquals("", MacroCall.run(agents, image, options + " show=labels"));
    ImageStack labels = MacroCall.shown("balls_labels").getStack();
    double most = 0;
    for (int z = 0; z < TestImages.DEPTH; z++) {
      ImageProcessor slice = slice(agents, image, options, z);
      assertArrayEquals(labels.getProcessor(z + 1).getFloatArray(), slice.getFloatArray());
      most = Math.max(most, slice.getStats().max);
    }
    assertEquals(5, most);
    ImageProcessor middle = labels.getProcessor(TestImages.DEPTH / 2 + 1);
    for (String key : new String[] {"tracks=T.csv", "lineage=l.txt tracks=no_folder/t.csv"}) {
      String files = " " + key.replaceAll("=(\\S+)", "=[" + folder + "/$1]");
      ImageProcessor slice = slice(agents, image, options + files, TestImages.DEPTH / 2);
      assertArrayEquals(middle.getFloatArray(), slice.getFloatArray());
    }
    try (Stream<Path> written = Files.list(folder)) {
      assertEquals(0, written.count());
    }
    String missing = options + " motion=goals goals=" + folder + "/none.csv";
    assertThrows(IOException.class, () -> slice(agents, image, missing, 0));
    assertEquals(
        "a box has no image to show it in",
        assertThrows(IllegalArgumentException.class, () -> reach(agents, image, "box=9,9"))
            .getMessage());
  }
}
