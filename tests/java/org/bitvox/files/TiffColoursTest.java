// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not grey is refused. */
class TiffColoursTest {
  @TempDir Path folder;

  private final TiffBuilder builder = new TiffBuilder();

  private String failure() throws IOException {
    return TiffDamageTest.failure(folder, builder.build());
  }

  private String failure(int tag, long type, long... values) throws IOException {
    builder.tags.put(tag, TiffBuilder.values((int) type, values));
    return failure();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7})
  void pixelsOfSeveralGreyValues(int samples) throws IOException {
    assertEquals(
        "each pixel has "
            + samples
            + " values (SamplesPerPixel); one is needed, so save one of its channels by itself",
        failure(277, 3, samples));
  }

  @ParameterizedTest
  @CsvSource({"5, ' (CMYK)'", "6, ' (YCbCr)'", "32803, ' (behind a colour filter)'", "99, ''"})
  void valuesThatAreNotGrey(int meaning, String words) throws IOException {
    builder.tagsOf = 1;
    String tag = "PhotometricInterpretation of page 2 is " + meaning + words;
    String sentence = tag + "; only grey images are supported, so convert it first";
    assertEquals(sentence, failure(262, 3, meaning));
    builder.tags.put(277, new long[] {3, 4});
    assertEquals(sentence, failure());
  }

  @Test
  void coloursWithoutAllTheirValues() throws IOException {
    String rgb = "RGB images are not supported; convert to 8-bit first.";
    assertEquals(rgb, failure(262, 3, 2));
    builder.tags.clear();
    assertEquals("SamplesPerPixel of page 1 is 0, which is not supported", failure(277, 3, 0));
  }
}
