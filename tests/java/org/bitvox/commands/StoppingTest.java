// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A command can be stopped at every moment, also while it writes: it asks often, and leaves nothing
 * when the answer is yes. What counts is the number of questions, not the time between them.
 */
class StoppingTest {
  @TempDir Path folder;

  @BeforeEach
  void saveAnImage() {
    TestImages.save(TestImages.binary(), folder, "in.tif");
  }

  /** Stops at the question with this number, counted from 0. */
  private static final class StopAt implements ProgressListener {
    private final long last;
    private long asked;

    StopAt(long last) {
      this.last = last;
    }

    @Override
    public boolean keepGoing(long done, long total) {
      return !isStopped();
    }

    @Override
    public boolean isStopped() {
      return asked++ >= last;
    }
  }

  private void run(String command, ProgressListener listener) throws IOException {
    List<String> words = Arrays.asList(command.replace("@", folder + "/").split(" "));
    Commands.named(words.get(0)).run(words.subList(1, words.size()), listener);
  }

  /** How often a command asks when nobody stops it. */
  private long questions(String command) throws IOException {
    StopAt never = new StopAt(Long.MAX_VALUE);
    run(command, never);
    return never.asked;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toList());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sample_foam width=1 height=2 depth=150 output=@out.tif",
        "joint_histogram input=@in.tif second=@in.tif bins=300 threads=1 output=@out.tif"
            + " counts=@out.csv",
        "skeleton2d input=@in.tif threads=1 output=@out.tif",
        "agents box=40,30 radius=2 agents=20 steps=30 threads=1 output=@out.tif tracks=@out.csv",
      })
  void nothingIsLeftWhereverItIsStopped(String command) throws IOException {
    long step = 1 + questions(command) / 50;
    Files.delete(folder.resolve("out.tif"));
    Files.deleteIfExists(folder.resolve("out.csv"));
    int stops = 0;
    for (long last = 0; isStopped(command, last); last += step) {
      assertEquals(Arrays.asList("in.tif"), files());
      stops++;
    }
    assertTrue(stops > 20, stops + " stops"); // a slow machine asks more often
  }

  private boolean isStopped(String command, long last) throws IOException {
    StopAt listener = new StopAt(last);
    try {
      run(command, listener);
      return false;
    } catch (CancellationException e) {
      long more = listener.asked - (last + 1); // closing a file may write what is left of it
      assertTrue(more <= 1, "asked " + more + " times after it was stopped");
      return true;
    }
  }

  @Test
  void asksForEverySliceAndEveryDirectoryThatItWrites() throws IOException {
    long few = questions("sample_foam width=1 height=1 depth=100 output=@out.tif");
    long many = questions("sample_foam width=1 height=1 depth=1100 output=@out.tif");
    assertTrue(many - few >= 2 * 1000, few + ", " + many);
  }

  @Test
  void asksForEveryRowOfALargeHistogram() throws IOException {
    String command = "joint_histogram input=@in.tif second=@in.tif range=0,255 threads=1 bins=";
    long small = questions(command + "16");
    long large = questions(command + "2016");
    assertTrue(large - small >= 2000, "statistics: " + small + ", " + large);
    long image = questions(command + "2016 output=@out.tif");
    assertTrue(image - large >= 2000 + 20, "image: " + large + ", " + image);
    long counts = questions(command + "2016 counts=@out.csv");
    assertTrue(counts - large >= 2000, "counts: " + large + ", " + counts);
  }
}
