// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/**
 * The files that a command was asked to write. They are begun before the computation starts and
 * appear together when all are complete.
 */
public final class OutputFiles implements AutoCloseable {
  /** Behind a key: its file with the voxels, where that with the header is another one. */
  private static final String VOXELS = " (voxels)";

  private final Map<String, AtomicOutput> files = new LinkedHashMap<>();
  private final Map<String, AtomicFolder> folders = new LinkedHashMap<>();
  private final Map<String, SliceWriter> stacks = new LinkedHashMap<>();
  private final Map<String, Writer> texts = new LinkedHashMap<>();
  private final Set<String> written = new HashSet<>();
  private final ProgressListener listener;
  private Map<String, MergedTable> merged = Collections.emptyMap();
  private String image = "";

  private OutputFiles(ProgressListener listener) {
    this.listener = listener;
  }

  /**
   * Begins the files named by those of the keys that have a value.
   *
   * @param inputs files that must not be overwritten
   * @param listener may stop the writing, by a CancellationException
   * @throws UsageException if one is overwritten, or two are the same file
   */
  public static OutputFiles begin(
      Values values, List<String> keys, List<Path> inputs, ProgressListener listener)
      throws IOException {
    return begin(values, keys, Collections.emptyMap(), inputs, listener);
  }

  /**
   * The same with folders.
   *
   * @param folders the names that files in them may have, by key
   * @throws IOException if there is such a folder and it has other files
   */
  public static OutputFiles begin(
      Values values,
      List<String> keys,
      Map<String, List<String>> folders,
      List<Path> inputs,
      ProgressListener listener)
      throws IOException {
    OutputFiles outputs = new OutputFiles(listener);
    try {
      for (Map.Entry<String, List<String>> folder : folders.entrySet()) {
        if (values.has(folder.getKey())) {
          outputs.add(folder.getKey(), values.text(folder.getKey()), folder.getValue(), inputs);
        }
      }
      for (String key : keys) {
        if (values.has(key)) {
          outputs.add(key, values.text(key), inputs);
        }
      }
      return outputs;
    } catch (IOException | RuntimeException e) {
      outputs.close();
      throw e;
    }
  }

  private void add(String key, String name, List<String> names, List<Path> inputs)
      throws IOException {
    AtomicFolder folder = AtomicFolder.begin(name, names);
    folders.put(key, folder);
    for (Path file : folder.replaced()) {
      for (Path input : inputs) {
        if (isSame(file, input)) {
          String own = file.getFileName().toString();
          throw new UsageException(Messages.withInput(key + "=" + name, own));
        }
      }
    }
  }

  private void add(String key, String name, List<Path> inputs) throws IOException {
    String beside = OutputFormat.beside(name);
    if (beside != null) {
      if (!DataNames.isPlain(beside)) {
        throw new UsageException(Messages.notForHeader(key + "=" + name));
      }
      add(key + VOXELS, beside, inputs);
    }
    AtomicOutput file = begun(name);
    Map<String, AtomicOutput> others = new LinkedHashMap<>(files);
    files.put(key, file);
    for (Map.Entry<String, AtomicOutput> other : others.entrySet()) {
      refuseSame(other.getKey(), other.getValue().target(), key, file.target());
    }
    for (Map.Entry<String, AtomicFolder> folder : folders.entrySet()) {
      if (file.target().startsWith(folder.getValue().target())) {
        throw new UsageException(Messages.inFolder(key, folder.getKey()));
      }
    }
    for (Path input : inputs) {
      if (isSame(file.target(), input)) {
        throw new UsageException(Messages.overInput(key, name));
      }
      boolean below = Files.isDirectory(input) && file.target().startsWith(input.toRealPath());
      if (below || Names.isRemote(name) && file.target().startsWith(input)) {
        String own = input.getFileName().toString();
        throw new UsageException(Messages.inInput(key, name, own));
      }
    }
  }

  private static AtomicOutput begun(String name) throws IOException {
    if (Names.isRemote(name)) {
      return RemoteTree.begin(name);
    }
    return Keys.isImageFolder(name) ? AtomicTree.begin(name) : AtomicFile.begin(name);
  }

  /** Of files that are not there yet, only the folders can be compared. */
  private static void refuseSame(String key, Path file, String otherKey, Path other)
      throws IOException {
    Path folder = file.getParent();
    Path otherFolder = other.getParent();
    boolean sameFolder = folder.equals(otherFolder) || isSame(folder, otherFolder);
    String name = file.getFileName().toString();
    String otherName = other.getFileName().toString();
    if (isSame(file, other) || sameFolder && name.equals(otherName)) {
      throw new UsageException(Messages.sameOutput(key, otherKey));
    }
    if (sameFolder && name.equalsIgnoreCase(otherName)) { // the same in some file systems
      throw new UsageException(Messages.sameButForCase(key, otherKey));
    }
  }

  /** By any path: links, and names that differ where the file system sees no difference. */
  private static boolean isSame(Path a, Path b) throws IOException {
    return Files.exists(a) && Files.exists(b) && Files.isSameFile(a, b);
  }

  /** Those of these keys do not become files, but rows of this image in a table of many images. */
  public void merge(Map<String, MergedTable> tables, String imageName) {
    merged = tables;
    image = imageName;
  }

  /** Where to fill the folder of that key, which was asked for. */
  public Path folder(String key) {
    return folders.get(key).beside();
  }

