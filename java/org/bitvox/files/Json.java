// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON (RFC 8259): objects become maps in the order of the text, arrays lists, numbers
 * doubles, texts strings, true and false booleans, null null. A key that comes twice in an object
 * is an error, and so is more than a value.
 */
final class Json {
  private static final int DEEPEST = 16;

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /**
   * Reads a value.
   *
   * @throws BadTextException with the line and what is wrong there
   */
  static Object read(String text) throws BadTextException {
    Json json = new Json(text);
    Object value = json.value(0);
    json.skipSpace();
    if (json.at < text.length()) {
      throw json.wrong("there is more behind the end");
    }
    return value;
  }

  /** A text in quotes. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  private Object value(int depth) throws BadTextException {
    if (depth > DEEPEST) {
      throw wrong("brackets are more than " + DEEPEST + " deep");
    }
    skipSpace();
    char first = next();
    if (first == '{') {
      return object(depth);
    }
    if (first == '[') {
      return array(depth);
    }
    return first == '"' ? string() : word();
  }

  private Map<String, Object> object(int depth) throws BadTextException {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    for (skipSpace(); next() != '}'; skipSpace()) {
      if (!members.isEmpty()) {
        expect(',');
        skipSpace();
      }
      if (next() != '"') {
        throw wrong("a name in quotes is missing");
      }
      String name = string();
      skipSpace();
      expect(':');
      if (members.containsKey(name)) {
        throw wrong(quoted(name) + " is there twice");
      }
      members.put(name, value(depth + 1));
    }
    at++;
    return members;
  }

  private List<Object> array(int depth) throws BadTextException {
    List<Object> values = new ArrayList<>();
    at++;
    for (skipSpace(); next() != ']'; skipSpace()) {
      if (!values.isEmpty()) {
        expect(',');
      }
      values.add(value(depth + 1));
    }
    at++;
    return values;
  }

  private String string() throws BadTextException {
    StringBuilder value = new StringBuilder();
    for (at++; next() != '"'; at++) {
      char c = next();
      if (c < ' ') {
        throw wrong("a text does not end in its line");
      }
      value.append(c == '\\' ? escaped() : c);
    }
    at++;
    return value.toString();
  }

  private char escaped() throws BadTextException {
    at++;
    char c = next();
    if (c == 'u') {
      int code = 0;
      for (int i = 0; i < 4; i++) {
        at++;
        int digit = Character.digit(next(), 16);
        if (digit < 0) {
          throw wrong("\\u needs four digits");
        }
        code = 16 * code + digit;
      }
      return (char) code;
    }
    int known = "\"\\/bfnrt".indexOf(c);
    if (known < 0) {
      throw wrong("\\" + c + " is unknown");
    }
    return "\"\\/\b\f\n\r\t".charAt(known);
  }

  private Object word() throws BadTextException {
    int from = at;
    while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(from, at);
    if (word.equals("null")) {
      return null;
    }
    if (word.equals("true") || word.equals("false")) {
      return word.equals("true");
    }
    if (!word.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?")) {
      throw wrong(
          "'" + (word.length() > 20 ? word.substring(0, 20) + "..." : word) + "' is no value");
    }
    return Double.parseDouble(word);
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private void expect(char wanted) throws BadTextException {
    if (next() != wanted) {
      throw wrong("'" + wanted + "' is missing");
    }
    at++;
  }

  private char next() throws BadTextException {
    if (at >= text.length()) {
      throw wrong("the end is missing");
    }
    return text.charAt(at);
  }

  private BadTextException wrong(String what) {
    long line =
        text.substring(0, Math.min(at, text.length())).chars().filter(c -> c == '\n').count();
    return new BadTextException("line " + (line + 1) + ": " + what);
  }
}
