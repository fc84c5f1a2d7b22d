// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import org.bitvox.ProgressListener;

/** Writes a raw volume: the slices behind one another, no header, little-endian. */
final class RawWriter extends SliceWriter {
  RawWriter(ByteSink sink, StackFormat format, ProgressListener listener) {
    super(sink, format, listener);
  }

  @Override
  long offset(int slice) {
    return slice * format.sliceBytes();
  }

  @Override
  void finish() {}
}
