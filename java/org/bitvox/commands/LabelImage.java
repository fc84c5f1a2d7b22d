// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.bitvox.Label;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Call;
import org.bitvox.calls.ResultImage;
import org.bitvox.files.PixelType;

/** The image of labels, which is begun when the first slice says what its pixels are. */
final class LabelImage {
  private final Call call;
  private ResultImage image;

  LabelImage(Call call) {
    this.call = call;
  }

  /** Where the labels go; a .raw file has them as integers, which ImageJ cannot show. */
  SliceReceiver receiver(Label label) {
    if (LabelCommand.isRaw(call.values())) {
      label.pixels(Label.Pixels.INTEGER);
    }
    return (slice, pixels) -> {
      if (image == null) {
        image = begin(pixels);
      }
      image.accept(slice, pixels);
    };
  }

  private ResultImage begin(Object pixels) {
    PixelType type =
        pixels instanceof short[]
            ? PixelType.UINT16
            : pixels instanceof float[] ? PixelType.FLOAT32 : PixelType.INT32;
    try {
      return call.newImage(
              "output",
              call.input().named("_labels"),
              call.input().format(type).colours(LabelColours.table()))
          .shownIf(type != PixelType.INT32);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
