// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that libtiff and tifffile have written: samples/make.py made them. */
class TiffSamplesTest {
  static final Path SAMPLES = Path.of("tests/java/org/bitvox/files/samples");

  static List<Path> samples() throws IOException {
    try (Stream<Path> files = Files.list(SAMPLES)) {
      return files
          .filter(file -> file.toString().endsWith(".tif"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private static SampleType type(String name) {
    switch (name.substring(0, name.indexOf('-'))) {
      case "bit":
        return SampleType.BIT;
      case "byte":
        return SampleType.BYTE;
      case "ushort":
        return SampleType.UNSIGNED_SHORT;
      case "short":
        return SampleType.SIGNED_SHORT;
      case "int":
        return SampleType.INT;
      case "float":
        return SampleType.FLOAT;
      default:
        return SampleType.DOUBLE;
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void readsWhatOthersWrite(Path path) throws IOException {
    String name = path.getFileName().toString();
    SampleType type = type(name);
    TiffStack stack = TiffStack.open(path, name, ReadOptions.NONE);
    assertEquals(2, stack.depth());
    assertEquals(2, stack.slices());
    assertEquals(1, stack.channels());
    assertEquals(1, stack.frames());
    assertEquals(type == SampleType.SIGNED_SHORT, stack.calibration().isSigned16Bit());
    if (name.contains("imagej")) {
      assertEquals(2.5, stack.calibration().pixelDepth);
      assertEquals("µm", stack.calibration().getUnit());
    }
    for (int z = 0; z < 2; z++) {
      assertTrue(
          TiffStackTest.same(
              TiffSample.pixels(type, stack.width(), stack.height(), z), stack.readSlice(z)));
    }
  }
}
