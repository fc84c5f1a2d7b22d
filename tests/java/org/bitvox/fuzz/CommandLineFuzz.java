// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.TestCli;
import org.bitvox.calls.Command;
import org.bitvox.commands.Commands;
import org.bitvox.parameters.Parameters.Caller;
import org.bitvox.parameters.RandomOptions;

/**
 * Whole commands with whole, damaged and wrong files: exit code 0 and the files that were asked
 * for; or 1 or 2, a sentence, and a folder as it was before.
 */
final class CommandLineFuzz implements FuzzTarget {
  private final FuzzFolder folder;
  private volatile List<String> args = new ArrayList<>();

  /** Works in an empty folder. */
  CommandLineFuzz(Path empty) throws IOException {
    folder = new FuzzFolder(empty);
  }

  @Override
  public String step(Random random) throws IOException {
    folder.refresh(random);
    Command command = Commands.ALL.get(random.nextInt(Commands.ALL.size()));
    RandomOptions source =
        new RandomOptions(random, random.nextInt(3) == 0 ? 0.1 : 0, folder.names(random));
    String name = command.parameters().command();
    List<String> options = source.next(command.parameters(), Caller.COMMAND_LINE);
    keepSmall(options, name, random);
    options.add(0, name);
    args = options;

    Map<Path, String> before = folder.content();
    TestCli result = new TestCli(new AtomicBoolean(random.nextInt(50) == 0), args);
    try {
      checkWords(result);
      checkFiles(result.code, before, folder.content(), args);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ": " + result.err, e);
    }
    return name + " " + result.code;
  }

  @Override
  public String input() {
    return args.toString();
  }

  /** Whole commands may take long beside others. */
  @Override
  public Duration watchdog() {
    return Duration.ofMinutes(2);
  }

  /** Most of the time the sizes are those of the raw files; little to compute and to store. */
  private static void keepSmall(List<String> args, String command, Random random) {
    args.removeIf(arg -> arg.startsWith("plot=")); // Java's fonts do not stand -Xcheck:jni
    if (command.equals("sample_match")) { // a movie may be as long as a disk is large
      args.removeIf(arg -> arg.matches("(frames|width|height)=.*"));
      args.addAll(Arrays.asList("frames=3", "width=80", "height=64"));
      return;
    }
    if (command.equals("agents")) { // so may one of agents, and steps may be many
      args.removeIf(arg -> arg.matches("(steps|every|agents|box|radius|strips)=.*"));
      args.addAll(Arrays.asList("steps=3", "agents=9", "radius=2.5"));
      args.add("box=40,30" + (random.nextBoolean() ? "" : ",20"));
      args.removeIf(arg -> arg.startsWith("input=") && random.nextBoolean());
      return;
    }
    boolean foam = command.equals("sample_foam");
    if (!foam && random.nextInt(8) == 0) {
      return;
    }
    args.removeIf(arg -> arg.matches("(width|height|depth|type)=.*"));
    if (foam || args.stream().anyMatch(arg -> arg.endsWith(".raw"))) {
      args.add("width=" + FuzzFolder.WIDTH);
      args.add("height=" + FuzzFolder.HEIGHT);
      args.add("depth=" + FuzzFolder.DEPTH);
    }
  }

  private static void checkWords(TestCli result) {
    boolean failed = result.code != 0;
    if (result.code != 0 && result.code != 1 && result.code != 2 && result.code != 130) {
      throw new AssertionError("exit code " + result.code);
    }
    boolean sentence = result.err.matches("(?s)bitvox: .+\n");
    if (failed != sentence || failed && !result.out.isEmpty()) {
      throw new AssertionError("exit code " + result.code + " with these words");
    }
    if (result.err.contains("Exception") || result.err.contains("unexpected failure")) {
      throw new AssertionError("a Java exception");
    }
  }

  private static void checkFiles(
      int code, Map<Path, String> before, Map<Path, String> after, List<String> args) {
    Map<Path, String> changed = new HashMap<>(after);
    changed.entrySet().removeIf(file -> file.getValue().equals(before.get(file.getKey())));
    List<Path> gone = new ArrayList<>(before.keySet());
    gone.removeAll(after.keySet());
    if (!gone.isEmpty()) {
      throw new AssertionError("gone: " + gone);
    }
    if (code != 0 && !changed.isEmpty()) {
      throw new AssertionError("a failure has changed " + changed.keySet());
    }
    for (Path path : changed.keySet()) {
      String name = path.getFileName().toString();
      String asked = name.equals(FuzzFolder.LINKED) ? FuzzFolder.LINK : name;
      String folder = path.getParent().getFileName().toString();
      if (args.stream().noneMatch(arg -> arg.endsWith("/" + asked) || arg.endsWith("/" + folder))) {
        throw new AssertionError("nobody asked for " + path);
      }
    }
  }
}
