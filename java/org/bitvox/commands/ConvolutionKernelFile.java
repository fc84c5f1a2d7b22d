// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.bitvox.Kernel;
import org.bitvox.files.InputFiles;
import org.bitvox.files.MarkedText;
import org.bitvox.files.Messages;
import org.bitvox.files.Pixels;
import org.bitvox.files.StackFile;

/**
 * Reads kernels: text as ImageJ's Convolver takes it, a row of numbers a line, with an empty line
 * between the planes of a 3D kernel; or a TIFF stack.
 */
final class ConvolutionKernelFile {
  private static final String SHAPE =
      ": a kernel needs rows of equal length, and planes of equal height";

  private static final int LARGEST_SIDE = 31; // an image by mistake is not read at all

  private static final long LARGEST_TEXT = 4_000_000; // far more than 31 x 31 x 31 numbers need

  private ConvolutionKernelFile() {}

  static Kernel read(String name) throws IOException {
    boolean tiff = name.toLowerCase(Locale.ROOT).matches(".*\\.tiff?");
    return tiff ? stack(name) : text(name);
  }

  private static Kernel stack(String name) throws IOException {
    StackFile file = StackFile.open(name);
    if (Math.max(file.width(), Math.max(file.height(), file.depth())) > LARGEST_SIDE) {
      throw new IOException(name + ": a kernel has odd sides of at most " + LARGEST_SIDE);
    }
    int plane = file.width() * file.height();
    float[] coefficients = new float[plane * file.depth()];
    for (int z = 0; z < file.depth(); z++) {
      Object pixels = file.readSlice(z);
      for (int i = 0; i < plane; i++) {
        coefficients[z * plane + i] = Pixels.value(pixels, i);
      }
    }
    return Kernel.full(file.width(), file.height(), file.depth(), coefficients);
  }

  private static Kernel text(String name) throws IOException {
    Path file = InputFiles.existing(name);
    if (Files.size(file) > LARGEST_TEXT) {
      throw new IOException(name + ": a kernel has at most " + LARGEST_TEXT + " bytes of text");
    }
    String text = MarkedText.of(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    List<String> lines = new ArrayList<>(Arrays.asList(text.split("\r\n|\r|\n")));
    lines.removeIf(line -> line.startsWith("#"));
    lines.add("");
    List<Float> numbers = new ArrayList<>();
    int width = 0;
    int height = 0;
    int depth = 0;
    int rows = 0;
    for (String line : lines) {
      if (line.trim().isEmpty()) {
        if (rows > 0 && depth > 0 && rows != height) {
          throw new IOException(name + SHAPE);
        }
        height = rows > 0 ? rows : height;
        depth += rows > 0 ? 1 : 0;
        rows = 0;
        continue;
      }
      String[] words = line.trim().split("[\\s,;]+");
      if (width != 0 && words.length != width) {
        throw new IOException(name + SHAPE);
      }
      width = words.length;
      rows++;
      for (String word : words) {
        numbers.add(number(name, word));
      }
    }
    if (numbers.isEmpty()) {
      throw new IOException(name + SHAPE);
    }
    float[] coefficients = new float[numbers.size()];
    for (int i = 0; i < coefficients.length; i++) {
      coefficients[i] = numbers.get(i);
    }
    return Kernel.full(width, height, depth, coefficients);
  }

  private static float number(String name, String word) throws IOException {
    try {
      return Float.parseFloat(word);
    } catch (NumberFormatException e) {
      throw new IOException(name + ": " + Messages.quoted(word) + " is not a number", e);
    }
  }
}
