// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SampleMotifTest implements OperationContract, FieldsContract<SampleMotif> {
  @Override
  public void run(ProgressListener listener) {
    new SampleMotif().sequences(50, 80).make(listener);
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.emptyList();
  }

  @Override
  public SampleMotif options() {
    return new SampleMotif().sequences(4, 50).motif(9, 2);
  }

  @Override
  public Map<String, UnaryOperator<SampleMotif>> changes() {
    Map<String, UnaryOperator<SampleMotif>> changes = new HashMap<>();
    changes.put("sequences", options -> options.sequences(5, 50));
    changes.put("letters", options -> options.sequences(4, 51));
    changes.put("length", options -> options.motif(8, 2));
    changes.put("distance", options -> options.motif(9, 3));
    changes.put("gc", options -> options.gc(0.1));
    changes.put("seed", options -> options.seed(1L << 40));
    return changes;
  }

  @Override
  public Fields outcome(SampleMotif options) {
    return Fields.of(options.make(ProgressListener.NONE));
  }

  @Test
  void hasAsManySequencesAndLettersAsAskedFor() {
    SampleMotifResult sample = options().make(ProgressListener.NONE);
    assertEquals(4, sample.sequences().size());
    assertEquals(50, sample.sequences().get(3).length());
    assertEquals("s4", sample.sequences().get(3).name());
    assertEquals(9, sample.motif().length());
  }
}
