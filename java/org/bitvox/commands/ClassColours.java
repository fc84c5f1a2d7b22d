// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.awt.Color;
import java.awt.image.IndexColorModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bitvox.ColourModel;

/**
 * Colours in which the classes of a model are shown: each is the one nearest to the mean colour of
 * its class, in CIELAB, that can be told from black, which is no class, and from those before it.
 */
final class ClassColours {
  /** In CIELAB, where 2 can just be seen. */
  private static final double APART = 25;

  private ClassColours() {}

  /** By the values of a class map; behind the classes the table of labels goes on. */
  static IndexColorModel table(ColourModel model) {
    byte[][] channels = new byte[3][256];
    LabelColours.table().getReds(channels[0]);
    LabelColours.table().getGreens(channels[1]);
    LabelColours.table().getBlues(channels[2]);
    List<double[]> taken = new ArrayList<>();
    taken.add(LabelColours.lab(Color.BLACK));
    Map<Color, double[]> candidates = new LinkedHashMap<>(); // in their order, with their places
    LabelColours.candidates().forEach(one -> candidates.put(one, LabelColours.lab(one)));
    for (int k = 0; k < model.classes(); k++) {
      Color colour = nearest(mean(model, k), taken, candidates);
      taken.add(LabelColours.lab(colour));
      channels[0][k + 1] = (byte) colour.getRed();
      channels[1][k + 1] = (byte) colour.getGreen();
      channels[2][k + 1] = (byte) colour.getBlue();
    }
    return new IndexColorModel(8, 256, channels[0], channels[1], channels[2]);
  }

  /** Of twelve colours and black none leaves no candidate. */
  private static Color nearest(
      double[] mean, List<double[]> taken, Map<Color, double[]> candidates) {
    Color nearest = Color.WHITE;
    double least = Double.POSITIVE_INFINITY;
    for (Map.Entry<Color, double[]> candidate : candidates.entrySet()) {
      double[] place = candidate.getValue();
      double distance = LabelColours.distance(place, mean);
      boolean apart = taken.stream().allMatch(one -> LabelColours.distance(place, one) >= APART);
      if (apart && distance < least) {
        least = distance;
        nearest = candidate.getKey();
      }
    }
    return nearest;
  }

  /** Of the Gaussian of the largest weight, in CIELAB. */
  private static double[] mean(ColourModel model, int ofClass) {
    double[] mean = model.mean(ofClass, model.largest(ofClass));
    switch (model.space()) {
      case LAB:
        return new double[] {mean[0] / 10, mean[1] / 10, mean[2] / 10};
      case HSV:
        float hue = (float) mean[0] / 1536;
        return LabelColours.lab(Color.getHSBColor(hue, part(mean[1]), part(mean[2])));
      default:
        return LabelColours.lab(new Color(part(mean[0]), part(mean[1]), part(mean[2])));
    }
  }

  /** Of 255: means are within, but for rounding and what people have written into the file. */
  private static float part(double channel) {
    return (float) Math.max(0, Math.min(1, channel / 255));
  }
}
