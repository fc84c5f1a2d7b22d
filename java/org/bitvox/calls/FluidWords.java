// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.io.IOException;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** What a dialog says of the pores, or whatever else something flows through. */
final class FluidWords {
  private FluidWords() {}

  /** How much of the image is fluid with these values; empty where nothing is, or it takes long. */
  static String share(Parameters parameters, Values values, InputImage image) {
    String fluid = parameters.fluid(values);
    if (fluid.isEmpty() || !parameters.takes("threshold", values)) {
      return "";
    }
    try {
      String part = FluidShare.of(values, image).words();
      String whole = image.depth() == 1 ? "image" : "volume";
      String phase = values.text(Keys.PHASE);
      return sentence(fluid, "the " + phase + ", " + part + " of the " + whole);
    } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
      return ""; // as long as nothing says what is foreground
    }
  }

  /** "The pores are blue.", "The fluid is blue." */
  static String sentence(String subject, String predicate) {
    return Character.toUpperCase(subject.charAt(0))
        + subject.substring(1)
        + (subject.endsWith("s") ? " are " : " is ")
        + predicate
        + ".";
  }
}
