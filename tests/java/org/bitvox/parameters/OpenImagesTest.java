// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import ij.ImagePlus;
import ij.WindowManager;
import ij.macro.Interpreter;
import ij.measure.Calibration;
import ij.process.ByteProcessor;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OpenImagesTest {
  @BeforeEach
  @AfterEach
  void closeAll() {
    Interpreter.batchMode = true;
    for (int id : Interpreter.getBatchModeImageIDs()) {
      Interpreter.removeBatchModeImage(Interpreter.getBatchModeImage(id));
    }
    WindowManager.setTempCurrentImage(null);
    Interpreter.batchMode = false;
  }

  private static ImagePlus open(String title) {
    ImagePlus image = new ImagePlus(title, new ByteProcessor(3, 2));
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(image);
    return image;
  }

  private static String refused(String name) {
    return assertThrows(UsageException.class, () -> OpenImages.named(name)).getMessage();
  }

  @Test
  void titlesThatOneImageHas() {
    ImagePlus a = open("a.tif");
    ImagePlus b = open("cell [1] b.tif");
    assertEquals("a.tif", OpenImages.name(a));
    assertSame(a, OpenImages.named("a.tif"));
    assertEquals("cell [1] b.tif", OpenImages.name(b));
    assertSame(b, OpenImages.named("cell [1] b.tif"));
    assertEquals("no open image has the title 'c.tif'", refused("c.tif"));
  }

  /** A macro would read other options out of them, or end within them. */
  @Test
  void titlesThatMacrosCannotHold() {
    for (String title : Arrays.asList("a] output=x", "a b\rc", "a b\nc", "[a", "a \u001b[2J b")) {
      ImagePlus image = open(title);
      assertEquals("id:" + image.getID(), OpenImages.name(image));
    }
  }

  @Test
  void titlesThatTwoImagesHave() {
    ImagePlus first = open("a.tif");
    ImagePlus second = open("a.tif");
    Calibration calibration = second.getCalibration();
    calibration.pixelWidth = calibration.pixelHeight = 0.1;
    calibration.pixelDepth = 1.0 / 3;
    calibration.setUnit("mm");
    WindowManager.setTempCurrentImage(first);
    assertEquals(
        "2 open images have the title 'a.tif'; rename them (Image>Rename...), or name one by its"
            + (" ID, the first opened first: id:" + first.getID())
            + (" (3 x 2 x 1, 8-bit, the current one) or id:" + second.getID())
            + " (3 x 2 x 1 of 0.1 x 0.1 x 0.33333334 mm, 8-bit)",
        refused("a.tif"));
    for (ImagePlus image : new ImagePlus[] {first, second}) {
      assertEquals("id:" + image.getID() + " a.tif", OpenImages.name(image));
      assertSame(image, OpenImages.named(OpenImages.name(image)));
      assertSame(image, OpenImages.named("id:" + image.getID()));
      assertEquals("id:" + image.getID() + " a.tif", OpenImages.shownName(image));
    }
    first.setTitle("b.tif");
    assertSame(second, OpenImages.named("a.tif"));
    assertEquals(
        ("the image of ID " + first.getID() + " is 'b.tif', not 'a.tif';")
            + " IDs hold for one session of ImageJ",
        refused("id:" + first.getID() + " a.tif"));
    assertEquals("no open image has the ID -999999", refused("id:-999999 a.tif"));
  }

  /** They would be read as another thing, or not at all. */
  @Test
  void titlesThatAMacroCannotName() {
    ImagePlus none = open("none");
    assertEquals("id:" + none.getID() + " none", OpenImages.name(none));
    for (String title : new String[] {"[a]", "a]b c", "[", "a\"b", "a\\b"}) {
      ImagePlus image = open(title);
      assertEquals("id:" + image.getID(), OpenImages.name(image), title);
      assertEquals(title, OpenImages.shownName(image));
      assertSame(image, OpenImages.named(OpenImages.name(image)), title);
    }
  }

  @Test
  void theCurrentOneIsTheLast() {
    ImagePlus a = open("a.tif");
    ImagePlus b = open("b.tif");
    ImagePlus c = open("c.tif");
    WindowManager.setTempCurrentImage(b);
    assertEquals(Arrays.asList(a, c, b), OpenImages.all());
  }
}
