// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bitvox.Kernel;

/**
 * Reads kernels: text as ImageJ's Convolver takes it, a row of numbers a line, with an empty line
 * between the planes of a 3D kernel; or a TIFF stack.
 */
final class KernelFiles {
  private KernelFiles() {}

  static Kernel read(String name) throws IOException {
    boolean tiff = name.toLowerCase(Locale.ROOT).matches(".*\\.tiff?");
    return tiff ? stack(name) : text(name);
  }

  private static Kernel stack(String name) throws IOException {
    StackFile file = TiffFiles.open(name);
    int plane = file.width() * file.height();
    float[] coefficients = new float[plane * file.depth()];
    for (int z = 0; z < file.depth(); z++) {
      Object pixels = file.readSlice(z);
      for (int i = 0; i < plane; i++) {
        coefficients[z * plane + i] = value(pixels, i);
      }
    }
    return Kernel.full(file.width(), file.height(), file.depth(), coefficients);
  }

  private static float value(Object pixels, int i) {
    if (pixels instanceof byte[]) {
      return ((byte[]) pixels)[i] & 0xff;
    }
    return pixels instanceof short[] ? ((short[]) pixels)[i] & 0xffff : ((float[]) pixels)[i];
  }

  private static Kernel text(String name) throws IOException {
    List<String> lines =
        new ArrayList<>(Files.readAllLines(InputFiles.existing(name), StandardCharsets.ISO_8859_1));
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
          throw new IOException(Messages.kernelShape(name));
        }
        height = rows > 0 ? rows : height;
        depth += rows > 0 ? 1 : 0;
        rows = 0;
        continue;
      }
      String[] words = line.trim().split("[\\s,;]+");
      if (width != 0 && words.length != width) {
        throw new IOException(Messages.kernelShape(name));
      }
      width = words.length;
      rows++;
      for (String word : words) {
        numbers.add(number(name, word));
      }
    }
    if (numbers.isEmpty()) {
      throw new IOException(Messages.kernelShape(name));
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
      throw new IOException(Messages.kernelNumber(name, word), e);
    }
  }
}
