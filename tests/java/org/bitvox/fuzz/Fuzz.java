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
import org.bitvox.calls.RoiFuzz;
import org.bitvox.files.OmeFuzz;
import org.bitvox.files.TiffFuzz;
import org.bitvox.files.VolumeFuzz;

/**
 * Feeds the targets with random inputs. As a program, {@code Fuzz MINUTES [SEED]} tries all targets
 * by turns and says what came of it; {@code Fuzz TARGET SEED} repeats one step.
 */
public final class Fuzz {
  private static final Duration TURN = Duration.ofSeconds(1);

  /** Inputs that a target must have taken of so many: what refuses most is hardly tested. */
  private static final int LEAST_ACCEPTED = 5;

  private static final int TO_TELL = 200;

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
      if (hangs()) { // where nobody watches, as in a test
        throw new AssertionError("it took more than " + target.watchdog().getSeconds() + " s");
      }
    } catch (Exception | Error e) {
      throw new AssertionError(seed() + ": " + e, e);
    } finally {
      begun = 0;
    }
  }

  /** How many inputs were taken. */
  int accepted() {
    return outcomes.entrySet().stream()
        .filter(outcome -> outcome.getKey().matches("accepted|.* 0")) // of a command its exit code
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  private String seed() {
    return name + " with seed " + seed + ", " + target.input();
  }

  private boolean hangs() {
    long since = begun;
    return since != 0 && System.nanoTime() - since > target.watchdog().toNanos();
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
    targets.put("ome", new OmeFuzz(Files.createDirectory(folder.resolve("ome")), 0));
    targets.put("rois", new RoiFuzz(Files.createDirectory(folder.resolve("rois"))));
    targets.put("bodies", TextFiles.bodies(Files.createDirectory(folder.resolve("bodies"))));
    targets.put("motions", TextFiles.motions(Files.createDirectory(folder.resolve("motions"))));
    targets.put("kernels", TextFiles.kernels(Files.createDirectory(folder.resolve("kernels"))));
    targets.put("matrices", TextFiles.matrices(Files.createDirectory(folder.resolve("matrices"))));
    targets.put("fasta", TextFiles.sequences(Files.createDirectory(folder.resolve("fasta"))));
    targets.put("volumes", new VolumeFuzz(Files.createDirectory(folder.resolve("volumes")), 0));
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
        checkAccepted(all);
      }
    } catch (AssertionError e) {
      e.printStackTrace();
      code = 1;
    }
    all.values().forEach(System.out::println);
    FuzzFolder.remove(folder);
    System.exit(code);
  }

  private static void checkAccepted(Map<String, Fuzz> all) {
    for (Fuzz fuzz : all.values()) {
      if (fuzz.steps >= TO_TELL && fuzz.accepted() < LEAST_ACCEPTED) {
        throw new AssertionError(fuzz + ": fewer than " + LEAST_ACCEPTED + " accepted");
      }
    }
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
