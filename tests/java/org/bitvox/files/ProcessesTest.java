// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What names of temporary files say of processes, with /proc and without. */
class ProcessesTest {
  private static final String OWN = String.valueOf(ProcessHandle.current().pid());
  private static final long NOW = System.currentTimeMillis();

  /** One that waits for input, on every system; to be destroyed. */
  static Process waiting() throws IOException {
    return new ProcessBuilder(Windows.HERE ? "cmd" : "cat").start();
  }

  /** The number of a process that has ended. */
  static String dead() throws IOException, InterruptedException {
    Process process = waiting();
    process.destroy();
    process.waitFor();
    return String.valueOf(process.pid());
  }

  private static void knowsWhoLives(Processes processes) throws Exception {
    assertEquals(OWN, processes.own());
    assertTrue(processes.system().matches("[0-9a-f]{8}"), processes.system());
    assertTrue(processes.mayLive(OWN, NOW));
    Process other = waiting();
    String number = String.valueOf(other.pid());
    assertTrue(processes.mayLive(number, NOW));
    other.destroy();
    other.waitFor();
    assertFalse(processes.mayLive(number, NOW));
  }

  @Test
  void thoseOfThisSystemAreKnown() throws Exception {
    knowsWhoLives(Processes.HERE);
    assertEquals(Processes.HERE.system(), Processes.HERE.system());
  }

  @Test
  void thoseOfAComputerWithANameAreKnownByJava() throws Exception {
    knowsWhoLives(Processes.ofJava("LAB-PC"));
    assertEquals(Processes.ofJava("LAB-PC").system(), Processes.ofJava("LAB-PC").system());
    assertNotEquals(Processes.ofJava("LAB-PC").system(), Processes.ofJava("OFFICE").system());
  }

  /** Then only the age of a file says that nobody needs it. */
  @Test
  void noneIsKnownToBeDeadWhereTheComputerHasNoName() throws Exception {
    Processes first = Processes.ofJava(null);
    assertNotEquals(first.system(), Processes.ofJava(null).system());
    assertTrue(first.mayLive(dead(), NOW));
  }

  /** Windows gives numbers away again, without a restart. */
  @Test
  void aFileIsNotOfAProcessThatBeganLater() {
    Processes processes = Processes.ofJava("LAB-PC");
    long begin = ProcessHandle.current().info().startInstant().get().toEpochMilli();
    assertTrue(processes.mayLive(OWN, begin));
    assertTrue(processes.mayLive(OWN, begin - TimeUnit.MINUTES.toMillis(9)));
    assertFalse(processes.mayLive(OWN, begin - TimeUnit.MINUTES.toMillis(11)));
  }
}
