// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.gui.Line;
import ij.gui.PointRoi;
import ij.macro.Interpreter;
import ij.process.ByteProcessor;
import ij.process.ColorProcessor;
import ij.process.ImageProcessor;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.bitvox.TestImages;
import org.bitvox.commands.Commands;
import org.bitvox.commands.LabelCommand;
import org.bitvox.commands.MorphologyCommand;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;
import org.junit.jupiter.api.Test;

class DialogWordsTest {
  private static final Parameters PARAMETERS =
      new Parameters("test", "tests", Keys.withInput(Keys.threshold(), Keys.connectivity()));

  private static final Values LAST =
      PARAMETERS.parse(
          Arrays.asList("threshold=226..5000", "connectivity=6"), Parameters.Caller.IMAGEJ);

  /** Across one layer nothing flows. */
  private static final Parameters DIRECTED =
      new Parameters(
          "test",
          "tests",
          Parameter.choice("direction", "it", "x", "y", "z")
              .or("z")
              .dialog(rules -> rules.orFlat("x")));

  private static ImagePlus image(int... pixels) {
    ImageProcessor slice = new ByteProcessor(pixels.length, 1);
    for (int x = 0; x < pixels.length; x++) {
      slice.set(x, 0, pixels[x]);
    }
    return new ImagePlus("image", slice);
  }

  private static String threshold(ImagePlus image, boolean sameImage) {
    Values first = new DialogWords(PARAMETERS, image).first(LAST, sameImage);
    assertEquals("6", first.text("connectivity")); // the others are kept for every image
    return first.text("threshold");
  }

  @Test
  void aThresholdIsKeptForItsImageAlone() {
    assertEquals("226..5000", threshold(image(0, 7, 255), true));
    double otsu = Double.parseDouble(threshold(image(0, 7, 255), false));
    assertTrue(otsu > 7 && otsu <= 255, "" + otsu);
  }

  /** A grey image begins with what Otsu's method finds, which is shown at once. */
  @Test
  void aThresholdThatNobodyChoseIsOtsus() {
    Values none = PARAMETERS.defaults();
    ImagePlus grey = image(10, 11, 12, 200, 201, 202);
    DialogWords words = new DialogWords(PARAMETERS, grey);
    for (boolean same : new boolean[] {true, false}) {
      Values first = words.first(none, same);
      double otsu = Double.parseDouble(first.text("threshold"));
      assertTrue(otsu > 12 && otsu <= 200, "" + otsu);
      assertTrue(words.isFound(first));
    }
    assertFalse(words.isFound(words.first(LAST, true))); // entered for this image
    grey.getProcessor().setThreshold(50, 255, ImageProcessor.NO_LUT_UPDATE);
    DialogWords red = new DialogWords(PARAMETERS, grey);
    assertFalse(red.isFound(red.first(none, false)));
    DialogWords plain = new DialogWords(PARAMETERS, image(4, 4));
    assertEquals("", plain.first(none, false).text("threshold"));
    assertFalse(plain.isFound(plain.first(none, false)));
    DialogWords binary = new DialogWords(PARAMETERS, image(0, 255));
    assertFalse(binary.isFound(binary.first(none, false)));
  }

  /** Where values may be labels, or Otsu's method does it for each image, nothing is filled in. */
  @Test
  void aThresholdThatIsNotNeededStaysEmpty() {
    for (String command : new String[] {"radiograph", "workflow"}) {
      Parameters parameters = Commands.named(command).parameters();
      DialogWords words = new DialogWords(parameters, image(10, 11, 200, 201));
      Values first = words.first(parameters.firstValues(), false);
      assertEquals("", first.text("threshold"), command);
    }
  }

  /** Points that are selected are meant, and not files of the last time. */
  @Test
  void selectedPointsAreUsed() {
    Parameters paths = Commands.named("minimal_path").parameters();
    Values last =
        paths.parse(Arrays.asList("points=a.csv", "paths=from_first"), Parameters.Caller.IMAGEJ);
    ImagePlus image = image(0, 7, 255);
    assertEquals("a.csv", new DialogWords(paths, image).first(last, true).text("points"));
    image.setRoi(new PointRoi(1, 0));
    DialogWords words = new DialogWords(paths, image);
    assertEquals("", words.first(last, true).text("points"));
    assertEquals("from_first", words.first(last, true).text("paths"));
    String text = words.about("", paths.defaults());
    assertTrue(text.contains("Its selected points are used, unless a file is chosen."), text);
  }

