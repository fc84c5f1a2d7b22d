// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bitvox.parameters.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentsTest {
  private static final List<String> WORDS = Arrays.asList("label", "input=Ω 画像.tif", "per_slice");

  @TempDir Path folder;

  private List<String> fromFile(String text, Charset charset) throws IOException {
    Path file = Files.write(folder.resolve("words.txt"), text.getBytes(charset));
    return Arguments.of(new String[] {"@" + file}, null, true);
  }

  @Test
  void comeFromAFileOneALine() throws IOException {
    String text = String.join("\r\n", WORDS) + "\r\n\r\n";
    assertEquals(WORDS, fromFile(text, StandardCharsets.UTF_8));
    assertEquals(WORDS, fromFile("\ufeff" + text, StandardCharsets.UTF_8));
    assertEquals(WORDS, fromFile("\ufeff" + text, StandardCharsets.UTF_16LE)); // of PowerShell
    assertEquals(WORDS, fromFile(text.replace("\r", ""), StandardCharsets.UTF_8));
    Path file = folder.resolve("words.txt");
    String[] more = {"label", "@" + file, "@"};
    assertEquals(5, Arguments.of(more, null, false).size());
  }

  @Test
  void ofAFileThatWillNotDoAreAnError() throws IOException {
    String missing = folder.resolve("no.txt").toString();
    List<String> words = Collections.singletonList("@" + missing);
    assertEquals(
        missing + ": no such file",
        assertThrows(IOException.class, () -> Arguments.withFiles(words)).getMessage());
    String latin =
        assertThrows(IOException.class, () -> fromFile("ä", StandardCharsets.ISO_8859_1))
            .getMessage();
    assertTrue(latin.endsWith("words.txt: is not a text in UTF-8"), latin);
    IOException large =
        assertThrows(
            IOException.class, () -> fromFile("a".repeat((1 << 20) + 1), StandardCharsets.UTF_8));
    assertTrue(large.getMessage().contains("more than 1 MiB"), large.getMessage());
  }

  @Test
  void comeFromTheEnvironmentIfThereAreNone() throws IOException {
    String typed = " label \"input=Ω 画像.tif\"\tper_slice ";
    assertEquals(WORDS, Arguments.of(new String[0], typed, true));
    assertEquals(
        Arrays.asList("help"), Arguments.of(new String[] {"help"}, "label input=a.tif", true));
    assertEquals(Collections.emptyList(), Arguments.of(new String[0], null, true));
    assertEquals(
        Arrays.asList("output=C:\\my data\\", "save=", "x=a b"),
        Arguments.split("output=\"C:\\my data\\\" save=\"\" x=a\" \"b"));
  }

  /** It would match other files than the one that was meant. */
  @Test
  void thatHaveLostALetterAreNoPattern() throws IOException {
    String[] lost = {"label", "input=??.tif"};
    String message =
        assertThrows(UsageException.class, () -> Arguments.of(lost, null, true)).getMessage();
    assertTrue(message.startsWith("input=??.tif: Java on Windows writes ? for"), message);
    assertEquals(Arrays.asList(lost), Arguments.of(lost, null, false));
    assertEquals(Arrays.asList(lost), fromFile("label\ninput=??.tif", StandardCharsets.UTF_8));
  }
}
