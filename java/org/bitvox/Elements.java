// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the elements attenuate photons: the table elements.txt, which tests/elements.py has made from
 * xraylib. It is read when it is first needed.
 */
final class Elements {
  /** One of them. */
  static final class Element {
    final double density; // g/cm3
    final double weight; // atomic
    final AttenuationCurve total; // cm2/g
    final AttenuationCurve transfer;

    private Element(double[] head, List<double[]> rows) {
      density = head[0];
      weight = head[1];
      double[] energies = column(rows, 0);
      total = new AttenuationCurve(energies, column(rows, 1));
      transfer = new AttenuationCurve(energies, column(rows, 2));
    }

    private static double[] column(List<double[]> rows, int number) {
      return rows.stream().mapToDouble(row -> row[number]).toArray();
    }
  }

  private static final class Table {
    static final Map<String, Element> ALL = read();
  }

  private Elements() {}

  /** By its symbol; null if there is none. */
  static Element of(String symbol) {
    return Table.ALL.get(symbol);
  }

  private static Map<String, Element> read() {
    Map<String, Element> all = new HashMap<>();
    String symbol = null;
    double[] head = {};
    List<double[]> rows = new ArrayList<>();
    for (String line : lines("elements.txt")) {
      String[] words = line.split(" ");
      if (Character.isLetter(words[0].charAt(0))) {
        if (symbol != null) {
          all.put(symbol, new Element(head, rows));
        }
        symbol = words[0];
        head = numbers(words, 1);
        rows = new ArrayList<>();
      } else {
        rows.add(numbers(words, 0));
      }
    }
    all.put(symbol, new Element(head, rows));
    return all;
  }

  private static double[] numbers(String[] words, int first) {
    double[] numbers = new double[words.length - first];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Double.parseDouble(words[first + i]);
    }
    return numbers;
  }

  /** Of a table beside this class, but its comments. */
  static List<String> lines(String name) {
    List<String> lines = new ArrayList<>();
    try (InputStream in = Elements.class.getResourceAsStream(name);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (!line.startsWith("#") && !line.isEmpty()) {
          lines.add(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }
}
