// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import org.bitvox.BitVolume;
import org.bitvox.Box;
import org.bitvox.LocalThickness;
import org.bitvox.RunReport;

/** The largest ball around each voxel. */
final class LocalThicknessBlocks implements BallBlocks<LocalThickness> {
  @Override
  public String command() {
    return "local_thickness";
  }

  @Override
  public Class<LocalThickness> options() {
    return LocalThickness.class;
  }

  @Override
  public List<String> images() {
    return List.of("mask");
  }

  /** Each phase has an image, and blocks write one. */
  @Override
  public List<String> without() {
    return List.of("phase=both");
  }

  @Override
  public LocalThickness balls(LocalThickness options) {
    return options;
  }

  @Override
  public double largestRadius(LocalThickness options, long[] numbers) {
    return options.largestRadius(numbers);
  }

  @Override
  public LocalThickness withRadius(LocalThickness options, double radius) {
    return options.radius(radius);
  }

  @Override
  public BlockNumbers measure(LocalThickness options, BlockTask task) throws IOException {
    try (BitVolume read = task.read(task.block());
        BitVolume mask = task.readSecond(task.block())) {
      return BlockNumbers.of(
          options.measureBlock(task.block(), read, mask, task.slices(), task.listener()));
    }
  }

  @Override
  public double bytesOfVoxel() {
    return 2.9;
  }

  @Override
  public Object finish(LocalThickness options, Box whole, long[] sum) {
    return options.finish(whole, sum);
  }

  @Override
  public RunReport run(Object result) {
    return ((LocalThickness.Result) result).run();
  }
}
