// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlatformTest {
  private static String resource(String system, String processor) {
    return Platform.of(system, processor).resource();
  }

  @Test
  void platformsHaveOneNameInAllJavas() {
    assertEquals("/native/linux-x86_64/libbitvox.so", resource("Linux", "amd64"));
    assertEquals("/native/linux-aarch64/libbitvox.so", resource("Linux", "aarch64"));
    assertEquals("/native/windows-x86_64/bitvox.dll", resource("Windows Server 2022", "amd64"));
    assertEquals("/native/windows-x86_64/bitvox.dll", resource("Windows 11", "amd64"));
    assertEquals("/native/macos-aarch64/libbitvox.dylib", resource("Mac OS X", "aarch64"));
    assertEquals("/native/macos-x86_64/libbitvox.dylib", resource("Mac OS X", "x86_64"));
    assertEquals("/native/z_os-s390x/libbitvox.so", resource("z OS", "s390x"));
  }

  @Test
  void allHaveFoldersOfTheirOwn() {
    assertEquals(
        Set.of("linux-x86_64", "linux-aarch64", "windows-x86_64", "macos-aarch64", "macos-x86_64"),
        Platform.ALL.stream().map(Platform::folder).collect(Collectors.toSet()));
    assertEquals(5, Platform.ALL.size());
  }

  @Test
  void theLibraryHereIsNamedAsTheSystemDoes() {
    String resource = Platform.HERE.resource();
    assertEquals(
        System.mapLibraryName("bitvox"), resource.substring(resource.lastIndexOf('/') + 1));
  }

  @Test
  void whereThereIsNoLibraryThoseThatAreThereAreNamed() {
    Platform here = Platform.of("FreeBSD", "riscv64");
    assertEquals(
        "Bitvox has no library for FreeBSD on riscv64; this jar has those for Linux on x86_64,"
            + " Windows on x86_64",
        here.noLibrary(resource -> resource.matches(".*(linux|windows)-x86_64.*")));
    assertEquals(
        "Bitvox has no library for FreeBSD on riscv64; this jar has none at all",
        here.noLibrary(resource -> false));
  }
}
