// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.ImageStack;
import ij.VirtualStack;
import ij.macro.Interpreter;
import ij.process.ImageProcessor;
import java.util.stream.Stream;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.bitvox.calls.Command;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every image that an operation reads is locked while it reads, and free afterwards. */
class ImageLocksTest {
  /** The operation, the key of the image to look at, and what else is needed. */
  static Stream<Arguments> images() {
    return Stream.of(
        Arguments.of(new GranulometryCommand(), "input", ""),
        Arguments.of(new Skeleton2DCommand(), "input", ""),
        Arguments.of(new Skeleton3DCommand(), "input", ""),
        Arguments.of(new Skeleton3DCommand(), "anchors", ""),
        Arguments.of(new SkeletonGraphCommand(), "input", ""),
        Arguments.of(new SkeletonGraphCommand(), "distances", ""),
        Arguments.of(new ConvolutionCommand(), "input", ""),
        Arguments.of(new JointHistogramCommand(), "input", "second=other"),
        Arguments.of(new JointHistogramCommand(), "second", ""),
        Arguments.of(new JointHistogramCommand(), "mask", "second=other"),
        Arguments.of(new JointHistogramCommand(), "mask", "second=other per_slice"),
        Arguments.of(new RegisterMiCommand(), "input", "second=other max_shift=1"),
        Arguments.of(new RegisterMiCommand(), "second", "max_shift=1"));
  }

  private static void open(ImagePlus image, String title) {
    image.setTitle(title);
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(image);
  }

  private static String run(Command command, String key, String more) {
    open(TestImages.binary(), "other");
    ImagePlus current = TestImages.binary();
    return MacroCall.run(command, current, key + "=looked_at " + more);
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  @ParameterizedTest
  @MethodSource("images")
  void anImageInUseIsRefused(Command command, String key, String more) throws InterruptedException {
    ImagePlus image = TestImages.binary();
    open(image, "looked_at");
    Thread other = new Thread(image::lockSilently);
    other.start();
    other.join();
    assertEquals(
        command.label().replace("...", "")
            + ": the image 'looked_at' is in use by another command\n",
        run(command, key, more));
    assertTrue(image.isLocked()); // by the other one
  }

  @ParameterizedTest
  @MethodSource("images")
  void itIsLockedWhileItIsRead(Command command, String key, String more) {
    ImageStack pixels = TestImages.binary().getStack();
    ImagePlus[] image = new ImagePlus[1];
    int[] reads = new int[2];
    image[0] =
        new ImagePlus(
            "",
            new VirtualStack(TestImages.WIDTH, TestImages.HEIGHT, null, "") {
              @Override
              public ImageProcessor getProcessor(int slice) {
                boolean locked = image[0] != null && image[0].isLocked();
                reads[locked ? 1 : 0]++;
                return pixels.getProcessor(slice);
              }

              @Override
              public int getSize() {
                return TestImages.DEPTH;
              }
            });
    open(image[0], "looked_at");
    reads[0] = 0;
    String log = run(command, key, more);
    String ofBalls = ".*: (This is no skeleton: |No motion was found, and ).*\n";
    assertEquals("", log.replaceAll(ofBalls, ""));
    assertEquals(0, reads[0]);
    assertTrue(reads[1] >= TestImages.DEPTH, "" + reads[1]);
    assertFalse(image[0].isLocked());
  }

  @ParameterizedTest
  @MethodSource("images")
  void aFailureUnlocksAll(Command command, String key, String more) {
    ImagePlus image = TestImages.binary();
    open(image, "looked_at");
    String log = run(command, key, more + " output=/no/folder/o.tif");
    assertTrue(log.endsWith("/no/folder/o.tif: the folder does not exist\n"), log);
    assertFalse(image.isLocked());
  }
}
