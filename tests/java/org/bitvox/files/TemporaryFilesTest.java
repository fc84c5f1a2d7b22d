// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What killed processes leave is removed, and nothing else. */
class TemporaryFilesTest {
  private static final String OWN = String.valueOf(ProcessHandle.current().pid());

  @TempDir Path folder;
  private final Set<String> stay = new TreeSet<>();

  private Path create(String name) throws IOException {
    return Files.createFile(folder.resolve(name));
  }

  private void stays(String name) throws IOException {
    create(name);
    stay.add(name);
  }

  private Set<String> inFolder() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** The name of another process's file. */
  static String of(String process, String extension) {
    return TemporaryFiles.newName(extension).replace("-" + OWN + "-", "-" + process + "-");
  }

  private static String ofAnotherSystem(String process) {
    return of(process, "part").replaceFirst("-[0-9a-f]{8}-", "-00000001-");
  }

  private void age(Path file, Duration age) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
  }

  @Test
  void onlyWhatDeadProcessesLeftIsRemoved() throws IOException, InterruptedException {
    String dead = ProcessesTest.dead();
    Process living = ProcessesTest.waiting();
    create(of(dead, "part"));
    create(of(dead, "so"));
    create(of(dead, "dll"));
    age(create(ofAnotherSystem(dead)), Duration.ofDays(8)); // such as before a restart
    stays(of(OWN, "part"));
    stays(of(String.valueOf(living.pid()), "so"));
    stays(ofAnotherSystem(dead)); // may live there
    stays(of(dead, "tif"));
    stays("mine" + of(dead, "part"));
    stays(".bitvox-mine.part");
    Path left = Files.createDirectory(folder.resolve(of(dead, "part")));
    Files.createFile(left.resolve("a.csv"));
    Files.createDirectory(folder.resolve("mine.part"));
    stay.add("mine.part");
    TemporaryFiles.removeLeftOvers(folder);
    assertEquals(stay, inFolder());
    living.destroy();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anotherUsersStay() throws IOException, InterruptedException {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root gives files away");
    String name = of(ProcessesTest.dead(), "part");
    stays(name);
    Files.setAttribute(folder.resolve(name), "unix:uid", 65534);
    TemporaryFiles.removeLeftOvers(folder);
    assertEquals(stay, inFolder());
  }

  @Test
  void beginningAnOutputTidiesItsFolder() throws IOException, InterruptedException {
    create(of(ProcessesTest.dead(), "part"));
    AtomicFile.begin(folder.resolve("a.csv").toString()).commit();
    stay.add("a.csv");
    assertEquals(stay, inFolder());
  }
}