  /** What is measured across one layer says nothing: a dialog for a slice begins with x. */
  @Test
  void aDirectionIsOneThatTheImageHas() {
    Values first = DIRECTED.defaults();
    Values last = DIRECTED.parse(Arrays.asList("direction=y"), Parameters.Caller.IMAGEJ);
    DialogWords flat = new DialogWords(DIRECTED, image(0, 255));
    assertEquals("x", flat.first(first, false).text("direction"));
    assertEquals("z", flat.first(first, true).text("direction"));
    assertEquals("y", flat.first(last, false).text("direction"));
    DialogWords deep = new DialogWords(DIRECTED, TestImages.binary());
    assertEquals("z", deep.first(first, false).text("direction"));
  }

  /** A level belongs to its image, as a threshold does: what is red, or Otsu's. */
  @Test
  void aLevelBeginsWithTheThreshold() {
    Parameters surface = Commands.named("surface").parameters();
    Values last = surface.parse(Arrays.asList("kind=grey", "level=3"), Parameters.Caller.IMAGEJ);
    ImagePlus image = image(10, 11, 12, 200, 201, 202);
    assertEquals("3", new DialogWords(surface, image).first(last, true).text("level"));
    double otsu =
        Double.parseDouble(new DialogWords(surface, image).first(last, false).text("level"));
    assertTrue(otsu > 12 && otsu <= 200, "" + otsu);
    image.getProcessor().setThreshold(50, 201, ImageProcessor.NO_LUT_UPDATE);
    assertEquals("50", new DialogWords(surface, image).first(last, false).text("level"));
    ImagePlus binary = image(0, 255, 0);
    assertEquals("127.5", new DialogWords(surface, binary).first(last, false).text("level"));
    ImagePlus plain = image(4, 4);
    assertEquals("3", new DialogWords(surface, plain).first(last, false).text("level"));
  }

  /** What OK would say too late. */
  @Test
  void aDialogSaysWhatIsLacking() {
    Command radiograph = Commands.named("radiograph");
    ImagePlus image = image(0, 1, 1);
    assertEquals("", remark(radiograph, image, "result=lengths"));
    assertEquals("", remark(radiograph, image, "result=attenuation", "materials=mu:1,2:vacuum"));
    String line = remark(radiograph, image, "result=attenuation", "materials=water");
    assertTrue(line.startsWith("The image has no unit of length: give it one in Image >"), line);
    assertEquals(line, remark(radiograph, image, "result=transmission", "materials=mu:1,water"));
    image.getCalibration().setUnit("mm");
    image.getCalibration().pixelWidth = 0.5;
    assertEquals("", remark(radiograph, image, "result=attenuation", "materials=water"));
  }

  /** Who counts cells that touch is told before he does. */
  @Test
  void theDialogOfLabelsNamesSplitObjects() {
    String line = remark(new LabelCommand(), image(0, 255));
    assertTrue(line.contains("touch") && line.contains("Bitvox Split Objects"), line);
    assertFalse(line.contains("1000"), line); // without a size of voxels
  }

  /** Sizes of objects are entered in voxels. */
  @Test
  void theDialogOfLabelsSaysHowLargeVoxelsAre() {
    ImagePlus image = TestImages.calibrated("mm", 0.5, 0.5, 2);
    assertTrue(remark(new LabelCommand(), image).endsWith("\n1000 voxels are 500.0 mm^3."));
    String flat = remark(new LabelCommand(), image, "per_slice");
    assertTrue(flat.endsWith("\n1000 pixels are 250.0 mm^2."), flat);
  }

