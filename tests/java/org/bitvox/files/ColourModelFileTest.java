// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bitvox.ColourModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColourModelFileTest {
  @TempDir Path folder;

  private static ColourModel model() {
    ColourModel model = ColourModel.of(ColourModel.Space.HSV, ColourModel.Covariance.FULL);
    model.addClass("grass \"wet\" \\ \u00fc", 1.0 / 3);
    model.addGaussian(
        0.1 + 0.2, new double[] {512.1, 200, 100}, new double[] {1e3, 1.5, 0, 80, -1, 70});
    model.addGaussian(0.7, new double[] {1e-7, 0, 255}, new double[] {0.25, 0, 0, 0.25, 0, 0.25});
    model.addClass("white", 2);
    model.addGaussian(1, new double[] {3, 4, 5}, new double[] {100, 0, 0, 100, 0, 100});
    return model;
  }

  private Path file(String text) throws IOException {
    return Files.write(folder.resolve("m.json"), text.getBytes(StandardCharsets.UTF_8));
  }

  private String sentence(String text) throws IOException {
    Path file = file(text);
    return assertThrows(IOException.class, () -> ColourModelFile.read(file)).getMessage();
  }

  @Test
  void readsBackWhatItWrote() throws IOException {
    ColourModel model = model();
    Path file = folder.resolve("m.json");
    ColourModelFile.write(model, file);
    ColourModel read = ColourModelFile.read(file);
    assertEquals(model.space(), read.space());
    assertEquals(2, read.classes());
    for (int k = 0; k < 2; k++) {
      assertEquals(model.name(k), read.name(k));
      assertEquals(model.prior(k), read.prior(k));
      for (int i = 0; i < model.gaussians(k); i++) {
        assertEquals(model.weight(k, i), read.weight(k, i));
        assertArrayEquals(model.mean(k, i), read.mean(k, i));
        assertArrayEquals(model.covariance(k, i), read.covariance(k, i));
      }
    }
    assertEquals(ColourModelFile.text(model), ColourModelFile.text(read));
  }

  @Test
  void theOrderAndTheSpaceOfTheTextDoNotMatter() throws IOException {
    String text =
        "{\"classes\":[{\"gaussians\":[{\"covariance\":[[1,0,0],[0,1,0],[0,0,1]],\"mean\":"
            + "[1,2,3e0],\"weight\":1}],\"prior\":1,\"name\":\"a\",\"more\":null}],"
            + "\"covariance\":\"diagonal\",\"space\":\"rgb\",\"version\":1,"
            + "\"format\":\"Bitvox colour classes\"}";
    assertEquals(ColourModel.Space.RGB, ColourModelFile.read(file(text)).space());
  }

  @Test
  void hasASentenceForEachFault() throws IOException {
    Map<String[], String> faults = new LinkedHashMap<>(); // what is replaced, by what
    String good = ColourModelFile.text(model());
    faults.put(new String[] {"\"hsv\"", "\"hsl\""}, "its space is hsl; known are hsv, rgb, lab");
    faults.put(new String[] {"\"full\"", "7"}, "its covariance is 7.0; known are full, diagonal");
    faults.put(
        new String[] {"Bitvox colour", "My colour"},
        "it is no model of colour classes: \"format\": \"Bitvox colour classes\" is missing");
    faults.put(
        new String[] {"\"version\": 1", "\"version\": 2"},
        "its version is 2.0; this program reads version 1");
    faults.put(
        new String[] {"\"prior\": 2", "\"prior\": \"2\""}, "class 2 has no number \"prior\"");
    faults.put(
        new String[] {"\"prior\": 2", "\"prior\": -2"},
        "the prior of class 2 is -2; use a number above 0, to 1e9");
    faults.put(new String[] {"\"name\": \"white\"", "\"nom\": 1"}, "class 2 has no \"name\"");
    faults.put(
        new String[] {"[3, 4, 5]", "[3, 4]"},
        "the mean of Gaussian 1 of class 2 must be a list of 3 numbers");
    faults.put(
        new String[] {"[100, 0, 0]", "[100, 1, 0]"},
        "the covariance of Gaussian 1 of class 2 is not symmetric");
    faults.put(
        new String[] {"\"gaussians\": [", "\"gaussians\": 3, \"g\": ["},
        "class 1 has no list \"gaussians\"");
    faults.put(new String[] {"\"version\": 1,", "\"version\": 1"}, "line 4: ',' is missing");
    faults.put(new String[] {"\"version\": 1", "\"version\": 01"}, "line 3: '01' is no value");
    faults.put(new String[] {"\"version\"", "\"format\""}, "line 3: \"format\" is there twice");
    for (Map.Entry<String[], String> fault : faults.entrySet()) {
      assertEquals(
          "m.json: " + fault.getValue(),
          sentence(good.replace(fault.getKey()[0], fault.getKey()[1])),
          Arrays.toString(fault.getKey()));
    }
    assertEquals("m.json: line 1: the end is missing", sentence(""));
    assertEquals("m.json: the file is no object in { }", sentence("[]"));
    assertEquals(
        "m.json: line 30: there is more behind the end", sentence(good + "x").replace("31", "30"));
  }

  @Test
  void everyBeginningIsAnError() throws IOException {
    String good = ColourModelFile.text(model());
    for (int length = 0; length < good.length() - 2; length++) {
      Path file = file(good.substring(0, length));
      assertThrows(IOException.class, () -> ColourModelFile.read(file));
    }
  }

  @Test
  void depthSizeAndLettersHaveLimits() throws IOException {
    char[] brackets = new char[100_000];
    Arrays.fill(brackets, '[');
    assertEquals("m.json: line 1: brackets are more than 16 deep", sentence(new String(brackets)));
    char[] spaces = new char[(1 << 20) + 1];
    Arrays.fill(spaces, ' ');
    assertEquals(
        "m.json: it has 1048577 bytes, and no model has more than 1048576",
        sentence(new String(spaces)));
    Path file = Files.write(folder.resolve("m.json"), new byte[] {'"', (byte) 0xff, '"'});
    assertEquals(
        "m.json: it is no text in UTF-8",
        assertThrows(IOException.class, () -> ColourModelFile.read(file)).getMessage());
  }
}
