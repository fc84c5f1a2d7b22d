// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The files that a command was asked to write. They are begun before the computation starts and
 * appear together when all are complete.
 */
final class OutputFiles implements AutoCloseable {
  private final Map<String, AtomicFile> files = new LinkedHashMap<>();

  /**
   * Begins the files named by those of the keys that have a value.
   *
   * @param inputs files that must not be overwritten
   */
  static OutputFiles begin(Values values, List<Path> inputs, String... keys) throws IOException {
    OutputFiles outputs = new OutputFiles();
    try {
      for (String key : keys) {
        if (values.has(key)) {
          outputs.add(key, values.text(key), inputs);
        }
      }
      return outputs;
    } catch (IOException | RuntimeException e) {
      outputs.close();
      throw e;
    }
  }

  private void add(String key, String name, List<Path> inputs) throws IOException {
    checkExtension(key, name);
    AtomicFile file = AtomicFile.begin(name);
    for (Map.Entry<String, AtomicFile> other : files.entrySet()) {
      if (same(file.target(), other.getValue().target())) {
        file.discard();
        throw new UsageException(Messages.sameOutput(other.getKey(), key));
      }
    }
    files.put(key, file);
    for (Path input : inputs) {
      if (same(file.target(), input)) {
        throw new UsageException(Messages.overInput(key));
      }
    }
  }

  private static void checkExtension(String key, String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (key.equals("output") && !lower.endsWith(".tif") && !lower.endsWith(".tiff")) {
      throw new UsageException(Messages.extension(key, name, ".tif"));
    }
    if (key.equals("plot") && !lower.endsWith(".png")) {
      throw new UsageException(Messages.extension(key, name, ".png"));
    }
  }

  private static boolean same(Path a, Path b) throws IOException {
    return a.normalize().equals(b.toAbsolutePath().normalize())
        || Files.exists(a) && Files.exists(b) && Files.isSameFile(a, b);
  }

  /** Whether the file of that key was asked for. */
  boolean has(String key) {
    return files.containsKey(key);
  }

  /** Writes one of the files. */
  interface Writing<R> {
    /** Writes to the path; what it returns is passed on. */
    R to(Path path) throws IOException;
  }

  /** Writes the file of that key, which was asked for; a failure says which file it is. */
  <R> R write(String key, Writing<R> writing) throws IOException {
    AtomicFile file = files.get(key);
    try {
      return writing.to(file.beside());
    } catch (IOException e) {
      throw new IOException(Messages.notWritten(file.name(), e.getMessage()), e);
    } catch (UncheckedIOException e) {
      throw new IOException(Messages.notWritten(file.name(), e.getCause().getMessage()), e);
    }
  }

  /** Writes a table, if it was asked for. */
  void write(String key, Table table) throws IOException {
    if (has(key)) {
      write(key, path -> Files.write(path, table.csv().getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** All files are complete: gives them their names. */
  void commit() throws IOException {
    for (AtomicFile file : files.values()) {
      file.commit();
    }
  }

  /** Removes what was not committed. */
  @Override
  public void close() {
    files.values().forEach(AtomicFile::discard);
  }
}
