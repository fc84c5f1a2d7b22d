// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.gui.Roi;
import ij.macro.Interpreter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.MacroCall;
import org.bitvox.TestCli;
import org.bitvox.TestImages;
import org.bitvox.calls.Command;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that work on one volume read one channel of an image that has several. */
class ChannelsTest {
  private static final Command LABEL = Commands.named("label");

  /** Two balls, and in the other channel their negative. */
  private final ImagePlus image =
      TestImages.channels(TestImages.binary(), TestImages.stack(8, 255, 0));

  @TempDir Path folder;

  private double volume(String options) {
    results().reset();
    assertEquals("", MacroCall.run(LABEL, image, options));
    double all = 0;
    for (int row = 0; row < results().size(); row++) {
      all += results().getValue("Voxels", row);
    }
    return all;
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  @Test
  void theChosenOneIsRead() {
    double balls = volume("channel=1");
    double rest = volume("channel=2");
    assertEquals(TestImages.WIDTH * TestImages.HEIGHT * TestImages.DEPTH, balls + rest);
    assertTrue(balls < rest, balls + " of " + rest);
    ImagePlus labels = MacroCall.shown("channels_labels");
    assertEquals(TestImages.DEPTH, labels.getStackSize());
  }

  /** The values of the other channel in the objects of one. */
  @Test
  void theOtherOneIsMeasured() {
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(image);
    volume("channel=1 second=channels.tif second_channel=2");
    assertEquals(0, results().getValue("Mean value", 0));
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(image);
    volume("channel=1 second=channels.tif second_channel=1");
    assertEquals(255, results().getValue("Mean value", 0));
  }

  @Test
  void aVirtualStackIsReadAsOneInMemory() throws IOException {
    double balls = volume("channel=1");
    String file = TestImages.save(image, folder, "channels.tif");
    ImagePlus virtual = IJ.openVirtual(file);
    assertTrue(virtual.getStack().isVirtual() && virtual.getNChannels() == 2);
    results().reset();
    assertEquals("", MacroCall.run(LABEL, virtual, "channel=1"));
    double all = 0;
    for (int row = 0; row < results().size(); row++) {
      all += results().getValue("Voxels", row);
    }
    assertEquals(balls, all);
  }

  /** A selection is one in every slice of the volume. */
  @Test
  void selectionsCount() {
    image.setRoi(new Roi(0, 0, 12, TestImages.HEIGHT));
    results().reset();
    String log = MacroCall.run(new MinkowskiCommand(), image, "channel=2");
    assertTrue(log.contains("only the selection of channels.tif is used"), log);
    double measured = results().getValue("TV (voxel^3)", 0);
    assertEquals(12.0 * TestImages.HEIGHT * TestImages.DEPTH, measured);
  }

  @Test
  void aSecondChannelIsOneOfASecondImage() {
    String log = MacroCall.run(LABEL, image, "channel=1 second_channel=2");
    assertTrue(log.contains("second_channel=2 has no effect without second="), log);
  }

  @Test
  void errorsSayWhatToDo() {
    String several = MacroCall.run(LABEL, image, "");
    String choose = "one volume is needed: choose one (channel=1 to 2), or extract one channel";
    assertTrue(several.contains("has 2 channels, and " + choose), several);
    assertTrue(several.contains("Image>Color>Split Channels"), several);
    String none = MacroCall.run(LABEL, image, "channel=3");
    assertTrue(none.contains("channel=3 is not allowed; use 1 to 2"), none);
    String only = MacroCall.run(LABEL, TestImages.binary(), "channel=2");
    assertTrue(only.contains("channel=2 is not allowed; use 1"), only);
  }

  /** Errors about a second image name its own key. */
  @Test
  void aSecondImageHasAKeyOfItsOwn() throws IOException {
    String several = "second=" + TestImages.save(image, folder, "channels.tif");
    String one = TestImages.save(TestImages.binary(), folder, "one.tif");
    AtomicBoolean stopped = new AtomicBoolean();
    TestCli none = new TestCli(stopped, List.of("label", "input=" + one, several));
    assertTrue(none.err.contains("choose second_channel=1 to 2"), none.err);
    TestCli far =
        new TestCli(stopped, List.of("label", "input=" + one, several, "second_channel=9"));
    assertTrue(far.err.contains("second_channel=9 is not there"), far.err);
    TestCli only =
        new TestCli(stopped, List.of("label", "input=" + one, "second=" + one, "second_channel=2"));
    assertTrue(only.err.contains("second_channel=2 is not there"), only.err);
    ImagePlus ball = TestImages.binary();
    String three = TestImages.save(TestImages.channels(ball, ball, ball), folder, "three.tif");
    TestCli lacking =
        new TestCli(stopped, List.of("label", "input=" + three, "channel=3", several));
    assertTrue(lacking.err.contains("choose second_channel=1 to 2"), lacking.err);
    ImagePlus input = TestImages.binary();
    input.setTitle("balls.tif");
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(image);
    String open = MacroCall.run(LABEL, input, "second=channels.tif");
    assertTrue(open.contains("choose one (second_channel=1 to 2), or extract"), open);
    TestCli right =
        new TestCli(stopped, List.of("label", "input=" + one, several, "second_channel=2"));
    assertEquals(0, right.code, right.err);
  }

  /** A mask and the like, in which the input need not have that many. */
  @Test
  void everyOtherImageHasAChannelOfItsOwn() {
    double all = TestImages.WIDTH * TestImages.HEIGHT * TestImages.DEPTH;
    assertEquals(all, counted("mask_channel=1") + counted("mask_channel=2"));
    String choose = "one volume is needed: choose one (mask_channel=1 to 2)";
    String several = "the image 'channels.tif' has 2 channels, and " + choose;
    String none = masked(TestImages.binary(), "");
    assertTrue(none.contains(several), none);
    String chosen = masked(TestImages.binary(), "mask_channel=3");
    assertTrue(chosen.contains("mask_channel=3 is not allowed; use 1 to 2"), chosen);
    ImagePlus one = TestImages.binary();
    String far = masked(TestImages.channels(one, one, one), "channel=3");
    assertTrue(far.contains(several), far);
  }

  private double counted(String options) {
    results().reset();
    assertEquals("", masked(TestImages.stack(8, 255, 255), options));
    return results().getValue("TV (voxel^3)", 0);
  }

  /** Counted is what is in a channel of the image. */
  private String masked(ImagePlus input, String options) {
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(image);
    input.setTitle("balls.tif");
    return MacroCall.run(new MinkowskiCommand(), input, "mask=channels.tif " + options);
  }

  /** Channels would be the second fault to correct, and another one. */
  @Test
  void coloursAreSaidFirst() {
    ImagePlus colours = IJ.createImage("colours", "RGB ramp", 9, 9, 2);
    String log = MacroCall.run(LABEL, colours, "channel=2");
    assertTrue(log.contains("colours: RGB images are not supported; convert to 8-bit"), log);
  }

  /** That would correlate perfectly. */
  @Test
  void aChannelIsNotComparedWithItself() throws IOException {
    Command histogram = Commands.named("joint_histogram");
    for (String second : new String[] {"", " second_channel=1"}) {
      Interpreter.batchMode = true;
      Interpreter.addBatchModeImage(image);
      String log = MacroCall.run(histogram, image, "channel=1 second=channels.tif" + second);
      String sentence = "both images are channel 1 of channels.tif: choose another one";
      assertTrue(log.contains(sentence + " (second_channel=2)"), log);
    }
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(image);
    assertEquals(
        "", MacroCall.run(histogram, image, "channel=2 second=channels.tif second_channel=1"));
    String file = TestImages.save(image, folder, "channels.tif");
    String again = folder.resolve(".").resolve("channels.tif").toString();
    AtomicBoolean stopped = new AtomicBoolean();
    List<String> same = List.of("joint_histogram", "input=" + file, "second=" + again, "channel=2");
    TestCli result = new TestCli(stopped, same);
    assertTrue(
        result.err.contains("channels.tif: choose another one (second_channel=1)"), result.err);
    List<String> two = new ArrayList<>(same);
    two.add("second_channel=1");
    assertEquals(0, new TestCli(stopped, two).code);
    String copy = TestImages.save(image, folder, "copy.tif");
    List<String> others =
        List.of("joint_histogram", "input=" + file, "second=" + copy, "channel=2");
    assertEquals(0, new TestCli(stopped, others).code);
  }

  /** It chooses one of the input; a mask of one channel has nothing to choose. */
  @Test
  void otherFilesOfOneChannelAreReadAsTheyAre() throws IOException {
    String input = TestImages.save(image, folder, "channels.tif");
    String mask = TestImages.save(TestImages.binary(), folder, "mask.tif");
    AtomicBoolean stopped = new AtomicBoolean();
    TestCli result =
        new TestCli(stopped, List.of("minkowski", "input=" + input, "channel=2", "mask=" + mask));
    assertEquals(0, result.code, result.err);
    TestCli none = new TestCli(stopped, List.of("minkowski", "input=" + input, "channel=3"));
    assertTrue(none.err.contains("channel=3 is not there: it has 2 channels"), none.err);
  }
}
