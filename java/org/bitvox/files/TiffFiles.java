// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.Path;

/** Opens the TIFF stacks that operations can use. */
final class TiffFiles {
  private TiffFiles() {}

  /** Name is what the user calls the file. */
  static StackFile open(Path path, String name, ReadOptions options) throws IOException {
    TiffStack first = TiffStack.open(path, name, options);
    StackFile stack = first.set() == null ? first : TiffSet.open(first, name);
    if (options.hyperstacks && stack.channels() * (long) stack.frames() > 1) {
      stack.checkWhole();
    }
    return stack;
  }
}
