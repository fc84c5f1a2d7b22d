// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * The values that a joint histogram counts along one axis: an option, or written by native code.
 */
final class BinRange {
  private double low;
  private double high;

  BinRange() {}

  BinRange(double low, double high) {
    this.low = low;
    this.high = high;
  }

  double[] toArray() {
    return new double[] {low, high};
  }
}
