// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.WindowManager;
import java.util.Collections;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.parameters.DialogGuide;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Speaks of the image for which the dialog of a command opens. */
final class MenuGuide implements DialogGuide {
  private final Command command;
  private final DialogWords words;
  private final boolean hasImage;

  /** Why the current image is not the one; may be empty. */
  private final String unfit;

  /** Image is null for none. */
  MenuGuide(Command command, ImagePlus image, DialogWords words) {
    this.command = command;
    this.words = words;
    hasImage = image != null;
    unfit =
        hasImage
            ? ""
            : DialogWords.aboutUnfit(command.parameters(), WindowManager.getCurrentImage());
  }

  @Override
  public String words(Values values) {
    Parameters parameters = command.parameters();
    if (!hasImage) {
      return lines(unfit, words.work(0));
    }
    String about = words.about(command.aboutVoxels(), values);
    if (parameters.isWithoutInput(values)) {
      return lines(about, words.work(0));
    }
    OpenImage input = words.input(values);
    return lines(
        about,
        words.work(command.knownMemory(values, input)),
        FluidWords.share(parameters, values, input),
        command.remark(values, input));
  }

  private static String lines(String... all) {
    return Stream.of(all).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
  }

  @Override
  public Map<String, String> followers(Values before, Values now) {
    return hasImage ? words.followers(before, now) : Collections.emptyMap();
  }
}
