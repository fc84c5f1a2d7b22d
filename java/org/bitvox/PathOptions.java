// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * What paths through an image cost, and which steps they have.
 *
 * @param <T> the operation, which holds its own options besides
 */
public abstract class PathOptions<T extends PathOptions<T>> extends RunOptions<T> {
  private Geodesic.Cost cost = Geodesic.Cost.INTENSITY; // all are read by native code
  private Label.Connectivity connectivity = Label.Connectivity.ALL;
  private Spacing spacing = new Spacing();

  PathOptions() {}

  /** The intensity by default. */
  public T cost(Geodesic.Cost value) {
    cost = Objects.requireNonNull(value);
    return self();
  }

  /** Steps go to all voxels that touch, by default. */
  public T connectivity(Label.Connectivity value) {
    connectivity = Objects.requireNonNull(value);
    return self();
  }

  /** The size of a voxel: 1, 1 and 1 by default. */
  public T spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return self();
  }
}
