// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import org.bitvox.Granulometry;
import org.bitvox.LocalThickness;

/**
 * Openings by balls. However small {@code max_radius=} is, all within the diameter of the largest
 * ball matters: larger balls cover what is farther.
 */
final class BallGranulometryBlocks extends GranulometryBlocks implements BallBlocks<Granulometry> {
  @Override
  public boolean takes(Granulometry options) {
    return options.isByBalls();
  }

  @Override
  public String radius() {
    return "";
  }

  @Override
  public LocalThickness balls(Granulometry options) {
    return options.balls();
  }

  @Override
  public double largestRadius(Granulometry options, long[] numbers) {
    return options.largestRadius(numbers);
  }

  @Override
  public Granulometry withRadius(Granulometry options, double radius) {
    return options.radius(radius);
  }

  @Override
  public BlockNumbers compute(Granulometry options, BlockTask task) throws IOException {
    return BallBlocks.super.compute(options, task);
  }
}
