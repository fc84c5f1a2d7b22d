// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each test loads the classes once more, as ImageJ's Refresh Menus does. */
class NativeLibraryTest {
  private static final String TEMPORARY = "java.io.tmpdir";

  private static Method listIn(ClassLoader loader) throws ReflectiveOperationException {
    Class<?> backends = Class.forName("org.bitvox.Backends", true, loader);
    assertNotSame(Backends.class, backends);
    return backends.getMethod("list");
  }

  private static URLClassLoader newLoader() {
    URL classes = Backends.class.getProtectionDomain().getCodeSource().getLocation();
    return new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
  }

  private static String failure(Method list) {
    Throwable thrown =
        assertThrows(InvocationTargetException.class, () -> list.invoke(null)).getCause();
    assertEquals(IllegalStateException.class, thrown.getClass());
    return thrown.getMessage();
  }

  @Test
  void theNamedLibraryIsFinalAndItsFailureIsRemembered() throws Exception {
    String before = System.getProperty(NativeLibrary.OVERRIDE);
    try (URLClassLoader loader = newLoader()) {
      System.setProperty(NativeLibrary.OVERRIDE, "/no/such/library.so");
      String first = failure(listIn(loader));
      assertTrue(
          first.startsWith("Bitvox cannot load its native library (/no/such/library.so): "), first);
      restore(before);
      assertTrue(first.endsWith("; without -Dbitvox.library the jar's is used"), first);
      assertEquals(first, failure(listIn(loader)));
    } finally {
      restore(before);
    }
  }

  @Test
  void everyClassLoaderGetsALibraryOfItsOwn() throws Exception {
    String before = System.getProperty(NativeLibrary.OVERRIDE);
    System.clearProperty(NativeLibrary.OVERRIDE);
    try (URLClassLoader loader = newLoader();
        URLClassLoader second = newLoader()) {
      assertEquals(4, ((List<?>) listIn(loader).invoke(null)).size());
      assertEquals(4, ((List<?>) listIn(second).invoke(null)).size());
    } finally {
      restore(before);
    }
  }

  /** Why the jar's library cannot be loaded with that temporary folder. */
  private static String failureWith(Path temporary) throws Exception {
    String override = System.getProperty(NativeLibrary.OVERRIDE);
    String before = System.setProperty(TEMPORARY, temporary.toString());
    System.clearProperty(NativeLibrary.OVERRIDE);
    try (URLClassLoader loader = newLoader()) {
      String message = failure(listIn(loader));
      String start =
          "Bitvox cannot load its native library (the jar's /native/linux-x86_64/libbitvox.so): ";
      assertTrue(message.startsWith(start), message);
      return message.substring(start.length());
    } finally {
      System.setProperty(TEMPORARY, before);
      restore(override);
    }
  }

  @Test
  void aTemporaryFolderThatWillNotDoSaysTheWayOut() throws Exception {
    String wayOut = "; start Java with -Djava.io.tmpdir=FOLDER to use another";
    assertEquals(
        "there is no temporary folder /no/such" + wayOut, failureWith(Paths.get("/no/such")));
    assertEquals(
        "it cannot be written to the temporary folder /proc (it is gone)" + wayOut,
        failureWith(Paths.get("/proc")));
  }

  @Test
  void noMemoryIsNotTakenForAFolderWithoutRights(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("library.so"), new byte[1]);
    assertEquals("not ELF", NativeLibrary.whyNot(file, "not ELF"));
    assertEquals(
        "this process may not have as much memory as it needs; see ulimit -v",
        NativeLibrary.whyNot(file, "library.so: failed to map segment from shared object"));
  }

  @Test
  void nobodyElseMayChangeTheExtractedLibrary(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("library.so");
    byte[] bytes = new byte[100_000];
    Arrays.fill(bytes, (byte) 7);
    NativeLibrary.extract(new ByteArrayInputStream(bytes), file);
    assertArrayEquals(bytes, Files.readAllBytes(file));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertThrows(
        IOException.class, () -> NativeLibrary.extract(new ByteArrayInputStream(bytes), file));
  }

  private static void restore(String value) {
    if (value == null) {
      System.clearProperty(NativeLibrary.OVERRIDE);
    } else {
      System.setProperty(NativeLibrary.OVERRIDE, value);
    }
  }
}
