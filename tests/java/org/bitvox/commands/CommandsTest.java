// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import org.bitvox.calls.Command;
import org.bitvox.parameters.UsageException;
import org.junit.jupiter.api.Test;

class CommandsTest {
  /** And no name is that of two. */
  @Test
  void theCommandLineTakesTheNamesOfTheMenuToo() {
    Map<String, Command> known = new HashMap<>();
    for (Command command : Commands.ALL) {
      for (String name : new String[] {command.parameters().command(), command.menuName()}) {
        assertSame(command, Commands.named(name), name);
        assertSame(command, known.computeIfAbsent(name, key -> command), name);
      }
    }
    assertEquals("minkowski", Commands.named("shape_numbers").parameters().command());
    assertEquals("convolution", Commands.named("convolve").parameters().command());
    assertEquals("register_mi", Commands.named("register_by_mi").parameters().command());
  }

  @Test
  void theyAreSuggestedToo() {
    String said =
        assertThrows(UsageException.class, () -> Commands.named("shape_nubmers")).getMessage();
    assertEquals("unknown command 'shape_nubmers'; did you mean 'shape_numbers'?", said);
  }
}