  @Test
  void saysWhyTheCurrentImageIsNotUsed() {
    Parameters agents = Commands.named("agents").parameters();
    ImagePlus image = TestImages.binary();
    image.setTitle("movie");
    String end = ", so it is not used:\ngive Box in its place, or click on another image first.";
    image.setDimensions(1, 1, image.getStackSize());
    assertEquals("movie is a time series" + end, DialogWords.aboutUnfit(agents, image));
    image.setDimensions(image.getStackSize(), 1, 1);
    assertEquals("movie has several channels" + end, DialogWords.aboutUnfit(agents, image));
    ImagePlus colours = new ImagePlus("photo", new ColorProcessor(3, 3));
    assertEquals("photo has colours" + end, DialogWords.aboutUnfit(agents, colours));
    assertEquals("", DialogWords.aboutUnfit(agents, null));
    assertEquals("", DialogWords.aboutUnfit(Commands.named("sample_foam").parameters(), image));
  }

  private static String remark(Command command, ImagePlus image, String... options) {
    Values values = command.parameters().parse(Arrays.asList(options), Parameters.Caller.IMAGEJ);
    return command.remark(values, new DialogWords(command.parameters(), image).input(values));
  }

  /** What nobody has entered is no wish for the next image. */
  @Test
  void whatWasSuggestedForASliceIsKnown() {
    Values last = DIRECTED.defaults();
    DialogWords flat = new DialogWords(DIRECTED, image(0, 255));
    Map<String, String> suggested = flat.suggested(last, false);
    assertEquals(Collections.singletonMap("direction", "x"), suggested);
    assertEquals(Collections.emptyMap(), flat.suggested(last, true));
    assertEquals(suggested, flat.first(last, false).among(suggested));
    assertEquals(Collections.emptyMap(), last.among(suggested));
    assertEquals(
        Collections.singletonMap("direction", "z"), DIRECTED.defaultsOf(suggested.keySet()));
  }

  @Test
  void whatIsRedGoesFirst() {
    ImagePlus red = image(0, 7, 255);
    red.getProcessor().setThreshold(5, 255, ImageProcessor.NO_LUT_UPDATE);
    assertEquals("5", threshold(red, true));
    assertEquals("5", threshold(red, false));
  }

  @Test
  void voxelsThatAreNoCubesHaveALine() {
    ImagePlus image = TestImages.binary();
    DialogWords words = new DialogWords(PARAMETERS, image);
    Command command = new MorphologyCommand();
    String line = command.aboutVoxels();
    assertEquals("Voxels are not cubes: Radius counts voxels, along every axis.", line);
    assertEquals(1, words.about(line, PARAMETERS.defaults()).split("\n").length);
    image.getCalibration().setUnit("mm");
    image.getCalibration().pixelDepth = 2;
    assertEquals(line, words.about(line, PARAMETERS.defaults()).split("\n")[1]);
    command = new LabelCommand(); // which counts, and measures them as they are
    assertEquals(1, words.about(command.aboutVoxels(), PARAMETERS.defaults()).split("\n").length);
    image.getCalibration().pixelDepth = 1;
    assertEquals(1, words.about(line, PARAMETERS.defaults()).split("\n").length);
  }

  /** The mask of the last time used to win, while the dialog spoke of the selection. */
  @Test
  void aLongTitleIsShortened() {
    Parameters parameters = new Parameters("test", "tests", Keys.withInput());
    ImagePlus image = TestImages.binary();
    image.setTitle(String.join("", Collections.nCopies(40, "begin")) + "the end.tif");
    String line =
        new DialogWords(parameters, image).about("", parameters.defaults()).split("\n")[0];
    assertTrue(line.startsWith("beginbegin"), line);
    assertTrue(line.contains("...eginbeginthe end.tif: "), line);
    assertTrue(line.length() < 100, line);
  }

