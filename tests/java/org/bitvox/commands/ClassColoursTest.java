// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.gui.Overlay;
import ij.gui.TextRoi;
import java.awt.Color;
import java.awt.image.IndexColorModel;
import org.bitvox.ColourModel;
import org.junit.jupiter.api.Test;

class ClassColoursTest {
  private static final double[] COVARIANCE = {9, 0, 0, 9, 0, 9};

  /** Of one class for each mean, which is that of its larger Gaussian. */
  private static ColourModel model(ColourModel.Space space, double[]... means) {
    ColourModel model = ColourModel.of(space, ColourModel.Covariance.FULL);
    for (int k = 0; k < means.length; k++) {
      model.addClass("class " + (k + 1), 1);
      model.addGaussian(0.25, new double[] {9, 9, 9}, COVARIANCE);
      model.addGaussian(0.75, means[k], COVARIANCE);
    }
    return model;
  }

  private static double apart(Color a, Color b) {
    return LabelColours.distance(LabelColours.lab(a), LabelColours.lab(b));
  }

  private static Color shown(IndexColorModel table, int ofClass) {
    return new Color(table.getRGB(ofClass));
  }

  /** Red, grass and blue, in the numbers of each space. */
  @Test
  void classesHaveTheirMeanColours() {
    Color[] colours = {new Color(200, 30, 30), new Color(40, 120, 30), new Color(40, 40, 200)};
    ColourModel[] models = {
      model(
          ColourModel.Space.RGB,
          new double[] {200, 30, 30},
          new double[] {40, 120, 30},
          new double[] {40, 40, 200}),
      model(
          ColourModel.Space.HSV,
          new double[] {0, 217, 200},
          new double[] {483, 191, 120},
          new double[] {1024, 204, 200}),
      model(
          ColourModel.Space.LAB,
          new double[] {425, 622, 429},
          new double[] {440, -411, 408},
          new double[] {292, 501, -810})
    };
    for (ColourModel model : models) {
      IndexColorModel table = ClassColours.table(model);
      for (int k = 0; k < colours.length; k++) {
        double distance = apart(colours[k], shown(table, k + 1));
        assertTrue(distance < 8, model.space() + " class " + k + ": " + distance);
      }
      assertEquals(Color.BLACK, shown(table, 0));
      assertEquals(LabelColours.table().getRGB(4), table.getRGB(4));
    }
  }

  /** Black, and twelve classes of one colour. */
  @Test
  void theyCanBeToldFromOneAnother() {
    double[][] means = new double[ColourModel.MOST_CLASSES][];
    for (double level : new double[] {0, 128, 255}) {
      for (int k = 0; k < means.length; k++) {
        means[k] = new double[] {level, level, level};
      }
      IndexColorModel table = ClassColours.table(model(ColourModel.Space.RGB, means));
      for (int a = 0; a <= means.length; a++) {
        for (int b = 0; b < a; b++) {
          assertTrue(apart(shown(table, a), shown(table, b)) >= 25, a + " and " + b);
        }
      }
    }
  }

  @Test
  void theLegendHasNamesBesideColours() {
    ColourModel model =
        model(ColourModel.Space.RGB, new double[] {200, 30, 30}, new double[] {40, 120, 30});
    IndexColorModel table = ClassColours.table(model);
    Overlay legend = ClassLegend.of(model, table, 500, 400);
    assertEquals(1 + 2 * model.classes(), legend.size());
    for (int k = 0; k < model.classes(); k++) {
      assertEquals(shown(table, k + 1), legend.get(1 + 2 * k).getFillColor());
      TextRoi name = (TextRoi) legend.get(2 + 2 * k);
      assertEquals("class " + (k + 1), name.getText().trim());
      assertTrue(legend.get(0).getBounds().contains(name.getBounds()), name.getBounds() + "");
      assertTrue(!name.getBounds().intersects(legend.get(1 + 2 * k).getBounds()));
    }
    assertNull(ClassLegend.of(model, table, 100, 400));
    assertNull(ClassLegend.of(model, table, 500, 40));
  }
}
