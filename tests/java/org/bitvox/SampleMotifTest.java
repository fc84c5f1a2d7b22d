// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
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
  public Fields outcome(SampleMotif options) {
    return Fields.of(options.make(ProgressListener.NONE));
  }

  @Test
  void hasAsManySequencesAndLettersAsAskedFor() {
    SampleMotif.Result sample = options().make(ProgressListener.NONE);
    assertEquals(4, sample.sequences().size());
    assertEquals(50, sample.sequences().get(3).length());
    assertEquals("s4", sample.sequences().get(3).name());
    assertEquals(9, sample.motif().length());
  }
}
