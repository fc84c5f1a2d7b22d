// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
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

  @Override
  public Map<String, UnaryOperator<Motif>> changes() {
    Map<String, UnaryOperator<Motif>> changes = new HashMap<>();
    changes.put("length", options -> options.length(9));
    changes.put("distance", options -> options.distance(3));
    changes.put("quorum", options -> options.quorum(4));
    changes.put("strands", options -> options.strands(Motif.Strands.FORWARD));
    changes.put("lowerCase", options -> options.lowerCase(Motif.LowerCase.MASKED));
    changes.put("mostMotifs", options -> options.mostMotifs(0));
    changes.put("backend", options -> options.backend("sse9"));
    changes.put("threads", options -> options.threads(-1));
    return changes;
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
    MotifResult result = search.find(sample.sequences(), NONE);
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
    Motif search = new Motif().length(8).distance(6).quorum(40).mostMotifs(100_000);
    MotifResult result = search.find(sample.sequences(), NONE);
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
    MotifResult result = new Motif().length(5).distance(0).find(sequences, NONE);
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
    Motif search = new Motif().length(11).distance(10).mostMotifs(1 << 23);
    assertTrue(search.estimate(one, NONE).expected() > 4e6);
  }
}
