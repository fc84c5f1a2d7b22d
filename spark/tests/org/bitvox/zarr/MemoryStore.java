// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/** Files in memory. */
final class MemoryStore implements Store {
  final Map<String, byte[]> files = new ConcurrentSkipListMap<>();

  /** The same files, which can then be changed. */
  MemoryStore copy() {
    MemoryStore copy = new MemoryStore();
    files.forEach((key, bytes) -> copy.files.put(key, bytes.clone()));
    return copy;
  }

  MemoryStore with(String key, String text) {
    files.put(key, text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  String text(String key) {
    return new String(files.get(key), StandardCharsets.UTF_8);
  }

  @Override
  public String name() {
    return "x.zarr";
  }

  @Override
  public byte[] read(String key, long most) throws IOException {
    byte[] bytes = files.get(key);
    if (bytes != null && bytes.length > most) {
      throw new ZarrException(named(key), "has " + bytes.length + " bytes, more than " + most);
    }
    return bytes == null ? null : bytes.clone();
  }

  @Override
  public byte[] read(String key, long from, int length) throws IOException {
    byte[] bytes = files.get(key);
    if (bytes == null) {
      return null;
    }
    long start = from < 0 ? bytes.length + from : from;
    if (start < 0 || start > bytes.length - length) {
      throw new ZarrException(named(key), "ends before the bytes that its index names");
    }
    return Arrays.copyOfRange(bytes, (int) start, (int) start + length);
  }

  @Override
  public void write(String key, List<byte[]> parts) {
    int size = parts.stream().mapToInt(part -> part.length).sum();
    byte[] all = new byte[size];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    files.put(key, all);
  }

  @Override
  public List<String> files(String key) {
    String prefix = key.isEmpty() ? "" : key + "/";
    return files.keySet().stream()
        .filter(file -> file.startsWith(prefix))
        .map(file -> file.substring(prefix.length()))
        .toList();
  }

  @Override
  public void remove(String key) {
    files.keySet().removeIf(file -> key.isEmpty() || (file + "/").startsWith(key + "/"));
  }

  @Override
  public List<String> folders(String key, int most) {
    String prefix = key.isEmpty() ? "" : key + "/";
    TreeSet<String> names = new TreeSet<>();
    for (String file : new TreeMap<>(files).keySet()) {
      if (file.startsWith(prefix) && file.indexOf('/', prefix.length()) > 0) {
        names.add(file.substring(prefix.length(), file.indexOf('/', prefix.length())));
      }
    }
    return new ArrayList<>(names).subList(0, Math.min(most, names.size()));
  }
}
