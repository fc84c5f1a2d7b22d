// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;
import org.bitvox.Gpus;
import org.bitvox.blocks.GpuLeases;

/**
 * The GPU of a task: the one that Spark gives it, if the cluster is set up for that ({@code
 * spark.task.resource.gpu.amount}), else the next one of its computer that is free.
 */
final class SparkGpus {
  private SparkGpus() {}

  /** Of all tasks of this executor; made by the first one. */
  private static final class Leases {
    static final GpuLeases ALL = GpuLeases.ofComputer();
  }

  static <T, E extends Exception> T on(TaskContext context, GpuLeases.Task<T, E> task)
      throws E, InterruptedException {
    ResourceInformation gpu = context.resourcesJMap().get("gpu");
    if (gpu == null || gpu.addresses().length == 0) {
      return Leases.ALL.on(task);
    }
    Gpus.use(number(gpu.addresses()[0]));
    return task.run();
  }

  /** Addresses are what a cluster's script says; nvidia-smi's numbers, as Spark's own has it. */
  static int number(String address) {
    try {
      return Integer.parseInt(address.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Spark calls a GPU '"
              + address
              + "'; Bitvox takes the number that CUDA has for it, as Spark's own"
              + " getGpusResources.sh says",
          e);
    }
  }
}
