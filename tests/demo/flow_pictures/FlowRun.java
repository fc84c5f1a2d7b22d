// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImagePlus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.bitvox.Cli;

/** One call of the command line: a raw volume, its keys, and what came out. */
final class FlowRun {
  /** Whether a point is fluid. */
  interface Fluid {
    boolean at(double x, double y, double z);
  }

  private static Path folder;

  private final int width;
  private final int height;
  private final int depth;
  private final StringBuilder keys = new StringBuilder();
  private String printed;
  private ImagePlus velocity;

  /** For all files. */
  static void in(Path value) {
    folder = value;
  }

  /** A volume all of fluid. */
  FlowRun(int width, int height, int depth) {
    this(width, height, depth, bytes(width * height * depth));
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) 255);
    return bytes;
  }

  /** Of how much of each voxel is fluid, 0 to 255. */
  FlowRun(int width, int height, int depth, byte[] fluid) {
    this.width = width;
    this.height = height;
    this.depth = depth;
    try {
      Files.write(folder.resolve("volume.raw"), fluid);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Voxels by how much of them is fluid, or wholly by their centres. Coordinates count from the
   * middle of the volume.
   *
   * @param parts of the side of a voxel, each of which has a point that is tried
   */
  static FlowRun of(int width, int height, int depth, Fluid fluid, int parts, boolean fractions) {
    byte[] values = new byte[width * height * depth];
    for (int i = 0; i < values.length; i++) {
      double x = i % width - (width - 1) / 2.0;
      double y = i / width % height - (height - 1) / 2.0;
      double z = i / width / height - (depth - 1) / 2.0;
      double part = fractions ? part(x, y, z, fluid, parts, depth == 1) : 0;
      values[i] = (byte) Math.round(255 * (fractions ? part : fluid.at(x, y, z) ? 1 : 0));
    }
    return new FlowRun(width, height, depth, values).key("fraction", "");
  }

  private static double part(double x, double y, double z, Fluid fluid, int parts, boolean flat) {
    int hits = 0;
    int layers = flat ? 1 : parts;
    for (int i = 0; i < parts * parts * layers; i++) {
      double dx = (i % parts + 0.5) / parts - 0.5;
      double dy = (i / parts % parts + 0.5) / parts - 0.5;
      double dz = flat ? 0 : (i / parts / parts + 0.5) / parts - 0.5;
      hits += fluid.at(x + dx, y + dy, z + dz) ? 1 : 0;
    }
    return (double) hits / (parts * parts * layers);
  }

  FlowRun key(String name, Object value) {
    keys.append(' ').append(name);
    if (!value.equals("")) {
      keys.append('=').append(value);
    }
    return this;
  }

  /** Faces: "periodic", "closed", ... of left, right, top, bottom, front and back. */
  FlowRun faces(String... faces) {
    String[] names = {"left", "right", "top", "bottom", "front", "back"};
    for (int i = 0; i < names.length; i++) {
      key(names[i], faces[i]);
    }
    return this;
  }

  FlowRun vector(String name, double x, double y, double z) {
    return key(name, x + "," + y + "," + z);
  }

  /** A text of bodies. */
  FlowRun bodies(String text) throws IOException {
    Files.write(folder.resolve("bodies.txt"), text.getBytes());
    return key("bodies", folder.resolve("bodies.txt"));
  }

  FlowRun run() {
    Path output = folder.resolve("velocity.tif");
    String shape = " width=" + width + " height=" + height + " depth=" + depth;
    String files = "input=" + folder.resolve("volume.raw") + shape + " output=" + output;
    printed = Cli.run("flow", files + keys);
    if (printed.isEmpty()) {
      throw new IllegalStateException("flow " + files + keys);
    }
    velocity = IJ.openImage(output.toString());
    return this;
  }

  /** A number of the table. */
  double number(String name) {
    for (String line : printed.split("\n")) {
      if (line.startsWith(name + ": ")) {
        return Double.parseDouble(line.substring(name.length() + 2));
      }
    }
    throw new IllegalStateException("no " + name + " in " + printed);
  }

  /** The mean velocity over the whole volume, along an axis. */
  double flux(char axis) {
    return number("Mean velocity " + axis + " (voxels/step)") * number("Fluid (voxels)");
  }

  /** A component of the velocity, 0 to 2, between voxels: linear, and constant beyond the last. */
  double velocity(double x, double y, double z, int component) {
    int slice = (int) Math.floor(z);
    double part = z - slice;
    return part == 0
        ? inSlice(x, y, slice, component)
        : (1 - part) * inSlice(x, y, slice, component) + part * inSlice(x, y, slice + 1, component);
  }

  private double inSlice(double x, double y, int slice, int component) {
    velocity.setPositionWithoutUpdate(component + 1, slice + 1, 1);
    double px = Math.min(width - 1, Math.max(0, x));
    double py = Math.min(height - 1, Math.max(0, y));
    int i = Math.min(Math.max(0, width - 2), (int) px);
    int j = Math.min(Math.max(0, height - 2), (int) py);
    double a = px - i;
    double b = py - j;
    return (1 - b) * ((1 - a) * at(i, j) + a * at(i + 1, j))
        + b * ((1 - a) * at(i, j + 1) + a * at(i + 1, j + 1));
  }

  private double at(int x, int y) {
    int inside = Math.min(x, width - 1) + width * Math.min(y, height - 1);
    float[] pixels = (float[]) velocity.getStack().getPixels(velocity.getCurrentSlice());
    return pixels[inside];
  }

  /** A column of a file of rows that the run wrote. */
  static double[] column(String file, String name) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(file));
    int column = Arrays.asList(lines.get(0).split(",")).indexOf(name);
    if (column < 0) {
      throw new IllegalStateException("no " + name + " in " + lines.get(0));
    }
    return lines.stream()
        .skip(1)
        .mapToDouble(line -> Double.parseDouble(line.split(",")[column]))
        .toArray();
  }

  /** The file's place. */
  static Path file(String name) {
    return folder.resolve(name);
  }

  /** Prints a line of numbers. */
  static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
