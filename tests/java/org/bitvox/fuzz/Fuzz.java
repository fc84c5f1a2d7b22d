// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.bitvox.files.TiffFuzz;

/**
 * Feeds the targets with random inputs. As a program, {@code Fuzz MINUTES [SEED]} tries all targets
 * by turns and says what came of it; {@code Fuzz TARGET SEED} repeats one step.
 */
public final class Fuzz {
  private static final Duration TURN = Duration.ofSeconds(5);

  /** No input may keep a command busy for so long, on any machine. */
  private static final Duration HANG = Duration.ofMinutes(2);

  private final String name;
  private final FuzzTarget target;
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private int steps;
  private volatile long begun;
  private volatile long seed;

  Fuzz(String name, FuzzTarget target) {
    this.name = name;
    this.target = target;
  }

  /** Tries the input that this seed makes. */
  void step(long inputSeed) {
    seed = inputSeed;
    begun = System.nanoTime();
    try {
      outcomes.merge(target.step(new Random(seed)), 1, Integer::sum);
      steps++;
    } catch (Exception | Error e) {
      throw new AssertionError(seed() + ": " + e, e);
    } finally {
      begun = 0;
    }
  }

  private String seed() {
    return name + " with seed " + seed + ", " + target.input();
  }

  private boolean hangs() {
    long since = begun;
    return since != 0 && System.nanoTime() - since > HANG.toNanos();
  }

  @Override
  public String toString() {
    return name + ": " + steps + " inputs " + outcomes;
  }

  /** The targets by name; folder is an empty one for their files. */
  static Map<String, FuzzTarget> targets(Path folder) throws IOException {
    Map<String, FuzzTarget> targets = new LinkedHashMap<>();
    targets.put("options", new OptionsFuzz());
    targets.put("tiff", new TiffFuzz(Files.createDirectory(folder.resolve("tiff")), 0));
    targets.put("commands", new CommandLineFuzz(Files.createDirectory(folder.resolve("commands"))));
    return targets;
  }

  /** Runs for some minutes; exit code 1 says that something was found. */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("bitvox-fuzz");
    Map<String, Fuzz> all = new LinkedHashMap<>();
    targets(folder).forEach((name, target) -> all.put(name, new Fuzz(name, target)));
    watch(all);
    int code = 0;
    try {
      if (all.containsKey(args[0])) {
        all.get(args[0]).step(Long.parseLong(args[1]));
      } else {
        long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime();
        run(all, Double.parseDouble(args[0]), seed);
      }
    } catch (AssertionError e) {
      e.printStackTrace();
      code = 1;
    }
    all.values().forEach(System.out::println);
    FuzzFolder.remove(folder);
    System.exit(code);
  }

  private static void run(Map<String, Fuzz> all, double minutes, long firstSeed) {
    long end = System.nanoTime() + (long) (minutes * 60e9);
    long seed = firstSeed;
    while (System.nanoTime() < end) {
      for (Fuzz fuzz : all.values()) {
        long turn = System.nanoTime() + TURN.toNanos();
        while (System.nanoTime() < Math.min(turn, end)) {
          fuzz.step(seed++);
        }
      }
    }
  }

  private static void watch(Map<String, Fuzz> all) {
    Thread watcher =
        new Thread(
            () -> {
              while (all.values().stream().noneMatch(Fuzz::hangs)) {
                try {
                  Thread.sleep(1000);
                } catch (InterruptedException e) {
                  return;
                }
              }
              all.values().stream()
                  .filter(Fuzz::hangs)
                  .forEach(f -> System.err.println("it hangs: " + f.seed()));
              Runtime.getRuntime().halt(1);
            });
    watcher.setDaemon(true);
    watcher.start();
  }
}
