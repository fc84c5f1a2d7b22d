// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.io.IOException;
import java.util.List;

/** The files that are read because a text names them among other words. */
@FunctionalInterface
public interface NamedFiles {
  /**
   * Names that may be files; those that are not there do not matter.
   *
   * @param text of the parameter, not empty
   */
  List<String> in(String text) throws IOException;
}
