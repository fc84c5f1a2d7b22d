// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Call;
import org.bitvox.calls.ResultImage;
import org.bitvox.files.PixelType;

/** The image of labels, which is begun when the first slice says what its pixels are. */
final class LabelImage implements SliceReceiver {
  private final Call call;
  private final String key;
  private final String ending;
  private boolean shown = true;
  private ResultImage image;

  /** The key of its file, and the ending of its title. */
  LabelImage(Call call, String key, String ending) {
    this.call = call;
    this.key = key;
    this.ending = ending;
  }

  /** Shown only if that is wanted; as a rule it is. */
  LabelImage shownIf(boolean wanted) {
    shown = wanted;
    return this;
  }

  @Override
  public void accept(int slice, Object pixels) {
    if (image == null) {
      begin(
          pixels instanceof short[]
              ? PixelType.UINT16
              : pixels instanceof float[] ? PixelType.FLOAT32 : PixelType.INT32);
    }
    image.accept(slice, pixels);
  }

  /** Begins it before, with pixels that are known. ImageJ cannot show 32-bit integers. */
  LabelImage begin(PixelType type) {
    try {
      image =
          call.results()
              .newImage(
                  key,
                  call.input().named(ending),
                  call.input().format(type).colours(LabelColours.table()))
              .shownIf(shown && type != PixelType.INT32);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
