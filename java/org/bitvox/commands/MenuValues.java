// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.Macro;
import java.awt.GraphicsEnvironment;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** The values for a command that was called from a menu or a macro. */
final class MenuValues {
  /** What was last entered in each dialog of this session. */
  private static final Map<String, Values> LAST = new HashMap<>();

  private MenuValues() {}

  /**
   * From the macro's options, else from a dialog. To be called first, on the calling thread.
   *
   * @return null if the dialog was cancelled
   */
  static Values get(String title, Parameters parameters) {
    String options = Macro.getOptions();
    if (options != null) {
      return parameters.parse(Words.split(options), Parameters.Caller.IMAGEJ);
    }
    Values standard = parameters.parse(Collections.emptyList(), Parameters.Caller.IMAGEJ);
    if (GraphicsEnvironment.isHeadless()) {
      return standard;
    }
    Values last = LAST.getOrDefault(title, standard);
    Values values = ParameterDialog.ask(title, parameters, last);
    if (values != null) {
      LAST.put(title, values);
    }
    return values;
  }
}
