// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;

/**
 * A coefficient by photon energy: between two energies of a table a power of the energy. At an
 * edge, which has two rows, it is that of above.
 */
final class AttenuationCurve {
  private final double[] energies; // in keV, ascending
  private final double[] values; // above 0

  AttenuationCurve(double[] energies, double[] values) {
    this.energies = energies;
    this.values = values;
  }

  double first() {
    return energies[0];
  }

  double last() {
    return energies[energies.length - 1];
  }

  /** At an energy from the first to the last. The same bits on every machine. */
  double at(double energy) {
    int next = Arrays.binarySearch(energies, energy);
    if (next >= 0) { // one of two rows, or one alone
      return values[next + 1 < energies.length && energies[next + 1] == energy ? next + 1 : next];
    }
    next = -next - 1;
    double low = StrictMath.log(energies[next - 1]);
    double width = StrictMath.log(energies[next]) - low; // 0 if rounding cannot tell them apart
    double part = width > 0 ? (StrictMath.log(energy) - low) / width : 0;
    double value = StrictMath.log(values[next - 1]);
    return StrictMath.exp(value + part * (StrictMath.log(values[next]) - value));
  }
}
