// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;

/** Opens the TIFF stacks that operations can use. */
final class TiffFiles {
  private TiffFiles() {}

  /** Series says whether several channels and frames are taken. */
  static StackFile open(String name, boolean series) throws IOException {
    if (!name.matches("(?is).*\\.tiff?")) {
      throw new IOException(Messages.unknownFormat(name));
    }
    TiffStack stack = TiffStack.open(InputFiles.existing(name), name);
    if (series) {
      stack.checkSeries(name);
    } else if (Hyperstacks.is(stack.channels(), stack.frames())) {
      throw new IOException(name + ": " + Hyperstacks.refused(stack.channels(), stack.frames()));
    }
    return stack;
  }
}
