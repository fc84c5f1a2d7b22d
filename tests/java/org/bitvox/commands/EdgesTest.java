// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import ij.IJ;
import ij.ImagePlus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bitvox.MacroCall;
import org.bitvox.calls.Command;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;
import org.junit.jupiter.api.Test;

/** One word has one meaning, and dialogs begin with the same. */
class EdgesTest {
  private static Values parse(Parameters parameters, String option) {
    List<String> options = new ArrayList<>(Collections.singletonList(option));
    if (parameters.command().equals("workflow")) {
      options.add("output=report"); // which it needs
    }
    return parameters.parse(options, Parameters.Caller.IMAGEJ);
  }

  @Test
  void edgesAskWhetherTheImageIsAPieceOfSomethingLarger() {
    List<Parameters> asking =
        Commands.ALL.stream()
            .map(Command::parameters)
            .filter(one -> one.defaults().declares("edges"))
            .collect(Collectors.toList());
    assertEquals(7, asking.size());
    for (Parameters parameters : asking) {
      String name = parameters.command();
      assertEquals("clipped", parameters.firstValues().text("edges"), name);
      for (String value : new String[] {"clipped", "background"}) {
        assertEquals(value, parse(parameters, "edges=" + value).text("edges"), name);
      }
      for (String value : new String[] {"nearest", "mirror", "walls", "periodic"}) {
        assertThrows(UsageException.class, () -> parse(parameters, "edges=" + value), name);
      }
      Values first = parameters.firstValues();
      if (!first.declares("operation")) { // Morphology begins with one that has no edges
        assertEquals("edges", parameters.sharedKeys(first).get("edges"), name);
      }
    }
  }

  /** A volume of one slice has nothing that is wholly inside it. */
  @Test
  void shapeNumbersOfOneSliceAreThoseOfASlice() {
    Parameters parameters = Commands.named("shape_numbers").parameters();
    assertEquals(Map.of("per_slice", "per_slice"), parameters.flatValues(parameters.firstValues()));
    ImagePlus image = IJ.createImage("disc", "8-bit black", 20, 20, 1);
    image.getProcessor().setColor(255);
    image.getProcessor().fillOval(4, 4, 12, 12);
    MacroCall.results().reset(); // rows of other tests
    String log = MacroCall.run(new MinkowskiCommand(), image, "edges=clipped per_slice");
    assertEquals("", log);
    assertEquals(1, MacroCall.results().size());
    MacroCall.closeAll();
  }

  /** Recorded macros have the older names of keys that ask something else. */
  @Test
  void olderNamesGoOnWorking() {
    Map.of("convolution", "padding", "permeability", "sides", "tortuosity", "sides")
        .forEach(
            (command, key) -> {
              Parameters parameters = Commands.named(command).parameters();
              String other = command.equals("convolution") ? "wrap" : "periodic";
              assertEquals(other, parse(parameters, "edges=" + other).text(key));
              assertEquals(other, parse(parameters, key + "=" + other).text(key));
            });
  }
}
