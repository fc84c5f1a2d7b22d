// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.ColourModel;

/**
 * Numbers of a colour space as tables and plots have them: hue 0 to 255 as ImageJ, Lab as it is.
 */
final class ColourNumbers {
  private static final String[][] HEADINGS = {
    {"Hue", "Saturation", "Brightness"}, {"Red", "Green", "Blue"}, {"L", "a", "b"}
  };

  private final ColourModel.Space space;

  ColourNumbers(ColourModel.Space space) {
    this.space = space;
  }

  /** What number d, from 0, is called. */
  String heading(int d) {
    return HEADINGS[space.ordinal()][d];
  }

  double least(int d) {
    return space == ColourModel.Space.LAB && d > 0 ? -110 : 0;
  }

  double most(int d) {
    return space == ColourModel.Space.LAB ? d > 0 ? 110 : 100 : d == 0 && turn(0) > 0 ? 256 : 255;
  }

  /** What once around is as it is shown; 0 of what is no angle. */
  double turn(int d) {
    return space == ColourModel.Space.HSV && d == 0 ? 256 : 0;
  }

  /** As it is shown. */
  double shown(int d, double number) {
    if (space == ColourModel.Space.LAB) {
      return number / 10;
    }
    return turn(d) > 0 ? number / 6 : number;
  }

  /** The same of three columns of numbers. */
  double[][] shown(double[][] columns) {
    double[][] shown = new double[3][];
    for (int d = 0; d < 3; d++) {
      shown[d] = new double[columns[d].length];
      for (int i = 0; i < shown[d].length; i++) {
        shown[d][i] = shown(d, columns[d][i]);
      }
    }
    return shown;
  }
}
