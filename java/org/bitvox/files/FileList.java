// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bitvox.parameters.UsageException;

/** The files that one value names: with commas between them, or by a pattern. */
public final class FileList {
  private static final int LONGEST_NAME = 255; // in file systems, of a folder or a file

  private FileList() {}

  /**
   * A file of exactly this name; else those between the commas, where a comma belongs to a name if
   * a file has that name; else those that match: {@code *} stands for any letters of a name, {@code
   * ?} for one, and neither for the dot of a hidden file. Each file is there once, those of a
   * pattern sorted by name.
   *
   * @return at least one name; what is no pattern need not exist
   * @throws IOException if a pattern matches no file
   * @throws UsageException if a name is empty, or a folder's name is a pattern
   */
  public static List<String> of(String value) throws IOException {
    Map<Object, String> files = new LinkedHashMap<>();
    for (String name : withRepeated(value)) {
      Path path = Names.path(name); // which is equal if Windows sees no difference
      files.putIfAbsent(path == null ? name : path, name);
    }
    return new ArrayList<>(files.values());
  }

  /** The same, where a file that is named several times is there as often. */
  public static List<String> withRepeated(String value) throws IOException {
    if (Names.exists(value)) {
      return Collections.singletonList(value);
    }
    String[] words = value.split(",", -1);
    List<String> files = new ArrayList<>();
    for (int i = 0; i < words.length; ) {
      int end = endOfName(words, i);
      String name = String.join(",", Arrays.asList(words).subList(i, end));
      if (name.isEmpty()) {
        throw new UsageException("'" + value + "' has a comma without a file beside it");
      }
      files.addAll(
          NamePattern.isPattern(name) && !Names.exists(name)
              ? matching(name)
              : Collections.singletonList(name));
      i = end;
    }
    return files;
  }

  /**
   * Where the name that begins with this word ends: the longest that a file has. Looks no further
   * where a part of the name is too long for a file's, or its folder is not there.
   */
  private static int endOfName(String[] words, int start) {
    StringBuilder name = new StringBuilder(words[start]);
    int longest = start + 1;
    for (int end = start + 2; end <= words.length; end++) {
      String word = words[end - 1];
      name.append(',').append(word);
      String folder = Names.folder(name.toString());
      if (name.length() - folder.length() > LONGEST_NAME
          || !Names.folder(word).isEmpty() && !Names.isFolder(folder)) {
        break;
      }
      if (Names.exists(name.toString())) {
        longest = end;
      }
    }
    return longest;
  }

  private static List<String> matching(String pattern) throws IOException {
    if (Windows.HERE && Windows.isAsItIs(pattern)) {
      throw new IOException(pattern + ": " + Windows.problem(pattern));
    }
    String folder = Names.folder(pattern);
    if (NamePattern.isPattern(folder)) {
      throw new UsageException(pattern + ": * and ? stand in names of files, not of folders");
    }
    String name = Names.last(pattern);
    NamePattern letters = new NamePattern(name, Windows.HERE);
    Path path = Paths.get(folder.isEmpty() ? "." : folder);
    if (!Names.isFolder(path.toString())) {
      throw new IOException(Messages.noFolder(pattern));
    }
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        String known = file.getFileName().toString();
        boolean hidden = known.startsWith(".") && !name.startsWith(".");
        if (!hidden && letters.matches(known) && !Files.isDirectory(file)) {
          found.add(folder + known);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw new IOException(Messages.notReadable(pattern, e.getCause()), e);
    } catch (IOException e) {
      throw new IOException(Messages.notReadable(pattern, e), e);
    }
    if (found.isEmpty()) {
      throw new IOException(pattern + ": no file matches");
    }
    Collections.sort(found);
    return found;
  }
}
