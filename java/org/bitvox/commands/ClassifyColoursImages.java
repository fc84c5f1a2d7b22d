// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.util.StringJoiner;
import org.bitvox.ClassifyColours;
import org.bitvox.ColourModel;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.ResultImage;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;

/** The images that classified colours are seen in; each comes frame after frame. */
final class ClassifyColoursImages {
  static final String CLASSES = "classes";
  static final String PROBABILITIES = "probabilities";
  static final String LABELS = "labels";

  private final Call call;
  private final ColourModel model;
  private final InputImage input;

  ClassifyColoursImages(Call call, ColourModel model) {
    this.call = call;
    this.model = model;
    input = call.input();
  }

  /** Begins those that are wanted, which get what is computed. The first one is the class map. */
  ClassifyColours receive(ClassifyColours classifying) throws IOException {
    String legend = legend();
    IndexColorModel colours = ClassColours.table(model);
    StackFormat classes = format(PixelType.UINT8).colours(colours);
    StackFormat labels = format(PixelType.FLOAT32).colours(LabelColours.table());
    StackFormat probabilities =
        format(PixelType.FLOAT32)
            .channels(model.classes())
            .labels(slice -> model.name(slice % model.classes()));
    boolean tracks = call.values().decimal("track") > 0;
    ResultImage map = image("output", CLASSES, "_classes", classes.labels(slice -> legend));
    if (map != null) {
      map.under(() -> ClassLegend.of(model, colours, input.width(), input.height()));
    }
    return classifying
        .classes(map)
        .probabilities(image(PROBABILITIES, PROBABILITIES, "_probabilities", probabilities))
        .labels(image(LABELS, LABELS, tracks ? "_tracks" : "_objects", labels));
  }

  /** "1 grass, 2 red": what the values of a class map mean, above the image. */
  private String legend() {
    StringJoiner legend = new StringJoiner(", ");
    for (int k = 0; k < model.classes(); k++) {
      legend.add(k + 1 + " " + model.name(k));
    }
    return legend.toString();
  }

  private StackFormat format(PixelType type) {
    return input.format(type).frames(input.frames());
  }

  /** Null where nobody wants it; a preview is of the class map. */
  private ResultImage image(String key, String word, String ending, StackFormat format)
      throws IOException {
    boolean shown =
        input.isPreview()
            ? word.equals(CLASSES)
            : input.isOpen() && ClassifyColoursCommand.shows(call.values(), word);
    if (!shown && !call.values().has(key)) {
      return null;
    }
    ResultImage image = call.results().newImage(key, input.named(ending), format).shownIf(shown);
    return image.isWanted() ? image : null;
  }
}
