// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The volume of one channel and one frame of a file. */
final class PartOfStack extends DerivedStack {
  private final StackFile whole;
  private final int first;

  /** Channel and frame from 0. */
  PartOfStack(StackFile whole, int channel, int frame) {
    super(whole.path(), whole.called(), whole);
    this.whole = whole;
    first = frame * whole.slices() * whole.channels() + channel;
  }

  @Override
  public int depth() {
    return whole.slices();
  }

  @Override
  public List<String> notes() {
    return whole.notes();
  }

  @Override
  public List<Path> paths() {
    return whole.paths();
  }

  @Override
  void read(int z, SliceTarget target, BooleanSupplier stopped) throws IOException {
    whole.read(first + z * whole.channels(), target, stopped);
  }
}
