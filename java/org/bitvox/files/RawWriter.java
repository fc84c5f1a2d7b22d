// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.ProgressListener;

/** Writes a raw volume: the slices behind one another, no header, little-endian. */
final class RawWriter extends SliceWriter {
  RawWriter(Path path, StackFormat format, ProgressListener listener) throws IOException {
    super(path, format, listener);
  }

  @Override
  long offset(int slice) {
    return slice * format.sliceBytes();
  }

  @Override
  void finish() {}
}
