// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bitvox.Cli;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RayHitsCommandTest {
  @TempDir Path folder;
  private Path mesh;

  @BeforeEach
  void write() throws IOException {
    mesh =
        file(
            "corner.obj",
            "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  }

  private Path file(String name, String text) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  private String run(String options) throws IOException {
    return Cli.run("ray_hits", "meshes=[" + mesh + "] " + options);
  }

  @Test
  void tablesOfEndsMayHaveOtherColumns() throws IOException {
    Path ends = file("ends.csv", "\"Z (mm)\",Name,X (mm),Y (mm)\n-9,\"a, b\",1,1\n9,c,1,1\n");
    String row = run("rays=[" + ends + "] source=1,1,1");
    assertTrue(row.contains("Rays: 2\n") && row.contains("Rays that hit: 2\n"), row);
    assertFalse(row.contains("Seconds"), row);
  }

  @Test
  void notesCountRays() throws IOException {
    Path one = file("one.csv", "x,y,z\n1,1,1\n9,9,9\n");
    assertNote("1 ray ends at the source and hits nothing.", one);
    Path two = file("two.csv", "x,y,z\n1,1,1\n1,1,1\n9,9,9\n");
    assertNote("2 rays end at the source and hit nothing.", two);
    String row = run("columns=2 rows=2 offset_columns=900");
    assertTrue(row.contains("Note: No ray hits a mesh: nothing is in view."), row);
  }

  /** All of the mesh is in view, at any angle: what is between hits fills its volume. */
  @Test
  void theDetectorFitsTheMeshes() throws IOException {
    Path hits = folder.resolve("hits.csv");
    for (String axis : new String[] {"x", "y", "z"}) {
      String row =
          run("beam=parallel angle=45 columns=128 axis=" + axis + " output=[" + hits + "]");
      double area = number(row, "Pixel width") * number(row, "Pixel height");
      double sum = 0;
      for (String line : Files.readAllLines(hits)) {
        String[] cells = line.split(",");
        sum +=
            line.startsWith("Ray") ? 0 : Double.parseDouble(cells[1]) * Integer.parseInt(cells[4]);
      }
      assertEquals(64.0 / 6, sum * area, 0.2, axis); // half a pixel of a face of 8
      assertEquals(0, number(row, "Rays that do not add up"));
      assertFalse(row.contains("not kept"), row);
    }
  }

  private static double number(String row, String column) {
    return Double.parseDouble(
        row.replaceFirst("(?s).*\n" + column + ": ", "").replaceFirst("(?s)\n.*", ""));
  }

  private void assertNote(String note, Path ends) throws IOException {
    String row = run("rays=[" + ends + "] source=1,1,1");
    assertTrue(row.contains("Note: " + note + " "), row);
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    Path ends = file("ends.csv", "x,y,z\n1,1,1\n");
    for (String source : new String[] {"inf,0,0", "1e400,0,0", "0,-1e300,0", "1,2"}) {
      assertSays(
          "source="
              + source
              + " is not allowed; use three numbers with commas between: x,y,z, each from -1e12 to"
              + " 1e12",
          "rays=[" + ends + "] source=" + source);
    }
    assertSays("source=1,2,3 has no effect without rays=", "source=1,2,3");
    assertSays(
        "ends.csv: has no column 'z'; its columns must be x, y and z",
        "rays=[" + file("ends.csv", "x,y,w\n1,1,1\n") + "]");
    assertSays(
        "the detector reaches 1.5e+10 from the source or the beam's middle; for meshes of this"
            + " size 8192 is the most: use smaller pixels or distances",
        "columns=2 rows=2 pixel_width=1e10 pixel_height=1e10");
  }

  private void assertSays(String sentence, String options) {
    assertEquals(
        sentence,
        assertThrows(
                IllegalArgumentException.class,
                () -> new RayHitsCommand().print("meshes=[" + mesh + "] " + options))
            .getMessage());
  }
}