  @Test
  void aSelectionGoesBeforeTheMaskOfTheLastTime() {
    Parameters masked = new Parameters("test", "tests", Keys.withInput(Keys.mask()));
    Values last = masked.parse(Arrays.asList("mask=fov"), Parameters.Caller.IMAGEJ);
    ImagePlus image = TestImages.binary();
    assertEquals("fov", new DialogWords(masked, image).first(last, true).text("mask"));
    image.setRoi(2, 3, 4, 5);
    DialogWords words = new DialogWords(masked, image);
    assertEquals("", words.first(last, true).text("mask"));
    assertEquals("Only its selection is used.", words.about("", masked.defaults()).split("\n")[1]);
    ImagePlus mask = TestImages.binary();
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(mask);
    try {
      assertEquals(
          "Only its selection is used, unless a Mask is chosen.",
          words.about("", masked.defaults()).split("\n")[1]);
    } finally {
      Interpreter.removeBatchModeImage(mask);
      Interpreter.batchMode = false;
    }
    Parameters pointed =
        new Parameters(
            "test",
            "tests",
            Keys.withInput(Parameter.inputFile("rois", "seeds").orSelectedPoints(", if none")));
    image.setRoi(new PointRoi(3, 4));
    assertEquals(
        "Its selected points are used, if none.",
        new DialogWords(pointed, image).about("", pointed.defaults()).split("\n")[1]);
    assertEquals(
        "Its selection is ignored, the whole image is used.",
        words.about("", masked.defaults()).split("\n")[1]);
    image.setRoi(new Line(1, 1, 5, 5));
    assertEquals("fov", new DialogWords(masked, image).first(last, true).text("mask"));
  }

  /** The drift of one image would move another one without a word. */
  @Test
  void theMotionOfAnotherImageIsNotProposed() {
    Parameters registration = Commands.named("register_mi").parameters();
    List<String> given = Arrays.asList("motion=drift.csv", "fill=3");
    Values last = registration.parse(given, Parameters.Caller.IMAGEJ);
    DialogWords words = new DialogWords(registration, TestImages.binary());
    assertEquals("drift.csv", words.first(last, true).text("motion"));
    assertEquals("", words.first(last, false).text("motion"));
    assertEquals("3", words.first(last, false).text("fill"));
  }

  @Test
  void anEmptyThresholdIsOtsusWhereTheCommandTakesThat() {
    Parameters otsu =
        new Parameters(
            "test",
            "tests",
            Keys.withInput(Parameter.range("threshold", "T", "help").dialog(DialogRules::orOtsu)));
    String line = "Threshold says from which value on it is foreground;\nif that is empty, Otsu's";
    String words = new DialogWords(otsu, image(0, 7, 200)).about("", otsu.defaults());
    assertTrue(words.contains(line + " method does: "), words);
    assertTrue(
        new DialogWords(PARAMETERS, image(0, 7, 200))
            .about("", PARAMETERS.defaults())
            .contains("set Threshold,"));
  }

  /** Who sees it filled in need not set it. */
  @Test
  void whatIsEnteredIsSaid() {
    ImagePlus grey = image(10, 11, 12, 200, 201, 202);
    DialogWords words = new DialogWords(PARAMETERS, grey);
    Values first = words.first(PARAMETERS.defaults(), false);
    String otsu = first.text("threshold");
    String start = "It is not binary: foreground is ";
    String found = words.about("", first).split("\n")[1];
    assertEquals(start + otsu + " and more, by Otsu's method.", found);
    String typed = words.about("", LAST);
    String method = "; Otsu's method suggests " + otsu + ".";
    assertTrue(typed.endsWith(start + "226 to 5000" + method), typed);
    String empty = words.about("", PARAMETERS.defaults());
    assertTrue(empty.contains("not binary: set Threshold, and foreground is that value and more"));
  }

  @Test
  void aBinaryImageNeedsNone() {
    assertEquals("", threshold(image(0, 255), true));
    assertEquals("", threshold(image(0, 255), false));
  }

  /** Without an image agents begin with a box, which the next image does not inherit. */
  @Test
  void aBoxStandsForTheImageThatIsNotOpen() {
    Parameters agents = Commands.named("agents").parameters();
    Values empty = agents.defaults();
    Values box = agents.parse(Arrays.asList("box=9,9"), Parameters.Caller.IMAGEJ);
    DialogWords none = new DialogWords(agents, null);
    assertEquals("512,512", none.first(empty, true).text("box"));
    assertEquals("9,9", none.first(box, true).text("box"));
    DialogWords one = new DialogWords(agents, image(0, 255));
    assertEquals("", one.first(empty, true).text("box"));
    assertEquals("9,9", one.first(box, true).text("box"));
    assertEquals("", one.first(box, false).text("box"));
  }
}
