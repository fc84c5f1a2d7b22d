// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bitvox.DeviceException;
import org.bitvox.Gpus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks on GPUs that need not be there. */
@Timeout(60)
class GpuLeasesTest {
  private final Set<Integer> lost = ConcurrentHashMap.newKeySet();
  private final GpuLeases leases = new GpuLeases(List.of(0, 1, 2), lost::contains);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private List<Integer> gpusOf(int tasks, GpuLeases from) throws Exception {
    CountDownLatch allThere = new CountDownLatch(tasks);
    List<Future<Integer>> running = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      running.add(
          threads.submit(
              () ->
                  from.on(
                      () -> {
                        allThere.countDown();
                        allThere.await();
                        return Gpus.used();
                      })));
    }
    List<Integer> gpus = new ArrayList<>();
    for (Future<Integer> task : running) {
      gpus.add(task.get());
    }
    return gpus;
  }

  @Test
  void tasksAreSharedOutEvenly() throws Exception {
    assertEquals(6, leases.tasks());
    List<Integer> gpus = gpusOf(6, leases);
    Map<Integer, Integer> counts = new HashMap<>();
    gpus.forEach(gpu -> counts.merge(gpu, 1, Integer::sum));
    assertEquals(Map.of(0, 2, 1, 2, 2, 2), counts);
    assertEquals(Set.of(0, 1, 2), new HashSet<>(gpusOf(3, leases)), "one for each first");
  }

  @Test
  void noMoreTasksRunThanThereAreLeases() throws Exception {
    List<Integer> atOnce = Collections.synchronizedList(new ArrayList<>());
    int[] running = {0};
    List<Future<?>> tasks = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      tasks.add(
          threads.submit(
              () ->
                  leases.on(
                      () -> {
                        synchronized (running) {
                          atOnce.add(++running[0]);
                        }
                        Thread.sleep(2);
                        synchronized (running) {
                          return running[0]--;
                        }
                      })));
    }
    for (Future<?> task : tasks) {
      task.get();
    }
    assertTrue(Collections.max(atOnce) <= 6, atOnce.toString());
  }

  @Test
  void whatALostGpuWasDoingIsDoneByAnother() throws Exception {
    Set<Integer> done = ConcurrentHashMap.newKeySet();
    List<Future<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      int number = i;
      tasks.add(
          threads.submit(
              () ->
                  leases.on(
                      () -> {
                        if (Gpus.used() == 1) {
                          lost.add(1);
                          throw new DeviceException("the GPU was lost");
                        }
                        done.add(number);
                        return Gpus.used();
                      })));
    }
    for (Future<Integer> task : tasks) {
      assertTrue(task.get() != 1);
    }
    assertEquals(30, done.size());
    assertEquals(4, leases.tasks());
  }

  @Test
  void withoutAnyLeftTasksGoOnWithout() throws Exception {
    lost.addAll(Set.of(0, 1, 2));
    assertEquals("done", leases.on(() -> "done"));
    assertEquals(GpuLeases.TASKS, leases.tasks());
    assertEquals(3, gpusOf(3, leases).size(), "all at once");
  }

  @Test
  void otherErrorsAreNotTriedAgain() {
    assertThrows(
        DeviceException.class,
        () ->
            leases.on(
                () -> {
                  throw new DeviceException("too little memory on the GPU");
                }));
    assertThrows(
        IOException.class,
        () ->
            leases.on(
                () -> {
                  throw new IOException("a damaged chunk");
                }));
    assertEquals(6, leases.tasks());
  }
}
