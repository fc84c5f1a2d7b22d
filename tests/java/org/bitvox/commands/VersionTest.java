// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  @TempDir Path folder;

  private static String commit(String properties) throws IOException {
    return Version.commit(
        new ByteArrayInputStream(properties.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void saysTheCommitOrWhyItIsNotKnown() throws IOException {
    assertEquals(COMMIT, commit("commit=" + COMMIT + "\nchanged=false\nunknown=\n"));
    assertEquals(COMMIT + " with changes", commit("commit=" + COMMIT + "\nchanged=true\n"));
    assertEquals("not known (built without git)", commit("commit=\nunknown=built without git\n"));
    assertEquals("not known (built without the native library)", Version.commit(null));
  }

  private static int run(Path folder, String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    // Neither a checkout that a caller of git has named, nor a sanitizer for the JVM.
    builder.environment().keySet().removeIf(name -> name.matches("GIT_.*|LD_PRELOAD"));
    return builder.start().waitFor();
  }

  /** What CMake writes for a project of one file. */
  private String written(Path project, String... settings) throws Exception {
    Path build = Files.createTempDirectory(folder, "build");
    Files.writeString(
        project.resolve("CMakeLists.txt"),
        "cmake_minimum_required(VERSION 3.22)\nproject(one NONE)\ninclude("
            + Path.of("native/cmake/commit.cmake").toAbsolutePath()
            + ")\n");
    List<String> cmake = new ArrayList<>(List.of("cmake", "-B", build.toString()));
    cmake.addAll(List.of(settings));
    assertEquals(0, run(project, cmake.toArray(new String[0])));
    return commit(Files.readString(build.resolve("commit.properties")));
  }

  @Test
  void cMakeFindsTheCommit() throws Exception {
    Assumptions.assumeTrue(isThere("git") && isThere("cmake"));
    Path project = Files.createDirectory(folder.resolve("project"));
    assertEquals("not known (built outside a git checkout)", written(project));
    assertEquals(0, run(project, "git", "init", "-q"));
    assertEquals(0, run(project, "git", "add", "."));
    String[] commit = {
      "git", "-c", "user.name=a", "-c", "user.email=a", "commit", "-q", "-m", "a", "--no-gpg-sign"
    };
    assertEquals(0, run(project, commit));
    String head = Files.readString(project.resolve(".git/refs/heads/" + branch(project))).trim();
    assertEquals(head, written(project));
    Files.writeString(project.resolve("notes.txt"), "not a part of what is built");
    assertEquals(head, written(project));
    Files.writeString(project.resolve("pom.xml"), "a part");
    assertEquals(head + " with changes", written(project));
    assertEquals(
        "not known (built without git)", written(project, "-DCMAKE_DISABLE_FIND_PACKAGE_Git=ON"));
    Path within = Files.createDirectory(project.resolve("within"));
    assertEquals("not known (built outside a git checkout)", written(within));
  }

  private static String branch(Path project) throws IOException {
    return Files.readString(project.resolve(".git/HEAD")).trim().replace("ref: refs/heads/", "");
  }

  private static boolean isThere(String program) throws Exception {
    try {
      return run(Path.of("."), program, "--version") == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
