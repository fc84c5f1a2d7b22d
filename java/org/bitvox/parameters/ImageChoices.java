// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import java.awt.Choice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The images that a dialog offers for each key, of those that were open when it was made. */
final class ImageChoices {
  /** Where a needed one is most likely not the current one, which is the last. */
  private final List<ImagePlus> images = OpenImages.all();

  /** Others may become it while the dialog is open. */
  private final ImagePlus current = WindowManager.getCurrentImage();

  private final Map<Parameter, List<ImagePlus>> choices = new HashMap<>();

  /** By the key of the image. */
  private final Map<String, Choice> fields = new HashMap<>();

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

  /** Whether a dialog has a field for it. */
  boolean isAskedFor(Parameter parameter) {
    boolean inDialogs =
        parameter.scope == Parameter.Scope.EVERYWHERE || parameter.scope == Parameter.Scope.IMAGEJ;
    String imageKey = parameter.dialog.channelsOf;
    if (!inDialogs || imageKey.isEmpty()) {
      return inDialogs && (!parameter.dialog.offeredIfAny || anyOther(parameter));
    }
    boolean ofField =
        imageKey.equals("input")
            || choices.keySet().stream()
                .anyMatch(one -> one.key.equals(imageKey) && isAskedFor(one));
    return ofField && channels(imageKey) > 1;
  }

  /** Whether there are others than the current one. */
  private boolean anyOther(Parameter parameter) {
    return choices.get(parameter).stream().anyMatch(image -> image != current);
  }

  /** The most channels of an image that can be chosen for this key; 1 if none has several. */
  private int channels(String imageKey) {
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

  /**
   * A field: first the image of the last time if it is still open and not the current one, but for
   * another channel of that.
   */
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
            .filter(image -> image != current || hasOtherChannel(parameter))
            .map(OpenImages::name)
            .findFirst()
            .orElseGet(() -> proposal(parameter, names, last));
    dialog.addChoice(parameter.label(), names.toArray(new String[0]), first);
    fields.put(parameter.key, (Choice) dialog.getChoices().lastElement());
  }

  private String proposal(Parameter parameter, List<String> names, Values last) {
    if (parameter.dialog.otherChannel && hasOtherChannel(parameter)) {
      return OpenImages.name(current);
    }
    return isProposed(parameter, names)
        ? names.get(1)
        : isNoneChosen(parameter, last) ? names.get(0) : suggested(parameter, names.get(0));
  }

  /** Whether the current image may be chosen for this key too, as it has another channel. */
  private boolean hasOtherChannel(Parameter parameter) {
    return current != null
        && current.getNChannels() > 1
        && choices.get(parameter).contains(current);
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

  /** Whether the key has the image for which the dialog opened. */
  boolean isInput(String imageKey) {
    return current != null && chosen(imageKey) == current;
  }

  /** How many channels the image has that is chosen for this key now; 1 for none. */
  int channelsOfChosen(String imageKey) {
    ImagePlus image = chosen(imageKey);
    return image == null ? 1 : image.getNChannels();
  }

  /** Null for none. */
  ImagePlus chosen(String imageKey) {
    if (imageKey.equals("input")) {
      return current;
    }
    for (Map.Entry<Parameter, List<ImagePlus>> choice : choices.entrySet()) {
      if (choice.getKey().key.equals(imageKey)) {
        int place = place(choice.getKey(), fields.get(imageKey).getSelectedIndex());
        return place < 0 ? null : choice.getValue().get(place);
      }
    }
    return null;
  }

  /** The image of a field's choice with this index. */
  String id(Parameter parameter, int index) {
    int place = place(parameter, index);
    return place < 0 ? Parameter.NONE : OpenImages.id(choices.get(parameter).get(place));
  }

  /** Behind "none". */
  private static int place(Parameter parameter, int index) {
    return index - (parameter.required ? 0 : 1);
  }
}
