// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.io.IOException;

/** The volume of one channel and one frame of a file. */
final class PartOfStack extends StackFile {
  private final StackFile whole;
  private final int first;

  /** Channel and frame from 0. */
  PartOfStack(StackFile whole, int channel, int frame) {
    super(whole.path(), whole.called());
    this.whole = whole;
    first = frame * whole.slices() * whole.channels() + channel;
  }

  @Override
  public int width() {
    return whole.width();
  }

  @Override
  public int height() {
    return whole.height();
  }

  @Override
  public int depth() {
    return whole.slices();
  }

  @Override
  public int bitDepth() {
    return whole.bitDepth();
  }

  @Override
  public Calibration calibration() {
    return whole.calibration();
  }

  @Override
  long heap() {
    return whole.heap();
  }

  @Override
  Object read(FileBytes in, int z) throws IOException {
    return whole.read(in, first + z * whole.channels());
  }
}
