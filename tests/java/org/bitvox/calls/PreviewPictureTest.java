// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import ij.process.ByteProcessor;
import ij.process.FloatProcessor;
import ij.process.ShortProcessor;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import org.bitvox.Foreground;
import org.bitvox.Phase;
import org.bitvox.UnsuitableImageException;
import org.junit.jupiter.api.Test;

class PreviewPictureTest {
  private static String colours(BufferedImage picture) {
    StringBuilder text = new StringBuilder();
    for (int y = 0; y < picture.getHeight(); y++) {
      for (int x = 0; x < picture.getWidth(); x++) {
        text.append(Integer.toHexString(picture.getRGB(x, y))).append(' ');
      }
    }
    return text.toString().trim();
  }

  @Test
  void showsBytesWithinTheRange() {
    ByteProcessor slice = new ByteProcessor(3, 2, new byte[] {0, 50, 100, (byte) 150, -56, -1});
    assertEquals(
        "ff000000 ff323232 ff646464 ff969696 ffc8c8c8 ffffffff",
        colours(PreviewPicture.of(slice, 0, 255)));
    assertEquals(
        "ff000000 ff000000 ff808080 ffffffff ffffffff ffffffff",
        colours(PreviewPicture.of(slice, 50, 150)));
    slice.invertLut();
    assertEquals(
        "ffffffff ffcdcdcd ff9b9b9b ff696969 ff373737 ff000000",
        colours(PreviewPicture.of(slice, 0, 255)));
  }

  @Test
  void showsLargerValuesWithinTheRange() {
    FloatProcessor floats = new FloatProcessor(3, 1, new float[] {-5, 0, 5});
    assertEquals("ff000000 ff808080 ffffffff", colours(PreviewPicture.of(floats, -5, 5)));
    ShortProcessor shorts = new ShortProcessor(2, 1, new short[] {1000, (short) 60000}, null);
    assertEquals("ff000000 ffffffff", colours(PreviewPicture.of(shorts, 1000, 60000)));
    FloatProcessor flat = new FloatProcessor(2, 1, new float[] {7, 7});
    assertEquals(2, colours(PreviewPicture.of(flat, 7, 7)).split(" ").length);
  }

  /** As a window of the result shows them; the image is seen through them. */
  @Test
  void showsLabelsInTheirColours() {
    byte[] ramp = new byte[256];
    for (int i = 0; i < 256; i++) {
      ramp[i] = (byte) i;
    }
    IndexColorModel red = new IndexColorModel(8, 256, ramp, new byte[256], new byte[256]);
    ShortProcessor labels = new ShortProcessor(3, 1, new short[] {0, 1, 2}, null);
    String shown = colours(PreviewPicture.labels(labels, red)); // of 3 thirds of 256 colours
    assertEquals("0 96550000 96ab0000", shown);
  }

  @Test
  void showsAFluidInBlueWhicheverPhaseItIs() {
    byte[] slice = {0, -1};
    assertEquals("0 be005aff", colours(PreviewPicture.blue(2, 1, slice, Phase.FOREGROUND)));
    assertEquals("be005aff 0", colours(PreviewPicture.blue(2, 1, slice, Phase.BACKGROUND)));
  }

  @Test
  void showsTheForegroundInRedAndNothingElse() {
    float[] values = {1, 2, 3, Float.NaN};
    BufferedImage red = PreviewPicture.red(2, 2, values, Foreground.between(2, 2.5), () -> false);
    assertEquals("0 96ff0000 0 0", colours(red));
    byte[] grey = {0, 7, 0, 0};
    assertThrows(
        UnsuitableImageException.class,
        () -> PreviewPicture.red(2, 2, grey, Foreground.binary(), () -> false));
  }
}
