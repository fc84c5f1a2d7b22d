// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * The topology of a volume: foreground is 26-connected, background 6-connected, and everything
 * outside the volume is background.
 */
public final class Topology {
  private long components; // all are written by native code
  private long backgroundComponents;
  private long eulerNumber;

  Topology() {}

  /** The number of objects. */
  public long components() {
    return components;
  }

  /** The outside is one; each closed cavity is one more. */
  public long backgroundComponents() {
    return backgroundComponents;
  }

  /** Components minus tunnels plus cavities. */
  public long eulerNumber() {
    return eulerNumber;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Topology)) {
      return false;
    }
    Topology that = (Topology) other;
    return components == that.components
        && backgroundComponents == that.backgroundComponents
        && eulerNumber == that.eulerNumber;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(31 * (31 * components + backgroundComponents) + eulerNumber);
  }

  @Override
  public String toString() {
    return components
        + " components, "
        + backgroundComponents
        + " of the background, Euler number "
        + eulerNumber;
  }
}
