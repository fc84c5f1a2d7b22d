// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.fuzz;

import ij.ImagePlus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.TestImages;
import org.bitvox.TestMovie;
import org.bitvox.files.ColourModelFile;
import org.bitvox.parameters.RandomOptions;

/** Inputs, whole and damaged, and files that stand where outputs are to go. */
final class FuzzFolder {
  static final int WIDTH = TestImages.WIDTH;
  static final int HEIGHT = TestImages.HEIGHT;
  static final int DEPTH = TestImages.DEPTH;

  /** An output that is a symbolic link, and where it leads. */
  static final String LINK = "link.tif";

  static final String LINKED = "linked.tif";

  private static final String[] INPUTS = {
    "binary.tif", "binary.tif", "short.tif", "float.tif", "binary.raw", "kernel.txt", "no.tif",
  };

  /** Files that no other key reads. */
  private static final Map<String, String> OF_KEYS =
      Map.of("kernel_file", "kernel.txt", "model", "model.json");

  private static final String[] OUTPUTS = {
    "new", "new", "other", "old", "old", "read-only", "link", "binary", "folder", "no/new",
  };
  private static final String MUTANT = "mutant";

  final Path path;

  FuzzFolder(Path empty) throws IOException {
    path = empty;
    ImagePlus binary = TestImages.binary();
    TestImages.save(binary, path, "binary.tif");
    TestImages.save(TestImages.stack(16, 7, 40000), path, "short.tif");
    TestImages.save(TestImages.stack(32, -1, 1e30), path, "float.tif");
    byte[] raw = new byte[WIDTH * HEIGHT * DEPTH];
    for (int z = 0; z < DEPTH; z++) {
      Object slice = binary.getStack().getPixels(z + 1);
      System.arraycopy(slice, 0, raw, z * WIDTH * HEIGHT, WIDTH * HEIGHT);
    }
    Files.write(path.resolve("binary.raw"), raw);
    write("kernel.txt", "0 1 0\n1 -4 1\n0 1 0\n\n0 0 0\n0 1 0\n0 0 0\n\n1 1 1\n1 1 1\n1 1 1\n");
    write("model.json", ColourModelFile.text(TestMovie.model()));
    for (String folder : new String[] {"folder.tif", "folder.csv", "folder.png"}) {
      Files.createDirectory(path.resolve(folder));
    }
    Files.createSymbolicLink(path.resolve(LINK), Path.of(LINKED));
  }

  private void write(String name, String text) throws IOException {
    Files.write(path.resolve(name), text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Makes all as it was, and another damaged file. */
  void refresh(Random random) throws IOException {
    for (Path file : files()) {
      if (file.getFileName().toString().matches("(new|other|linked|" + MUTANT + ")\\..*")) {
        Files.delete(file);
      }
    }
    try (DirectoryStream<Path> reports = Files.newDirectoryStream(path, "*.report.html")) {
      for (Path report : reports) {
        remove(report);
      }
    }
    for (String extension : new String[] {"tif", "csv", "png"}) {
      write("old." + extension, "old");
      if (!Files.exists(path.resolve("read-only." + extension))) {
        write("read-only." + extension, "old");
        Files.setPosixFilePermissions(
            path.resolve("read-only." + extension), PosixFilePermissions.fromString("r--r--r--"));
      }
    }
    String original = INPUTS[random.nextInt(INPUTS.length - 1)];
    byte[] mutant = damaged(Files.readAllBytes(path.resolve(original)), random);
    Files.write(path.resolve(MUTANT + original.substring(original.indexOf('.'))), mutant);
  }

  private static byte[] damaged(byte[] bytes, Random random) {
    int header = Math.min(bytes.length, random.nextBoolean() ? bytes.length : 300);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(header);
      bytes[at] =
          (byte) (random.nextBoolean() ? random.nextInt(256) : bytes[at] ^ 1 << random.nextInt(8));
    }
    return random.nextInt(4) == 0
        ? Arrays.copyOf(bytes, random.nextInt(bytes.length * 5 / 4))
        : bytes;
  }

  /** Inputs are half of the time damaged; outputs may stand already, in many ways. */
  RandomOptions.Names names(Random random) {
    return (key, extensions) -> {
      if (!extensions.isEmpty()) {
        return path + "/" + OUTPUTS[random.nextInt(OUTPUTS.length)] + "." + extensions.get(0);
      }
      String own = OF_KEYS.get(key);
      String name = random.nextInt(3) == 0 ? mutant() : INPUTS[random.nextInt(INPUTS.length)];
      return path + "/" + (own != null && random.nextInt(3) > 0 ? own : name);
    };
  }

  private String mutant() {
    for (String extension : new String[] {".tif", ".raw"}) {
      if (Files.exists(path.resolve(MUTANT + extension))) {
        return MUTANT + extension;
      }
    }
    return MUTANT + ".txt";
  }

  /** All files with what is in them and what may be done with them. */
  Map<Path, String> content() throws IOException {
    Map<Path, String> content = new TreeMap<>();
    for (Path file : files()) {
      String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
      content.put(file, rights + Arrays.hashCode(Files.readAllBytes(file)));
    }
    return content;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(file -> Files.isRegularFile(file)).collect(Collectors.toList());
    }
  }

  /** Removes a folder and all that is in it. */
  static void remove(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}
