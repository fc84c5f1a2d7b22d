// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.bitvox.ColourModel;

/**
 * A model of colour classes as a JSON file. Numbers are written so that the same ones are read
 * back.
 */
public final class ColourModelFile {
  private static final String FORMAT = "Bitvox colour classes";

  /** 12 classes of 8 Gaussians take some 30 kB. */
  private static final long MOST_BYTES = 1 << 20;

  private final String name;

  private ColourModelFile(String name) {
    this.name = name;
  }

  // ---- Writing -------------------------------------------------------------------------------

  /** The text of the file. */
  public static String text(ColourModel model) {
    StringBuilder text = new StringBuilder("{\n");
    line(text, "format", Json.quoted(FORMAT));
    line(text, "version", "1");
    line(text, "space", Json.quoted(word(model.space())));
    line(text, "numbers", Json.quoted(numbersOf(model.space())));
    line(text, "covariance", Json.quoted(word(model.covariance())));
    text.append("  \"classes\": [\n");
    for (int k = 0; k < model.classes(); k++) {
      text.append("    {\n      \"name\": ").append(Json.quoted(model.name(k)));
      text.append(",\n      \"prior\": ").append(number(model.prior(k)));
      text.append(",\n      \"gaussians\": [\n");
      for (int i = 0; i < model.gaussians(k); i++) {
        double[] c = model.covariance(k, i);
        text.append("        {\"weight\": ").append(number(model.weight(k, i)));
        text.append(",\n         \"mean\": ").append(numbers(model.mean(k, i)));
        text.append(",\n         \"covariance\": [").append(numbers(c[0], c[1], c[2])).append(", ");
        text.append(numbers(c[1], c[3], c[4])).append(", ").append(numbers(c[2], c[4], c[5]));
        text.append(i + 1 < model.gaussians(k) ? "]},\n" : "]}\n");
      }
      text.append(k + 1 < model.classes() ? "      ]\n    },\n" : "      ]\n    }\n");
    }
    return text.append("  ]\n}\n").toString();
  }

  /** Writes it. */
  public static void write(ColourModel model, Path path) throws IOException {
    Files.write(path, text(model).getBytes(StandardCharsets.UTF_8));
  }

  private static void line(StringBuilder text, String key, String value) {
    text.append("  ").append(Json.quoted(key)).append(": ").append(value).append(",\n");
  }

