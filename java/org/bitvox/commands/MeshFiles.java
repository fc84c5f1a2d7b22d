// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.files.FileList;
import org.bitvox.files.InputFiles;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Values;

/** The key meshes=, and the files that it names. */
final class MeshFiles {
  private MeshFiles() {}

  /** The key, for several files. */
  static Parameter key(String help) {
    return Parameter.text("meshes", "FILES", help)
        .hint("STL, PLY or OBJ: a.stl,b.ply")
        .naming(FileList::of)
        .dialog(DialogRules::browsed)
        .withoutColumn();
  }

  /** Each is a mesh of its own, also if it is given twice. */
  static List<Path> of(Values values) throws IOException {
    List<Path> meshes = new ArrayList<>();
    for (String name : FileList.withRepeated(values.text("meshes"))) {
      meshes.add(InputFiles.existing(name));
    }
    return meshes;
  }
}
