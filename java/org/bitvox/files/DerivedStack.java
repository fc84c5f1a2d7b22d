// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.nio.file.Path;

/** A stack of slices of other stacks, one of which says what they all are. */
abstract class DerivedStack extends StackFile {
  private final StackFile like;

  DerivedStack(Path path, String called, StackFile like) {
    super(path, called);
    this.like = like;
  }

  @Override
  public final int width() {
    return like.width();
  }

  @Override
  public final int height() {
    return like.height();
  }

  @Override
  public final SampleType sampleType() {
    return like.sampleType();
  }

  @Override
  public final Calibration calibration() {
    return like.calibration();
  }

  @Override
  public boolean isDepthKnown() {
    return !like.axesWithoutSize().contains("z");
  }

  @Override
  public String axesWithoutSize() {
    String axes = like.axesWithoutSize().replace("z", "");
    return isDepthKnown() ? axes : axes + "z";
  }

  @Override
  public final boolean invertedLut() {
    return like.invertedLut();
  }

  @Override
  public final Placement placement() {
    return like.placement();
  }

  @Override
  public final String lateNote() {
    return like.lateNote();
  }

  @Override
  final long heap() {
    return like.heap();
  }
}
