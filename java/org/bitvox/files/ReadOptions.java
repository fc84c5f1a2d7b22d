// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Values;

/** What a caller says of the part of a file that is to be read. */
final class ReadOptions {
  /** One volume, which is all that the file has. */
  static final ReadOptions NONE = new ReadOptions(false);

  /** Whether several channels and frames are taken as they are. */
  final boolean hyperstacks;

  private ReadOptions(boolean hyperstacks) {
    this.hyperstacks = hyperstacks;
  }

  static ReadOptions of(Values values) {
    return new ReadOptions(values.declares(Keys.SERIES));
  }

  /** Of several channels and frames. */
  static ReadOptions hyperstacks() {
    return new ReadOptions(true);
  }

  /** The part of the file that is meant. */
  StackFile part(StackFile file, String name) throws IOException {
    if (!hyperstacks && Hyperstacks.is(file.channels(), file.frames())) {
      throw new IOException(name + ": " + Hyperstacks.refused(file.channels(), file.frames()));
    }
    return file;
  }
}
