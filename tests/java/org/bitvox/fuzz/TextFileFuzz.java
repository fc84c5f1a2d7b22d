// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.TestCli;

/**
 * A command that reads a text, with texts that are right, which it must take, and with damaged
 * ones: each is taken, or a sentence says what is wrong.
 */
final class TextFileFuzz implements FuzzTarget {
  private static final int LONGEST = 500; // of a sentence, without the folder's name

  private final Path file;
  private final List<String> texts;
  private final List<String> command;
  private volatile String input = "";

  /**
   * Works in a folder that has what else the command needs.
   *
   * @param texts that are right
   * @param command its name and keys, in which {@code @} stands for the folder
   */
  TextFileFuzz(Path folder, String name, List<String> texts, String... command) {
    file = folder.resolve(name);
    this.texts = texts;
    this.command = new ArrayList<>(Arrays.asList(command));
    this.command.replaceAll(word -> word.replace("@", folder.toString()));
  }

  @Override
  public String step(Random random) throws IOException {
    String text = texts.get(random.nextInt(texts.size()));
    boolean right = random.nextInt(16) == 0;
    byte[] bytes = right ? text.getBytes(StandardCharsets.UTF_8) : TextMutants.of(text, random);
    input = command.get(0) + " with " + new String(bytes, StandardCharsets.ISO_8859_1);
    Files.write(file, bytes);
    TestCli result = new TestCli(new AtomicBoolean(), command);
    if (result.code != 0) {
      checkWords(result);
    }
    if (right && result.code != 0) {
      throw new AssertionError("it is right, but: " + result.err);
    }
    return result.code == 0 ? "accepted" : "refused";
  }

  private void checkWords(TestCli result) {
    String words = result.err.replace(file.getParent().toString(), "");
    boolean sentence =
        words.matches("bitvox: [^\\p{Cntrl}]+\n")
            && words.length() <= LONGEST
            && result.out.isEmpty();
    boolean strange = words.matches("(?s).*(Exception|unexpected failure|null).*");
    if (result.code != 1 && result.code != 2 || !sentence || strange) {
      throw new AssertionError("exit code " + result.code + " with these words: " + result.err);
    }
  }

  @Override
  public String input() {
    return input;
  }
}
