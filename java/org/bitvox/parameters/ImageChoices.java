// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The images that a dialog offers for each key, of those that were open when it was made. */
final class ImageChoices {
  /** Where a needed one is most likely not the current one, which is the last. */
  private final List<ImagePlus> images = OpenImages.all();

  /** Others may become it while the dialog is open. */
  private final ImagePlus current = WindowManager.getCurrentImage();

  private final Map<Parameter, List<ImagePlus>> choices = new HashMap<>();

  private final Parameters parameters;

  ImageChoices(Parameters parameters) {
    this.parameters = parameters;
    for (Parameter parameter : parameters.all()) {
      if (parameter.kind == Parameter.Kind.IMAGE) {
        choices.put(parameter, fitting(parameter));
      }
    }
  }

  /** If none fits a needed one, all of them: who chooses one is told what is wrong with it. */
  private List<ImagePlus> fitting(Parameter parameter) {
    List<ImagePlus> fitting = new ArrayList<>();
    for (ImagePlus image : images) {
      if (parameters.fits(parameter, image, current)) {
        fitting.add(image);
      }
    }
    return fitting.isEmpty() && parameter.required ? images : fitting;
  }

  /** Whether there are others than the current one. */
  boolean anyOther(Parameter parameter) {
    return choices.get(parameter).stream().anyMatch(image -> image != current);
  }

  /** The most channels of an image that can be chosen for this key; 1 if none has several. */
  int channels(String imageKey) {
    Stream<ImagePlus> all =
        imageKey.equals("input")
            ? Stream.of(current)
            : choices.entrySet().stream()
                .filter(choice -> choice.getKey().key.equals(imageKey))
                .flatMap(choice -> choice.getValue().stream());
    return all.filter(image -> image != null && OpenImages.isFrame(image))
        .mapToInt(ImagePlus::getNChannels)
        .max()
        .orElse(1);
  }

  /** A field for a channel: first that of the last time, else for another image the next one. */
  void addChannelTo(GenericDialog dialog, Parameter parameter, Values last) {
    int channels = channels(parameter.dialog.channelsOf);
    List<String> numbers =
        IntStream.rangeClosed(1, channels).mapToObj(String::valueOf).collect(Collectors.toList());
    String next = String.valueOf(current.getC() % channels + 1);
    String before = last.text(parameter.key);
    dialog.addChoice(
        parameter.label(),
        numbers.toArray(new String[0]),
        numbers.contains(before) ? before : next);
  }

  /** A field: first the image of the last time if it is still open and not the current one. */
  void addTo(GenericDialog dialog, Parameter parameter, Values last) {
    List<ImagePlus> fitting = choices.get(parameter);
    List<String> names = new ArrayList<>();
    if (!parameter.required) {
      names.add(Parameter.NONE);
    }
    fitting.forEach(image -> names.add(OpenImages.name(image)));
    String first =
        fitting.stream()
            .filter(image -> OpenImages.id(image).equals(last.text(parameter.key)))
            .filter(image -> image != current)
            .map(OpenImages::name)
            .findFirst()
            .orElseGet(
                () ->
                    isProposed(parameter, names)
                        ? names.get(1)
                        : isNoneChosen(parameter, last)
                            ? names.get(0)
                            : suggested(parameter, names.get(0)));
    dialog.addChoice(parameter.label(), names.toArray(new String[0]), first);
  }

  /** Behind "none". A series has its own frames to be laid on. */
  private boolean isProposed(Parameter parameter, List<String> names) {
    boolean others = names.size() > 2 || names.size() == 2 && !OpenImages.isVolume(current);
    return parameter.dialog.proposed && others && current.getNFrames() == 1;
  }

  private static boolean isNoneChosen(Parameter parameter, Values last) {
    return last.given(parameter.key) && last.text(parameter.key).isEmpty();
  }

  private String suggested(Parameter parameter, String otherwise) {
    return choices.get(parameter).stream()
        .filter(image -> image != current && parameter.dialog.suggestion.test(image, current))
        .map(OpenImages::name)
        .findFirst()
        .orElse(otherwise);
  }

  /** The image of a field's choice with this index. */
  String id(Parameter parameter, int index) {
    int place = index - (parameter.required ? 0 : 1);
    return place < 0 ? Parameter.NONE : OpenImages.id(choices.get(parameter).get(place));
  }
}
