// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** A page of HTML that needs no other file: headings, tables, figures. */
final class WorkflowPage {
  private static final String STYLE = "/org/bitvox/commands/workflow.css";

  /** Numbers are rounded to so many digits; the tables in files are not. */
  private static final MathContext DIGITS = new MathContext(4);

  private final StringBuilder html = new StringBuilder();

  /** A page with this title, which also heads it. */
  WorkflowPage(String title, String subtitle) throws IOException {
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.append("<title>").append(escaped(title)).append("</title>\n");
    html.append("<style>\n").append(style()).append("</style>\n</head>\n<body>\n");
    html.append("<header><h1>").append(escaped(title)).append("</h1>\n");
    html.append("<p>").append(escaped(subtitle)).append("</p></header>\n");
  }

  private static String style() throws IOException {
    try (InputStream in = WorkflowPage.class.getResourceAsStream(STYLE)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[4096];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
      }
      return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }
  }

  /** Begins a section. */
  WorkflowPage section(String heading) {
    html.append("<h2>").append(escaped(heading)).append("</h2>\n");
    return this;
  }

  /** A paragraph of plain text. */
  WorkflowPage paragraph(String text) {
    html.append("<p>").append(escaped(text)).append("</p>\n");
    return this;
  }

  /** Something that a user must know. */
  WorkflowPage note(String text) {
    html.append("<p class=\"note\">").append(escaped(text)).append("</p>\n");
    return this;
  }

  /** Lines as they are. */
  WorkflowPage code(String text) {
    html.append("<pre>").append(escaped(text.trim())).append("</pre>\n");
    return this;
  }

  /** A table of at least one row, with headings or none; texts and numbers, which are rounded. */
  WorkflowPage table(List<String> headings, List<? extends List<?>> rows) {
    html.append("<table>\n<thead><tr>");
    for (int i = 0; i < headings.size(); i++) {
      boolean numbers = rows.get(0).get(i) instanceof Number;
      html.append(numbers ? "<th class=\"number\">" : "<th>");
      html.append(unit(headings.get(i))).append("</th>");
    }
    html.append("</tr></thead>\n<tbody>\n");
    for (List<?> row : rows) {
      html.append("<tr>");
      for (Object cell : row) {
        boolean number = cell instanceof Number;
        html.append(number ? "<td class=\"number\">" : "<td>").append(shown(cell)).append("</td>");
      }
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n");
    return this;
  }

  /** Begins pictures that stand side by side. */
  WorkflowPage figures() {
    html.append("<div class=\"figures\">\n");
    return this;
  }

  /** One of them. */
  WorkflowPage figure(String source, double aspect, String caption) {
    String ratio = String.format(Locale.ROOT, "%.4f", aspect);
    html.append("<figure><img src=\"").append(source).append("\" style=\"aspect-ratio:");
    html.append(ratio).append("\" alt=\"").append(escaped(caption)).append("\">\n");
    html.append("<figcaption>").append(unit(caption)).append("</figcaption></figure>\n");
    return this;
  }

  /** Ends them. */
  WorkflowPage endOfFigures() {
    html.append("</div>\n");
    return this;
  }

  /** What the colours of a picture mean, from 0 to the largest. */
  WorkflowPage colourBar(String source, double largest, String unit) {
    html.append("<div class=\"bar\"><img src=\"").append(source).append("\" alt=\"\">\n<div>");
    for (int i = 0; i <= 4; i++) {
      String end = i == 4 ? " " + unit(unit) : "";
      html.append("<span>").append(shown(i * largest / 4)).append(end).append("</span>");
    }
    html.append("</div></div>\n");
    return this;
  }

  /** An element that is made elsewhere. */
  WorkflowPage element(String element) {
    html.append(element);
    return this;
  }

  /** The whole page. */
  String text() {
    return html + "</body>\n</html>\n";
  }

  /** A number with four digits, of a whole one all; "mm^3" with a small 3. */
  static String shown(Object cell) {
    if (!(cell instanceof Number)) {
      return unit(String.valueOf(cell));
    }
    double value = ((Number) cell).doubleValue();
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "not defined";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return String.format(Locale.ROOT, "%,d", (long) value);
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS);
    double size = Math.abs(value);
    if (size >= 1e3 && size < 1e15) {
      return String.format(Locale.ROOT, "%,d", Math.round(value));
    }
    return size < 1e-4 || size >= 1e15
        ? String.format(Locale.ROOT, "%.3e", value)
        : rounded.stripTrailingZeros().toPlainString();
  }

  /** Powers raised. */
  static String unit(String text) {
    return escaped(text).replace("^2", "\u00b2").replace("^3", "\u00b3");
  }

  /** A text in which nothing is markup. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
