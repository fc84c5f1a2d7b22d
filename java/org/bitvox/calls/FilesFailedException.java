// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A command has failed on some of its files. */
public final class FilesFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final ArrayList<String> sentences;
  private final boolean wrongUsage;

  /**
   * With a sentence for each that has failed.
   *
   * @param files how many there were
   * @param wrongUsage whether the options fitted none of them
   */
  public FilesFailedException(List<String> sentences, int files, boolean wrongUsage) {
    super(
        sentences.size() == files
            ? "all " + files + " files failed: " + sentences.get(0)
            : sentences.size() + " of " + files + " files failed: " + sentences.get(0));
    this.sentences = new ArrayList<>(sentences);
    this.wrongUsage = wrongUsage;
  }

  /** One a file. */
  public List<String> sentences() {
    return Collections.unmodifiableList(sentences);
  }

  /** Whether the options fitted none of the files. */
  public boolean isWrongUsage() {
    return wrongUsage;
  }
}
