// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;

/** What is wrong with an image, in a sentence that names it. */
public final class ZarrException extends IOException {
  private static final long serialVersionUID = 1;

  /** Where is the image, array or chunk. */
  ZarrException(String where, String reason) {
    super(where + ": " + reason);
  }

  ZarrException(String where, String reason, Throwable cause) {
    super(where + ": " + reason, cause);
  }
}
