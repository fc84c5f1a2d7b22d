// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each test loads the classes once more, as ImageJ's Refresh Menus does. */
class NativeLibraryTest {
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

  private static void restore(String value) {
    if (value == null) {
      System.clearProperty(NativeLibrary.OVERRIDE);
    } else {
      System.setProperty(NativeLibrary.OVERRIDE, value);
    }
  }
}