  /** Where that folder will be. */
  public Path place(String key) {
    return folders.get(key).target();
  }

  /** The failure in the user's words: a file of a folder that is not complete is in that folder. */
  public IOException named(IOException failure) {
    String sentence = failure.getMessage();
    for (AtomicFolder folder : folders.values()) {
      if (sentence != null && sentence.contains(folder.beside().toString())) {
        return new IOException(
            sentence.replace(folder.beside().toString(), folder.name()), failure);
      }
    }
    return failure;
  }

  /** Whether the file of that key was asked for. */
  public boolean has(String key) {
    return files.containsKey(key);
  }

  /** Writes one of the files. */
  public interface Writing {
    /** Writes to the path, where there is an empty file. */
    void to(Path path) throws IOException;
  }

  /** Writes the file of that key, if it was asked for; a failure says which file it is. */
  public void write(String key, Writing writing) throws IOException {
    if (files.get(key) instanceof AtomicTree) {
      throw new IOException(Messages.notInFolder(files.get(key).name()));
    }
    fill(key, writing);
  }

  private void fill(String key, Writing writing) throws IOException {
    AtomicOutput file = files.get(key);
    if (file != null) {
      try {
        writing.to(file.beside());
        written.add(key);
      } catch (IOException e) {
        throw new IOException(Messages.notWritten(file.name(), e), e);
      }
    }
  }

  /**
   * Begins the stack of that key, which was asked for. It is complete when the files are committed.
   *
   * @return where its slices go; it throws UncheckedIOException where they cannot be written
   */
  public SliceReceiver stack(String key, StackFormat format) throws IOException {
    String name = files.get(key).name();
    boolean two = files.containsKey(key + VOXELS);
    if (two) {
      write(key, path -> Files.write(path, SliceWriter.header(name, format)));
    }
    fill(
        two ? key + VOXELS : key,
        path -> stacks.put(key, SliceWriter.create(path, name, format, listener)));
    SliceWriter writer = stacks.get(key);
    return (slice, pixels) -> {
      try {
        writer.write(slice, pixels);
      } catch (IOException e) {
        throw new UncheckedIOException(new IOException(Messages.notWritten(name, e), e));
      }
    };
  }

  /**
   * Begins the text of that key, which was asked for. It is complete when the files are committed.
   *
   * @return where its lines go, as they come; it throws UncheckedIOException where they cannot be
   *     written, and CancellationException where the user wants to stop
   */
  public Consumer<String> lines(String key) throws IOException {
    String name = files.get(key).name();
    write(
        key, path -> texts.put(key, StoppableStream.text(path, StandardCharsets.UTF_8, listener)));
    Writer text = texts.get(key);
    return line -> {
      try {
        text.write(line);
        text.write('\n');
      } catch (IOException e) {
        throw new UncheckedIOException(new IOException(Messages.notWritten(name, e), e));
      }
    };
  }

  /** Gives up a file that cannot be made after all: one of that name stays as it is. */
  public void drop(String key) {
    SliceWriter stack = stacks.remove(key);
    if (stack != null) {
      stack.close();
    }
    for (String one : new String[] {key, key + VOXELS}) {
      AtomicOutput file = files.remove(one);
      if (file != null) {
        file.discard();
      }
    }
  }

  /**
   * Nothing more comes: writes what is missing, such as directories of stacks.
   *
   * @throws IOException if nothing came for one of the files, which then must not replace another
   */
  public void complete() throws IOException {
    for (Map.Entry<String, AtomicOutput> file : files.entrySet()) {
      if (!written.contains(file.getKey())) {
        throw new IOException(Messages.nothingToWrite(file.getKey(), file.getValue().name()));
      }
    }
    for (Map.Entry<String, SliceWriter> stack : stacks.entrySet()) {
      fill(stack.getKey(), path -> stack.getValue().complete());
    }
    for (Map.Entry<String, Writer> text : texts.entrySet()) {
      write(text.getKey(), path -> text.getValue().close());
    }
  }

  /**
   * Gives the complete files their names, and the tables of many images their rows.
   *
   * @throws java.util.concurrent.CancellationException if {@link #discardUnfinished} came first
   */
  public void commit() throws IOException {
    Map<String, AtomicOutput> own = new LinkedHashMap<>(files);
    own.keySet().removeAll(merged.keySet());
    List<AtomicOutput> all = new ArrayList<>(folders.values());
    all.addAll(own.values());
    AtomicOutput.commit(all);
    for (Map.Entry<String, MergedTable> table : merged.entrySet()) {
      table.getValue().add(files.get(table.getKey()).beside(), image);
    }
  }

  /** Removes what was not committed. */
  @Override
  public void close() {
    stacks.values().forEach(SliceWriter::close);
    texts.values().forEach(OutputFiles::abandon);
    files.values().forEach(AtomicOutput::discard);
    folders.values().forEach(AtomicFolder::discard);
  }

  /** What it would still write is not wanted. */
  private static void abandon(Writer text) {
    try {
      text.close();
    } catch (IOException | CancellationException e) { // the file is removed
      return;
    }
  }

  /**
   * Removes what no call has committed, and lets none begin: for a process that is being stopped.
   * Files that are just being given their names are waited for.
   */
  public static void discardUnfinished() {
    AtomicOutput.discardAll();
  }
}
