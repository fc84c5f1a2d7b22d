// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ij.ImagePlus;
import ij.gui.PointRoi;
import ij.gui.Roi;
import java.util.Collections;
import java.util.List;
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