  private static String numbers(double... values) {
    return Arrays.stream(values)
        .mapToObj(ColourModelFile::number)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** The shortest that Java reads back as the same. */
  private static String number(double value) {
    return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String numbersOf(ColourModel.Space space) {
    switch (space) {
      case HSV:
        return "hue 0 to 1536 for 0 to 360 degrees; saturation and value 0 to 255";
      case LAB:
        return "tenths of L*, a* and b* (D65)";
      default:
        return "red, green and blue 0 to 255";
    }
  }

  // ---- Reading -------------------------------------------------------------------------------

  /**
   * Reads a model.
   *
   * @throws IOException if the file cannot be read, or with a sentence about what is wrong in it
   */
  public static ColourModel read(Path file) throws IOException {
    return new ColourModelFile(file.getFileName().toString()).readFile(file);
  }

  /**
   * Reads the text of a model.
   *
   * @param name what messages call it
   * @throws IOException with a sentence about what is wrong in it
   */
  public static ColourModel read(String text, String name) throws IOException {
    return new ColourModelFile(name).read(text);
  }

  private ColourModel readFile(Path file) throws IOException {
    long bytes = Files.size(file);
    if (bytes > MOST_BYTES) {
      throw wrong("it has " + bytes + " bytes, and no model has more than " + MOST_BYTES);
    }
    try {
      return read(MarkedText.of(Files.readAllBytes(file)));
    } catch (CharacterCodingException e) {
      throw wrong("it is no text in UTF-8");
    }
  }

  private ColourModel read(String text) throws IOException {
    ColourModel model;
    try {
      model = model(Json.read(text));
    } catch (BadTextException e) {
      throw wrong(e.getMessage());
    }
    try {
      model.check();
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
    return model;
  }

  private ColourModel model(Object value) throws IOException {
    Map<?, ?> all = object(value, "the file");
    if (!FORMAT.equals(all.get("format"))) {
      throw wrong("it is no model of colour classes: \"format\": \"" + FORMAT + "\" is missing");
    }
    if (number(all, "version", "the model") != 1) {
      throw wrong("its version is " + all.get("version") + "; this program reads version 1");
    }
    ColourModel model =
        ColourModel.of(
            constant(all, "space", ColourModel.Space.values()),
            constant(all, "covariance", ColourModel.Covariance.values()));
    List<?> classes = list(all, "classes", "the model");
    requireFew(classes, ColourModel.MOST_CLASSES, "\"classes\"");
    for (int k = 0; k < classes.size(); k++) {
      addClass(model, classes.get(k), "class " + (k + 1));
    }
    return model;
  }

  private void addClass(ColourModel model, Object value, String whose) throws IOException {
    Map<?, ?> one = object(value, whose);
    if (!(one.get("name") instanceof String)) {
      throw wrong(whose + " has no \"name\"");
    }
    model.addClass((String) one.get("name"), number(one, "prior", whose));
    List<?> gaussians = list(one, "gaussians", whose);
    requireFew(gaussians, ColourModel.MOST_GAUSSIANS, "\"gaussians\" of " + whose);
    for (int i = 0; i < gaussians.size(); i++) {
      String which = "Gaussian " + (i + 1) + " of " + whose;
      Map<?, ?> gaussian = object(gaussians.get(i), which);
      model.addGaussian(
          number(gaussian, "weight", which),
          vector(gaussian.get("mean"), "the mean of " + which),
          covariance(gaussian, which));
    }
  }

  private double[] covariance(Map<?, ?> gaussian, String which) throws IOException {
    String whose = "the covariance of " + which;
    List<?> rows = list(gaussian, "covariance", which);
    if (rows.size() != 3) {
      throw wrong(whose + " has " + rows.size() + " rows instead of 3");
    }
    double[] a = vector(rows.get(0), "row 1 of " + whose);
    double[] b = vector(rows.get(1), "row 2 of " + whose);
    double[] c = vector(rows.get(2), "row 3 of " + whose);
    if (a[1] != b[0] || a[2] != c[0] || b[2] != c[1]) {
      throw wrong(whose + " is not symmetric");
    }
    return new double[] {a[0], a[1], a[2], b[1], b[2], c[2]};
  }

  private void requireFew(List<?> values, int most, String what) throws IOException {
    if (values.isEmpty() || values.size() > most) {
      throw wrong(what + " are " + values.size() + "; 1 to " + most + " are allowed");
    }
  }

  private Map<?, ?> object(Object value, String what) throws IOException {
    if (!(value instanceof Map)) {
      throw wrong(what + " is no object in { }");
    }
    return (Map<?, ?>) value;
  }

  private List<?> list(Map<?, ?> object, String key, String whose) throws IOException {
    if (!(object.get(key) instanceof List)) {
      throw wrong(whose + " has no list \"" + key + "\"");
    }
    return (List<?>) object.get(key);
  }

  private double number(Map<?, ?> object, String key, String whose) throws IOException {
    if (!(object.get(key) instanceof Double)) {
      throw wrong(whose + " has no number \"" + key + "\"");
    }
    return (Double) object.get(key);
  }

  private double[] vector(Object value, String whose) throws IOException {
    boolean fits =
        value instanceof List
            && ((List<?>) value).size() == 3
            && ((List<?>) value).stream().allMatch(one -> one instanceof Double);
    if (!fits) {
      throw wrong(whose + " must be a list of 3 numbers");
    }
    return ((List<?>) value).stream().mapToDouble(one -> (Double) one).toArray();
  }

  private <E extends Enum<E>> E constant(Map<?, ?> object, String key, E[] constants)
      throws IOException {
    for (E constant : constants) {
      if (word(constant).equals(object.get(key))) {
        return constant;
      }
    }
    String allowed =
        Arrays.stream(constants).map(ColourModelFile::word).collect(Collectors.joining(", "));
    throw wrong("its " + key + " is " + object.get(key) + "; known are " + allowed);
  }

  private IOException wrong(String what) {
    return new IOException(name + ": " + what);
  }
}
