// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentsTest implements OperationContract, FieldsContract<Agents> {

  private static final ProgressListener NONE = ProgressListener.NONE;
  private static final int SIDE = 60;

  @TempDir Path folder;

  private static AgentArena box() {
    return AgentArena.box(SIDE, SIDE, 1);
  }

  @Override
  public void run(ProgressListener listener) {
    options().simulate(box(), new AgentOutputs().labels(new Slices()), listener);
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(
        () -> new Agents().simulate(null, new AgentOutputs(), NONE),
        () -> new Agents().simulate(box(), null, NONE),
        () -> new Agents().motion(null),
        () -> new Agents().clearance(null),
        () -> new AgentOutputs().look(null),
        () -> AgentArena.of(null),
        () -> box().starts(null),
        () -> box().starts(null, NONE),
        () -> box().goals(null, NONE),
        () -> Agents.check(null, 1, NONE));
  }

  /** They meet walls and one another, and divide. */
  @Override
  public Agents options() {
    return new Agents().radius(2.5).agents(60).steps(30).every(3).step(1.5).divide(60).seed(5);
  }

  @Override
  public Fields outcome(Agents options) {
    Slices labels = new Slices();
    Slices movie = new Slices();
    Slices density = new Slices();
    AgentOutputs outputs = new AgentOutputs().labels(labels).movie(movie).density(density);
    return Fields.of(
        options.simulate(box(), outputs, NONE), labels.all(), movie.all(), density.all());
  }

  @Test
  void everyFieldOfACheckArrives() {
    Path tracks = file("t.csv", "track,frame,x,y\nA,3,5,5\nB,3,6,5\nA,4,5,5\n");
    Fields.of(Agents.check(tracks, 1, NONE))
        .numbers()
        .forEach((field, number) -> assertFalse(number.equals(0.0), field + " is 0"));
  }

  /** Keeps what it gets. */
  private static final class Slices implements SliceReceiver {
    private final List<Object> slices = new ArrayList<>();

    @Override
    public void accept(int slice, Object pixels) {
      assertEquals(slices.size(), slice);
      slices.add(pixels);
    }

    Object[] all() {
      return slices.toArray();
    }
  }

  private Path file(String name, String text) {
    try {
      return Files.write(folder.resolve(name), text.getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** id, frame, x, y, z of each row. */
  private static List<double[]> rows(Path tracks) throws IOException {
    List<double[]> rows = new ArrayList<>();
    List<String> lines = Files.readAllLines(tracks);
    assertEquals(
        "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME,RADIUS",
        lines.get(0));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      int[] columns = {2, 8, 4, 5, 6};
      rows.add(Arrays.stream(columns).mapToDouble(c -> Double.parseDouble(cells[c])).toArray());
    }
    return rows;
  }

  /** A pixel has the label of the agent whose centre is within the radius of the pixel's. */
  @Test
  void labelsAreThoseOfTheTracks() throws IOException {
    Path tracks = folder.resolve("tracks.csv");
    Slices labels = new Slices();
    Slices density = new Slices();
    Agents agents = new Agents().radius(3.7).agents(80).steps(4).spacing(0.5, 0.5, 0.5);
    assertFalse(agents.hasManyIds(AgentArena.box(120, 90, 1)));
    assertTrue(agents.divide(100).hasManyIds(AgentArena.box(120, 90, 1)));
    agents
        .divide(0)
        .simulate(
            AgentArena.box(120, 90, 1),
            new AgentOutputs().labels(labels).density(density).tracks(tracks),
            NONE);
    List<double[]> rows = rows(tracks);
    rows.forEach(row -> assertEquals(0, row[4]));
    assertEquals(5, labels.slices.size());
    float[] part = (float[]) density.slices.get(0);
    for (int i = 0; i < part.length; i++) {
      int covered = 0;
      for (int frame = 0; frame < 5; frame++) {
        int expected = 0;
        for (double[] row : rows) {
          double dx = TestTracks.fromCentre(i % 120, 0.5) - row[2];
          double dy = TestTracks.fromCentre(i / 120, 0.5) - row[3];
          if (row[1] == frame && dx * dx + dy * dy <= 3.7 * 3.7) {
            expected = (int) row[0];
          }
        }
        assertEquals(expected, ((short[]) labels.slices.get(frame))[i]);
        covered += expected > 0 ? 1 : 0;
      }
      assertEquals(covered / 5.0, part[i], 1e-6);
    }
  }

  @Test
  void tracksNeverOverlapAndLineageSaysWhoDivided() throws IOException {
    Path tracks = folder.resolve("tracks.csv");
    Path lineage = folder.resolve("lineage.txt");
    Agents.Result result =
        options()
            .every(1)
            .simulate(box(), new AgentOutputs().tracks(tracks).lineage(lineage), NONE);
    AgentOverlaps overlaps = Agents.check(tracks, 2.5, NONE);
    assertEquals(0, overlaps.overlaps());
    assertEquals(-1, overlaps.firstFrame());
    assertEquals(31, overlaps.frames());
    assertTrue(overlaps.nearest() >= 5, overlaps.nearest() + "");
    long inFrames = 0;
    AgentCounts counts = result.counts();
    assertEquals(31, counts.frames());
    for (int frame = 0; frame < counts.frames(); frame++) {
      inFrames += counts.agents(frame);
      assertEquals(frame, counts.step(frame));
    }
    assertEquals(inFrames, overlaps.rows());
    AgentLives lives = result.lives();
    List<String> lines = new ArrayList<>();
    int daughters = 0;
    for (int id = 1; id <= lives.count(); id++) {
      lines.add(id + " " + lives.first(id) + " " + lives.last(id) + " " + lives.parent(id));
      daughters += lives.parent(id) > 0 ? 1 : 0;
    }
    assertEquals(lines, Files.readAllLines(lineage));
    assertTrue(daughters > 0 && daughters % 2 == 0);
    assertEquals(lives.count(), overlaps.tracks());
  }

  @Test
  void checkFindsAPair() {
    Path tracks = file("t.csv", "track,frame,x,y\nA,0,5,5\nB,0,9,5\nA,1,5,5\nB,1,6,5\n");
    AgentOverlaps overlaps = Agents.check(tracks, 1, NONE);
    assertEquals(4, overlaps.rows());
    assertEquals(2, overlaps.frames());
    assertEquals(2, overlaps.tracks());
    assertEquals(2, overlaps.mostInFrame());
    assertEquals(1, overlaps.overlaps());
    assertEquals(1, overlaps.nearest(), 1e-12);
    assertEquals(1, overlaps.firstFrame());
    List<String> pair = Arrays.asList(overlaps.firstOne(), overlaps.firstOther());
    assertTrue(pair.containsAll(Arrays.asList("A", "B")), pair.toString());
  }

  /** Given starts are kept, and one agent without others goes straight to its goal. */
  @Test
  void startsAndGoalsAreUsed() throws IOException {
    Path start = file("s.csv", "POSITION_X,POSITION_Y\n19.5,29.5\n");
    Path tracks = folder.resolve("tracks.csv");
    new Agents()
        .motion(Agents.Motion.GOALS)
        .radius(2)
        .step(2)
        .steps(5)
        .simulate(
            box().starts(start, NONE).goals(new double[] {50, 30, 0}),
            new AgentOutputs().tracks(tracks),
            NONE);
    List<double[]> rows = rows(tracks);
    assertEquals(6, rows.size());
    for (double[] row : rows) {
      assertEquals(TestTracks.written(20 + 2 * row[1], 1), row[2], 2e-3);
      assertEquals(TestTracks.written(30, 1), row[3], 2e-3);
    }
  }

  /** Everywhere to the right and down. */
  @Test
  void fieldsLead() throws IOException {
    float[] right = new float[SIDE * SIDE];
    float[] down = new float[SIDE * SIDE];
    Arrays.fill(right, 3);
    Arrays.fill(down, 4);
    Path tracks = folder.resolve("tracks.csv");
    new Agents()
        .motion(Agents.Motion.FIELD)
        .radius(2)
        .step(1)
        .steps(10)
        .simulate(
            box()
                .starts(new double[] {10, 10, 0})
                .field(new GreyStack(SIDE, SIDE, 2, new Object[] {right, down})),
            new AgentOutputs().tracks(tracks),
            NONE);
    double[] last = rows(tracks).get(10);
    assertEquals(TestTracks.written(16, 1), last[2], 2e-3);
    assertEquals(TestTracks.written(18, 1), last[3], 2e-3);
  }

  /** The left half is wall. */
  @Test
  void wallsAreKeptClear() throws IOException {
    byte[] free = new byte[SIDE * SIDE];
    for (int i = 0; i < free.length; i++) {
      free[i] = (byte) (i % SIDE < SIDE / 2 ? 0 : 255);
    }
    PixelStack image = new PixelStack(SIDE, SIDE, 1, new Object[] {free}, Foreground.binary());
    Path tracks = folder.resolve("tracks.csv");
    Slices labels = new Slices();
    Agents.Result result =
        options()
            .divide(0)
            .agents(1000)
            .simulate(AgentArena.of(image), new AgentOutputs().tracks(tracks).labels(labels), NONE);
    assertTrue(result.placed() > 20 && result.placed() < 90, result.placed() + "");
    assertTrue(result.freePart() > 0.3 && result.freePart() < 0.5);
    for (Object slice : labels.slices) {
      short[] ids = (short[]) slice;
      for (int i = 0; i < ids.length; i++) {
        assertTrue(ids[i] == 0 || free[i] != 0);
      }
    }
    Agents.Result centres =
        options()
            .clearance(Agents.Clearance.CENTRE)
            .simulate(AgentArena.of(image), new AgentOutputs(), NONE);
    assertTrue(centres.freePart() > result.freePart());
  }

  @Test
  void stripsAndThreadsChangeNothing() throws IOException {
    byte[][] files = new byte[3][];
    for (int i = 0; i < 3; i++) {
      Path tracks = folder.resolve(i + ".csv");
      options()
          .threads(1 + i)
          .strips(1 + 2 * i)
          .motion(Agents.Motion.PERSISTENT)
          .persistence(4)
          .simulate(box(), new AgentOutputs().tracks(tracks), NONE);
      files[i] = Files.readAllBytes(tracks);
    }
    assertArrayEquals(files[0], files[1]);
    assertArrayEquals(files[0], files[2]);
  }

  @Test
  void moviesHaveTheirBackground() {
    Slices movie = new Slices();
    Agents.MovieOptions look =
        new Agents.MovieOptions().photons(1000).background(50).readNoise(3).blur(0.5);
    Agents agents = new Agents().agents(1).steps(0).radius(10);
    agents.simulate(box(), new AgentOutputs().movie(movie).look(look), NONE);
    short[] pixels = (short[]) movie.slices.get(0);
    double bright = 0;
    double dark = 0;
    int count = 0;
    for (short pixel : pixels) {
      if (pixel > 600) {
        count++;
        bright += pixel;
      } else {
        dark += pixel;
      }
    }
    assertEquals(314, count, 35);
    assertTrue(bright / count > 1000, bright / count + "");
    assertTrue(Math.abs(dark / (pixels.length - count) - 150) < 10);
  }

  @Test
  void refusesImpossibleOptions() {
    assertEquals("wander=2 is not allowed; use 0 to 1", refusal(new Agents().wander(2), box()));
    assertTrue(refusal(new Agents().radius(0), box()).startsWith("radius=0 is not allowed; use "));
    refusal(new Agents().agents(0), box());
    refusal(new Agents().steps(-1), box());
    refusal(new Agents().every(0), box());
    refusal(new Agents().step(Double.NaN), box());
    refusal(new Agents().persistence(0), box());
    refusal(new Agents().divide(-1), box());
    refusal(new Agents().seed(-1), box());
    refusal(new Agents().strips(0), box());
    refusal(new Agents().threads(-1), box());
    refusal(new Agents().radius(SIDE), box());
    refusal(new Agents().motion(Agents.Motion.GOALS), box());
    refusal(new Agents().motion(Agents.Motion.FIELD), box());
    refusal(new Agents(), box().starts(new double[] {-1, 3, 0}));
    refusal(new Agents(), box().starts(new double[] {20, 20, 0, 22, 20, 0}));
    assertThrows(
        IllegalArgumentException.class, () -> Agents.check(file("no.csv", "a,b\n1,2\n"), 1, NONE));
  }

  private static String refusal(Agents agents, AgentArena arena) {
    return assertThrows(
            IllegalArgumentException.class, () -> agents.simulate(arena, new AgentOutputs(), NONE))
        .getMessage();
  }
}
