// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Loads the native library once, from -Dbitvox.library=PATH or else from the jar.
 *
 * <p>Called before the first native method, never from a static initialiser: a failure there is
 * told once and becomes NoClassDefFoundError afterwards.
 */
final class NativeLibrary {
  /** Names a library to load instead of the one in the jar. */
  static final String OVERRIDE = "bitvox.library";

  private static final String RESOURCE = "/native/linux-x86_64/libbitvox.so";

  private static boolean loaded;
  private static String failure;

  private NativeLibrary() {}

  /**
   * Loads the library unless it is.
   *
   * @throws IllegalStateException if that fails, with the same message at every call
   */
  static synchronized void load() {
    if (loaded) {
      return;
    }
    if (failure == null) {
      failure = tryToLoad(System.getProperty(OVERRIDE));
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    loaded = true;
  }

  /** Returns null, or why the library cannot be loaded. */
  private static String tryToLoad(String override) {
    try {
      if (override != null) {
        System.load(override);
      } else {
        loadFromJar();
      }
      return null;
    } catch (IOException | UnsatisfiedLinkError e) {
      String from = override != null ? override : "the jar's " + RESOURCE;
      return "Bitvox cannot load its native library (" + from + "): " + e.getMessage();
    }
  }

  /** Through a file of its own for each class loader: one library belongs to one loader only. */
  private static void loadFromJar() throws IOException {
    String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    if (!platform.equals("Linux amd64")) {
      throw new IOException("Bitvox runs on Linux x86-64; this is " + platform);
    }
    Path file = Files.createTempFile("libbitvox-", ".so");
    try (InputStream in = NativeLibrary.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IOException("it is not there");
      }
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      System.load(file.toString());
    } finally {
      Files.deleteIfExists(file); // once mapped, the library does not need its name
    }
  }
}
