// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.bitvox.ProgressListener;

/** Computes blocks as other computers do: all they know has come as bytes. */
final class Travelling extends LocalRunner {
  @Override
  public boolean isCluster() {
    return true;
  }

  @Override
  public int tasksOfComputer() {
    return 1;
  }

  @Override
  public void run(List<BlockOrder> orders, BlockJob job, Results results, ProgressListener listener)
      throws IOException {
    BlockJob there = (BlockJob) sent(job.withThreads(1));
    for (int i = orders.size() - 1; i >= 0; i--) {
      BlockOrder order = (BlockOrder) sent(orders.get(i));
      results.take((PartResult) sent(there.work().compute(order, () -> false)));
    }
  }

  private static Object sent(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
