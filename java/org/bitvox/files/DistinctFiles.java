// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bitvox.parameters.UsageException;

/**
 * The files of a command on many images, told before the first is read: no file may be written
 * twice, and none that is read may be written.
 */
public final class DistinctFiles {
  private final Set<Object> read = new HashSet<>();
  private final Map<Object, String> written = new HashMap<>();

  /** A file that will be read, if it is there. */
  public void reads(String name) throws IOException {
    Path path = Names.path(name);
    if (path != null && Files.exists(path)) {
      read.add(identity(path));
    }
  }

  /**
   * A file that will be written; to be told after all that will be read.
   *
   * @param what it is, for the user
   * @throws UsageException if it is written twice, or is one that is read
   */
  public void writes(String name, String what) throws IOException {
    Path target = AtomicFile.target(name);
    Object there = Files.exists(target) ? identity(target) : target;
    if (read.contains(there)) {
      throw new UsageException(what + ": " + name + " is an input file; choose another name");
    }
    refuseInputsIn(target, name, what);
    claim(there, name, what);
    claim(target.toString().toLowerCase(Locale.ROOT), name, what); // one, in some file systems
  }

  /** A folder is written as a whole. */
  private void refuseInputsIn(Path target, String name, String what) throws IOException {
    if (!Files.isDirectory(target)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(target)) {
      for (Path file : files) {
        if (Files.exists(file) && read.contains(identity(file))) {
          throw new UsageException(
              what + ": " + Messages.withInput(name, file.getFileName().toString()));
        }
      }
    }
  }

  private void claim(Object file, String name, String what) {
    String other = written.put(file, what);
    if (other != null && !other.equals(what)) {
      throw new UsageException(name + " would be written for " + other + " and for " + what);
    }
  }

  /** The same for all names of a file. */
  private static Object identity(Path path) throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    return key == null ? path.toRealPath() : key;
  }
}
