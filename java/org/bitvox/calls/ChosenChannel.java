// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import java.util.Collections;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Which channel of an open image a command reads, if the image has several. */
final class ChosenChannel {
  private ChosenChannel() {}

  /**
   * The channel that the values choose.
   *
   * @param imageKey the key of the image: input, second
   * @return from 1; 0 if none is chosen, or the image has only one, or colours, or not the one that
   *     is chosen for the input
   * @throws UsageException if the image has no such channel
   */
  static int of(ImagePlus image, String imageKey, Values values) {
    String key = Keys.channelKey(imageKey, values);
    if (key.isEmpty() || !values.has(key) || image.getBitDepth() == OpenImage.RGB_BITS) {
      return 0;
    }
    int channel = values.integer(key);
    int channels = image.getNChannels();
    boolean own = imageKey.equals("input") || !key.equals(Keys.CHANNEL);
    if (channel > channels && own) {
      throw UsageException.notAllowed(
          key, values.text(key), channels == 1 ? "1" : "1 to " + channels);
    }
    return channels == 1 || channel > channels ? 0 : channel;
  }

  /** The values with the channel that the window shows, if they choose none of several. */
  static Values orShown(ImagePlus image, Values values) {
    boolean open = Keys.choosesChannel(values) && !values.has(Keys.CHANNEL);
    return open && image.getNChannels() > 1
        ? values.with(Collections.singletonMap(Keys.CHANNEL, String.valueOf(image.getC())))
        : values;
  }

  /** Whether the window shows the channel that is read. */
  static boolean isShown(ImagePlus image, Values values) {
    int channel = of(image, "input", values);
    return channel == 0 || channel == image.getC();
  }
}
