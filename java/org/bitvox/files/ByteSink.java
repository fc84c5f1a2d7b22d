// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where the bytes of a new file go. */
interface ByteSink extends AutoCloseable {
  /** Takes what is left in the buffer, for that position of the file; in any order. */
  void write(ByteBuffer bytes, long position) throws IOException;

  /** All is there. */
  void complete() throws IOException;

  /** Gives the file up, unless it is complete. */
  @Override
  void close();
}
