// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bitvox.Material;
import org.bitvox.parameters.UsageException;

/** What materials= says: names alone, or each behind the number of a part. */
final class RadiographWords {
  private static final Pattern NUMBERED = Pattern.compile("(\\d{1,8}):(.*)");

  /** What is no number of a part, but was meant to be one. */
  private static final Pattern WRONG = Pattern.compile("([-+]?[0-9.]+([eE][-+]?[0-9]+)?) *:.*");

  private final List<String> words = new ArrayList<>();
  private final List<Material> materials = new ArrayList<>();
  private final List<Integer> numbers = new ArrayList<>(); // empty, or one of each

  /**
   * Reads them.
   *
   * @param part what is numbered, such as "label"
   * @param numbersAre what numbers of it may be, for messages
   */
  RadiographWords(String text, String part, String numbersAre) throws IOException {
    for (String written : text.split(",", -1)) {
      String word = written.trim();
      Matcher numbered = NUMBERED.matcher(word);
      boolean has = numbered.matches();
      Matcher wrong = WRONG.matcher(word);
      if (!has && wrong.matches()) {
        throw new UsageException(
            "materials= names the " + part + " " + wrong.group(1) + "; " + numbersAre);
      }
      if (has && numbers.contains(Integer.valueOf(numbered.group(1)))) {
        throw new UsageException(part + " " + numbered.group(1) + " has two materials");
      }
      words.add(has ? numbered.group(2).trim() : word);
      if (has) {
        numbers.add(Integer.valueOf(numbered.group(1)));
      }
    }
    if (!numbers.isEmpty() && numbers.size() < words.size()) {
      throw new UsageException(
          "materials= names "
              + (part.equals("mesh") ? "meshes" : part + "s")
              + " for some materials alone; name them for all, such as"
              + " 1:bone_cortical,2:water, or for none");
    }
    for (String word : words) {
      materials.add(RadiographMaterials.of(word));
    }
  }

  int count() {
    return words.size();
  }

  String word(int i) {
    return words.get(i);
  }

  Material material(int i) {
    return materials.get(i);
  }

  List<Material> materials() {
    return materials;
  }

  /** Of the parts that have these materials; empty if none are named. */
  List<Integer> numbers() {
    return numbers;
  }
}
