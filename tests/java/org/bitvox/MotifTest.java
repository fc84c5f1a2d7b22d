// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class MotifTest implements BackendContract, FieldsContract<Motif> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  private static List<DnaSequence> sample() {
    return new SampleMotif().sequences(8, 100).motif(10, 2).make(NONE).sequences();
  }

  private static DnaSequence sequence(String name, String letters) {
    return new DnaSequence(name, letters.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return options().quorum(0).backend(backend).threads(threads).find(sample(), listener).run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(
        () -> new Motif().find(null, NONE), () -> new Motif().estimate(null, NONE));
  }

  @Override
  public Motif options() {
    return new Motif().length(10).distance(2).quorum(2).strands(Motif.Strands.BOTH);
  }

  /** One copy of the motif on the other strand, and one in small letters. */
  @Override
  public Fields outcome(Motif options) {
    List<DnaSequence> sequences =
        Arrays.asList(
            sequence("a", "TTTTTGATTACAGGATTT"),
            sequence("b", "CCGATTACAGGCC"),
            sequence("c", "gattacaggttGATTACACC"),
            sequence("d", "AACCTGTAATCAA"));
    return Fields.of(options.find(sequences, NONE));
  }

  @Test
  void findsWhatWasPlanted() {
    SampleMotif.Result sample = new SampleMotif().sequences(12, 150).motif(12, 2).make(NONE);
    Motif search = new Motif().length(12).distance(2);
    Motif.Result result = search.find(sample.sequences(), NONE);
    assertEquals(sample.motif(), result.word(0));
    assertEquals(12, result.sequences(0));
    for (int i = 0; i < 12; i++) {
      assertEquals(sample.positions()[i], result.position(0, i));
      assertEquals(2, result.distance(0, i));
      int at = (int) result.position(0, i);
      assertEquals(sample.letters(i).substring(at, at + 12), result.site(0, i));
    }
    assertEquals(12, Arrays.stream(result.counts(0, 3)).sum());
    assertTrue(result.expectation(0) < 1e-6);
    assertTrue(search.estimate(sample.sequences(), NONE).expected() < 1e-3);
  }

  /** So many that they come in pieces. */
  @Test
  void sitesOfManyMotifs() {
    SampleMotif.Result sample = new SampleMotif().sequences(50, 60).motif(8, 0).make(NONE);
    Motif search = new Motif().length(8).distance(6).quorum(40).maxMotifs(100_000);
    Motif.Result result = search.find(sample.sequences(), NONE);
    assertTrue(result.size() * 50 > 1 << 21, result.size() + " motifs");
    for (int motif = 0; motif < result.size(); motif += 997) {
      for (int i = 0; i < 50; i++) {
        int at = (int) result.position(motif, i);
        String site = result.site(motif, i);
        assertEquals(sample.letters(i).substring(at, at + 8), site);
        int mismatches = 0;
        for (int place = 0; place < 8; place++) {
          mismatches += site.charAt(place) == result.word(motif).charAt(place) ? 0 : 1;
        }
        assertEquals(mismatches, result.distance(motif, i));
      }
    }
  }

  @Test
  void consensusAndInformationOfEqualSites() {
    List<DnaSequence> sequences =
        Arrays.asList(sequence("a", "GATTA"), sequence("b", "GATTA"), sequence("c", "GATTA"));
    Motif.Result result = new Motif().length(5).distance(0).find(sequences, NONE);
    assertEquals(1, result.size());
    assertEquals("GATTA", result.consensus(0));
    assertEquals(2 - 3 / (2 * Math.log(2) * 3), result.information(0, 0), 1e-12);
    assertEquals(0.4, result.background()[0], 1e-12);
  }

  @Test
  void saysWhichSequenceIsTooShort() {
    List<DnaSequence> sequences = Collections.singletonList(sequence("tiny", "ACG"));
    String message =
        assertThrows(IllegalArgumentException.class, () -> new Motif().find(sequences, NONE))
            .getMessage();
    assertTrue(message.startsWith("sequence 'tiny' has no 15 letters"), message);
  }

  /**
   * All words of 11 letters are motifs here: more than an estimate needs, and fewer than allowed.
   */
  @Test
  void anEstimateRefusesNoMoreThanTheSearchDoes() {
    List<DnaSequence> one = Collections.singletonList(sequence("a", "ACGTACGTACGT"));
    Motif search = new Motif().length(11).distance(10).maxMotifs(1 << 23);
    assertTrue(search.estimate(one, NONE).expected() > 4e6);
  }

  /** It is handed over column by column, after the search. */
  @Test
  void aResultCanBeStoppedOnItsWay() {
    Motif search = new Motif().length(10).distance(2);
    int[] columns = new int[1];
    ProgressListener stopping =
        (done, total) -> 1000 * done < 995 * total || done == total || ++columns[0] < 4;
    assertThrows(CancellationException.class, () -> search.find(sample(), stopping));
    assertEquals(4, columns[0]);
  }
}
