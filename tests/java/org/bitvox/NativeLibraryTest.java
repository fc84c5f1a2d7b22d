// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
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
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
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

  /** Files of this process's libraries that came from the jar, by their numbers. */
  private static Set<String> mapped() throws IOException {
    return Files.readAllLines(Paths.get("/proc/self/maps")).stream()
        .filter(line -> line.contains("/.bitvox-"))
        .map(line -> line.split(" +")[4])
        .collect(Collectors.toSet());
  }

  /** The library is in memory once, however often classes are loaded, and outlives the first. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void classLoadersShareALibrary() throws Exception {
    String before = System.getProperty(NativeLibrary.OVERRIDE);
    System.clearProperty(NativeLibrary.OVERRIDE);
    try (URLClassLoader second = newLoader()) {
      WeakReference<ClassLoader> first = loadAndForget();
      Set<String> ofFirst = mapped();
      Method list = listIn(second);
      assertEquals(4, ((List<?>) list.invoke(null)).size());
      assertFalse(ofFirst.isEmpty());
      assertEquals(ofFirst, mapped());
      for (int i = 0; i < 50 && first.get() != null; i++) {
        System.gc();
        Thread.sleep(20);
      }
      assertNull(first.get());
      assertEquals(4, ((List<?>) list.invoke(null)).size());
      try (URLClassLoader third = newLoader()) {
        assertEquals(4, ((List<?>) listIn(third).invoke(null)).size());
      }
      assertEquals(ofFirst, mapped());
    } finally {
      restore(before);
    }
  }

  private static WeakReference<ClassLoader> loadAndForget() throws Exception {
    try (URLClassLoader loader = newLoader()) {
      assertEquals(4, ((List<?>) listIn(loader).invoke(null)).size());
      return new WeakReference<>(loader);
    }
  }

  /** Only the same library is shared. */
  @Test
  void anotherLibraryIsNotShared(@TempDir Path folder) throws Exception {
    String before = System.getProperty(SharedLibrary.KEPT);
    String resource = "/org/bitvox/NativeLibraryTest.class";
    try (InputStream in = NativeLibraryTest.class.getResourceAsStream(resource)) {
      Path same = folder.resolve("same");
      Files.copy(in, same);
      byte[] bytes = Files.readAllBytes(same);
      assertTrue(isLinked(resource, same));
      assertFalse(isLinked(resource, Files.write(folder.resolve("longer"), longer(bytes, 1))));
      assertFalse(isLinked(resource, Files.write(folder.resolve("shorter"), longer(bytes, -1))));
      bytes[bytes.length / 2] ^= 1;
      assertFalse(isLinked(resource, Files.write(folder.resolve("other"), bytes)));
      assertFalse(isLinked(resource, folder.resolve("gone")));
    } finally {
      if (before == null) {
        System.clearProperty(SharedLibrary.KEPT);
      } else {
        System.setProperty(SharedLibrary.KEPT, before);
      }
    }
  }

  private static byte[] longer(byte[] bytes, int by) {
    return Arrays.copyOf(bytes, bytes.length + by);
  }

  private static boolean isLinked(String resource, Path kept) throws IOException {
    System.setProperty(SharedLibrary.KEPT, kept.toString());
    Path name = kept.resolveSibling("name");
    boolean linked = SharedLibrary.link(resource, name);
    boolean same = linked && Files.isSameFile(kept, name);
    assertEquals(linked, Files.deleteIfExists(name));
    return same;
  }

  /** Why the jar's library cannot be loaded with that temporary folder. */
  private static String failureWith(Path temporary) throws Exception {
    String override = System.getProperty(NativeLibrary.OVERRIDE);
    String before = System.setProperty(TEMPORARY, temporary.toString());
    System.clearProperty(NativeLibrary.OVERRIDE);
    try (URLClassLoader loader = newLoader()) {
      String message = failure(listIn(loader));
      String start =
          "Bitvox cannot load its native library (the jar's /native/"
              + Platform.HERE.folder()
              + "/libbitvox.so): ";
      assertTrue(message.startsWith(start), message);
      return message.substring(start.length());
    } finally {
      System.setProperty(TEMPORARY, before);
      restore(override);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aTemporaryFolderThatWillNotDoSaysTheWayOut() throws Exception {
    String wayOut = "; start Java with -Djava.io.tmpdir=FOLDER to use another";
    assertEquals(
        "there is no temporary folder /no/such" + wayOut, failureWith(Paths.get("/no/such")));
    assertEquals(
        "it cannot be written to the temporary folder /proc (it is gone)" + wayOut,
        failureWith(Paths.get("/proc")));
  }

  @Test
  void aProcessorWithoutALibraryIsSaid() throws Exception {
    String override = System.getProperty(NativeLibrary.OVERRIDE);
    String before = System.setProperty("os.arch", "riscv64");
    System.clearProperty(NativeLibrary.OVERRIDE);
    try (URLClassLoader loader = newLoader()) {
      String message = failure(listIn(loader));
      Platform here = Platform.of(System.getProperty("os.name"), "riscv64");
      assertTrue(message.startsWith("Bitvox has no library for " + here + "; this jar "), message);
    } finally {
      System.setProperty("os.arch", before);
      restore(override);
    }
  }

  /** Java finds the library in such a jar, and then cannot read it. */
  @Test
  void aFolderWithABangIsSaid(@TempDir Path folder) throws Exception {
    Path classes =
        Paths.get(Backends.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path jar = Files.createDirectories(folder.resolve("wow!")).resolve("Bitvox_.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes.resolve("org"))) {
      for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
        out.putNextEntry(new ZipEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
      }
      out.putNextEntry(new ZipEntry(Platform.HERE.resource().substring(1)));
    }
    String override = System.clearProperty(NativeLibrary.OVERRIDE);
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      String message = failure(listIn(loader));
      assertTrue(
          message.endsWith("the folder of the jar has a ! in its name; move the jar"), message);
    } finally {
      restore(override);
    }
  }

  /** Java on Windows loads no library by a name that the code page has not. */
  @Test
  void theLibraryLiesWhereItCanBeLoadedFrom() {
    String page = System.setProperty("sun.jnu.encoding", "windows-1252");
    try {
      Path usual = Path.of("Temp-ä");
      Path other = Path.of("Temp-画像");
      assertEquals(usual, LibraryFolder.choose(usual, "all"));
      assertEquals(Path.of("all"), LibraryFolder.choose(other, "all"));
      assertEquals(other, LibraryFolder.choose(other, null));
      assertEquals(other, LibraryFolder.choose(other, other.toString()));
      assertEquals(
          "Java on Windows loads nothing from "
              + other
              + "; start Java with -Djava.io.tmpdir=FOLDER to use another",
          NativeLibrary.whyNot(other.resolve("a.dll"), "a.dll: Can't find dependent libraries"));
    } finally {
      System.setProperty("sun.jnu.encoding", page);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void noMemoryIsNotTakenForAFolderWithoutRights(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("library.so"), new byte[1]);
    assertEquals("not ELF", NativeLibrary.whyNot(file, "not ELF"));
    assertEquals(
        "this process may not have as much memory as it needs; see ulimit -v",
        NativeLibrary.whyNot(file, "library.so: failed to map segment from shared object"));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void nobodyElseMayChangeTheExtractedLibrary(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("library.so");
    byte[] bytes = new byte[100_000];
    Arrays.fill(bytes, (byte) 7);
    NativeLibrary.extract(new ByteArrayInputStream(bytes), -1, file);
    assertArrayEquals(bytes, Files.readAllBytes(file));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertThrows(
        IOException.class, () -> NativeLibrary.extract(new ByteArrayInputStream(bytes), -1, file));
  }

  @Test
  void aDamagedJarIsSeen(@TempDir Path folder) throws IOException {
    byte[] bytes = {1, 2, 3};
    CRC32 sum = new CRC32();
    sum.update(bytes);
    Path file = folder.resolve("library.so");
    NativeLibrary.extract(new ByteArrayInputStream(bytes), sum.getValue(), file);
    Files.delete(file);
    bytes[1] ^= 4;
    String damaged = "the jar is damaged; replace it by a new copy";
    assertEquals(damaged, extractionFails(new ByteArrayInputStream(bytes), sum.getValue(), file));
    Files.delete(file);
    byte[] noBlock = {7, 7, 7};
    InputStream compressed =
        new InflaterInputStream(new ByteArrayInputStream(noBlock), new Inflater(true));
    assertEquals(damaged, extractionFails(compressed, -1, file));
  }

  private static String extractionFails(InputStream in, long checkSum, Path file) {
    return assertThrows(IOException.class, () -> NativeLibrary.extract(in, checkSum, file))
        .getMessage();
  }

  private static void restore(String value) {
    if (value == null) {
      System.clearProperty(NativeLibrary.OVERRIDE);
    } else {
      System.setProperty(NativeLibrary.OVERRIDE, value);
    }
  }
}
