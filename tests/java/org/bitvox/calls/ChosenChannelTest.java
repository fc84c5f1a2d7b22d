// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ij.ImagePlus;
import ij.gui.PointRoi;
import ij.gui.Roi;
import ij.process.ImageProcessor;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.bitvox.commands.Commands;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;
import org.junit.jupiter.api.Test;

class ChosenChannelTest {
  private static final Parameters LABEL = Commands.named("label").parameters();

  private final ImagePlus image =
      TestImages.channels(TestImages.binary(), TestImages.stack(8, 3, 200));

  private static Values values(String... options) {
    return LABEL.parse(List.of(options), Parameters.Caller.IMAGEJ);
  }

  /** A dialog begins with it, and forgets that of another image. */
  @Test
  void theOneThatIsSeenComesFirst() {
    image.setPosition(2, 5, 1);
    DialogWords words = new DialogWords(LABEL, image);
    Values first = words.first(LABEL.firstValues(), false);
    assertEquals("2", first.text(Keys.CHANNEL));
    assertEquals(5, words.input(first).shownSlice());
    assertEquals(TestImages.DEPTH, words.input(first).depth());
    Values last = first.with(Collections.singletonMap(Keys.CHANNEL, "2"));
    DialogWords other = new DialogWords(LABEL, TestImages.binary());
    assertEquals("", other.first(last, false).text(Keys.CHANNEL));
  }

  /** ImageJ shows a threshold for the channel that is seen. */
  @Test
  void itsThresholdIsThatOfTheWindow() {
    image.setPosition(2, 5, 1);
    assertEquals(true, ChosenChannel.isShown(image, values("channel=2")));
    assertEquals(false, ChosenChannel.isShown(image, values("channel=1")));
    assertEquals(false, LiveThreshold.isBinary(image));
    image.setPosition(1, 5, 1);
    assertEquals(true, LiveThreshold.isBinary(image));
  }

  private static Values entered(Values values, int channel, String threshold) {
    Map<String, String> texts = new HashMap<>();
    texts.put(Keys.CHANNEL, String.valueOf(channel));
    texts.put("threshold", threshold);
    return values.with(texts);
  }

  /** Channels are as little alike as images. */
  @Test
  void aThresholdBelongsToItsChannel() {
    image.setPosition(2, 5, 1);
    DialogWords words = new DialogWords(LABEL, image);
    Values grey = words.first(LABEL.firstValues(), false);
    String otsu = grey.text("threshold");
    assertEquals(true, Double.parseDouble(otsu) > 3 && Double.parseDouble(otsu) <= 200);
    Values last = entered(grey, 2, "77");
    assertEquals("77", words.first(last, true).text("threshold"));
    image.setPosition(1, 5, 1);
    assertEquals("", new DialogWords(LABEL, image).first(last, true).text("threshold"));
    image.setPosition(2, 5, 1);
    assertEquals(
        otsu, new DialogWords(LABEL, image).first(entered(grey, 1, "77"), true).text("threshold"));
  }

  /** What nobody has typed. */
  @Test
  void aFoundThresholdFollowsTheChannel() {
    for (int shown = 1; shown <= 2; shown++) {
      image.setPosition(shown, 5, 1);
      DialogWords words = new DialogWords(LABEL, image);
      Values first = words.first(LABEL.firstValues(), false);
      String otsu = words.followers(entered(first, 1, ""), entered(first, 2, "")).get("threshold");
      assertEquals(true, Double.parseDouble(otsu) > 3 && Double.parseDouble(otsu) <= 200);
      Values second = entered(first, 2, otsu);
      assertEquals(
          Collections.singletonMap("threshold", ""),
          words.followers(second, entered(first, 1, otsu)));
      assertEquals(Collections.emptyMap(), words.followers(second, entered(first, 1, "77")));
      assertEquals(Collections.emptyMap(), words.followers(second, second));
    }
  }

  /** As what is red does, which one channel shows. */
  @Test
  void whatIsRedIsLeftWithItsChannel() {
    ImagePlus grey = TestImages.channels(TestImages.stack(8, 9, 90), TestImages.stack(8, 3, 200));
    grey.setPosition(2, 5, 1);
    grey.getProcessor().setThreshold(50, 255, ImageProcessor.NO_LUT_UPDATE);
    DialogWords words = new DialogWords(LABEL, grey);
    Values first = words.first(LABEL.firstValues(), false);
    assertEquals("50", first.text("threshold"));
    assertEquals(true, words.about("", first).contains("Foreground is what is red now."));
    String other = words.followers(first, entered(first, 1, "50")).get("threshold");
    assertEquals(true, Double.parseDouble(other) > 9 && Double.parseDouble(other) <= 90);
    String about = words.about("", entered(first, 1, other));
    assertEquals(true, about.endsWith("foreground is " + other + " and more, by Otsu's method."));
    assertEquals(
        "50", words.followers(entered(first, 1, other), entered(first, 2, other)).get("threshold"));
  }

  /** Of the volume in the command, of all channels in ImageJ. */
  @Test
  void slicesOfRoisAndPoints() {
    OpenImage one = new OpenImage(image, values("channel=2"), ProgressListener.NONE);
    Roi roi = new Roi(1, 1, 2, 2);
    roi.setPosition(4);
    assertEquals(4, one.placed(List.of(roi)).get(0).getZPosition());
    assertEquals(0, roi.getCPosition());
    PointRoi point = new PointRoi();
    image.setRoi(point);
    point.addPoint(3, 3, image.getStackIndex(2, 7, 1));
    assertEquals(7, SelectedPoints.slice(point, 0, 1));
  }

  @Test
  void onlyCommandsOfOneVolumeChoose() {
    Values series = Commands.named("register_mi").parameters().defaults();
    assertEquals("", Keys.channelKey("input", series));
    assertEquals(0, ChosenChannel.of(image, "input", series));
  }
}
