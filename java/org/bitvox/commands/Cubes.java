// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;

/** For what needs voxels that are cubes. */
final class Cubes {
  private Cubes() {}

  /**
   * The size of a voxel.
   *
   * @param interpolation of ImageJ, to be advised where the image must be resampled
   * @throws IllegalArgumentException if it is not a cube, with what makes cubes as small as its
   *     shortest side
   */
  static Scale of(InputImage input, String interpolation) {
    Scale scale = input.usableScale();
    if (scale.anisotropic()) {
      throw new IllegalArgumentException(
          input.name()
              + (": voxels must be cubes, not " + scale.words())
              + "; resample the image by Image > Scale... first: "
              + factors(scale.voxel())
              + (", interpolation " + interpolation));
    }
    return scale;
  }

  /** "Z Scale 2.5": the factors of that dialog that are not 1. */
  private static String factors(double[] voxel) {
    double least = Math.min(voxel[0], Math.min(voxel[1], voxel[2]));
    List<String> factors = new ArrayList<>();
    for (int a = 0; a < 3; a++) {
      BigDecimal factor = new BigDecimal(voxel[a] / least).round(new MathContext(5));
      if (factor.doubleValue() != 1) {
        factors.add("XYZ".charAt(a) + " Scale " + factor.stripTrailingZeros().toPlainString());
      }
    }
    return String.join(", ", factors);
  }
}
