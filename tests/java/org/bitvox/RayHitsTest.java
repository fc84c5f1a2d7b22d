// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RayHitsTest implements BackendContract, FieldsContract<RayHits> {
  private static final ProgressListener NONE = ProgressListener.NONE;
  private static final String TETRAHEDRON =
      "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

  @TempDir Path folder;

  private Path file(String name, String text) {
    try {
      return Files.write(folder.resolve(name), text.getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Meshes read(Path file) {
    return Meshes.read(Collections.singletonList(file), NONE);
  }

  private Path tetrahedron() {
    return file("tetraëder.obj", TETRAHEDRON);
  }

  private Meshes mesh() {
    return read(tetrahedron());
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return options()
        .backend(backend)
        .threads(threads)
        .trace(mesh(), null, null, RayHits.Format.CSV, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(
        () -> new RayHits().trace(null, null, null, RayHits.Format.CSV, NONE),
        () -> Meshes.read(null, NONE),
        () -> read(null));
  }

  @Override
  public RayHits options() {
    return new RayHits().cone(10, 20).detector(50, 40, 0.25, 0.25).angle(30);
  }

  @Override
  public Fields outcome(RayHits options) {
    // Open, with a flat triangle, and around it a closed one; the source is on the inner one.
    String two =
        TETRAHEDRON.replace("f 1 4 3", "f 1 1 2")
            + "v -9 -9 -9\nv 40 -9 -9\nv -9 40 -9\nv -9 -9 40\n"
            + "f 5 7 6\nf 5 6 8\nf 6 7 8\nf 5 8 7\n";
    Path rays = file("ends.csv", "1,1,0\n1,1,30\n-30,1,1\n");
    return Fields.of(
        options
            .source(1, 1, 0)
            .trace(read(file("two.obj", two)), rays, null, RayHits.Format.CSV, NONE));
  }

  @Test
  void rayEndsAreWrittenAsTableAndAsBytes() throws IOException {
    Path rays = file("ends.csv", "x,y,z\n0.5,0.5,10\n0.5,0.5,-10\n");
    Path hits = folder.resolve("hits.csv");
    RayHits search = new RayHits().source(0.5, 0.5, 1);
    RayHits.Result result = search.trace(mesh(), rays, hits, RayHits.Format.CSV, NONE);
    assertEquals(
        Arrays.asList("Ray,Distance,Mesh,Triangle,Side", "1,2,1,3,1", "2,1,1,1,1"),
        Files.readAllLines(hits));
    assertEquals(1, result.meshes());
    assertEquals(4, result.triangles(0));
    assertEquals(0, result.openEdges(0));
    assertEquals("", result.fault(0));
    assertEquals(1, result.winding(0));
    assertEquals(2, result.rays());
    assertEquals(2, result.raysHit());
    assertEquals(2, result.hits());
    assertEquals(1, result.deepest());
    assertEquals(0, result.deepestRay());
    assertEquals(0, result.oddRays() + result.flat() + result.touched() + result.withoutLength());
    search.trace(mesh(), rays, hits, RayHits.Format.BINARY, NONE);
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(hits)).order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(32, bytes.capacity());
    assertEquals(1, bytes.getInt(16));
    assertEquals(1f, bytes.getFloat(20));
    assertEquals(0, bytes.getInt(24));
    assertEquals(0, bytes.getShort(28));
    assertEquals(1, bytes.getShort(30));
  }

  @Test
  void detectorMayTurnAndBeParallel() {
    RayHits.Result result =
        new RayHits()
            .parallel()
            .axis(Detector.Axis.X)
            .detector(9, 9, 0.5, 0.5)
            .offset(-1, -1)
            .threads(1)
            .trace(mesh(), null, null, RayHits.Format.CSV, NONE);
    assertTrue(result.hits() > 20);
    assertEquals(2, result.deepest());
    assertEquals(0, result.oddRays());
  }

  @Test
  void anOpenMeshIsReported() {
    String open = TETRAHEDRON.replace("f 1 4 3\n", "");
    RayHits.Result result =
        options().trace(read(file("open.obj", open)), null, null, RayHits.Format.CSV, NONE);
    assertEquals(3, result.openEdges(0));
    assertTrue(result.fault(0).contains("is not closed"), result.fault(0));
    assertTrue(result.oddRays() > 0);
  }

  @Test
  void refusesWhatIsDamaged() {
    Path nothing = folder.resolve("none.stl");
    assertTrue(refusal(nothing, null).startsWith("none.stl: "), refusal(nothing, null));
    assertEquals(
        "ends.csv: line 2: has 2 cells, but there are 3 columns",
        refusal(tetrahedron(), file("ends.csv", "x,y,z\n1,2\n")));
  }

  private static String refusal(Path mesh, Path rays) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> new RayHits().trace(read(mesh), rays, null, RayHits.Format.CSV, NONE))
        .getMessage();
  }
}
