// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;

/** Voxels that are written as text, and what is there is none. */
final class BadTextException extends IOException {
  private static final long serialVersionUID = 1L;

  BadTextException(String sentence) {
    super(sentence);
  }
}
