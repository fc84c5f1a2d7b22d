// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Random sequences, and what was planted into them. */
public final class SampleMotifResult {
  private String motif; // all three are written by native code
  private String letters; // of all sequences, which are equally long
  private long[] positions;

  SampleMotifResult() {}

  /** The word that was planted. */
  public String motif() {
    return motif;
  }

  /** Where it was planted in each sequence, from 0. */
  public long[] positions() {
    return positions.clone();
  }

  /** The sequences, named s1, s2, ... */
  public List<DnaSequence> sequences() {
    List<DnaSequence> all = new ArrayList<>();
    for (int i = 0; i < positions.length; i++) {
      all.add(new DnaSequence("s" + (i + 1), letters(i).getBytes(StandardCharsets.US_ASCII)));
    }
    return all;
  }

  /** The letters of a sequence, from 0. */
  public String letters(int sequence) {
    int length = letters.length() / positions.length;
    return letters.substring(sequence * length, (sequence + 1) * length);
  }
}
