// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import ij.IJ;
import ij.ImagePlus;
import ij.Macro;
import ij.WindowManager;
import ij.macro.Interpreter;
import ij.measure.ResultsTable;
import ij.plugin.PlugIn;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Calls a command as a macro in batch mode does. */
public final class MacroCall {
  private MacroCall() {}

  /** Returns what the command writes to the log. */
  public static String run(PlugIn command, ImagePlus image, String options) {
    Thread thread = Thread.currentThread();
    String name = thread.getName();
    PrintStream out = System.out;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    Interpreter.batchMode = true;
    thread.setName("Run$_" + name);
    Macro.setOptions(options);
    WindowManager.setTempCurrentImage(image);
    System.setOut(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      command.run("");
    } finally {
      System.setOut(out);
      WindowManager.setTempCurrentImage(null);
      Macro.setOptions(null);
      thread.setName(name);
      Interpreter.batchMode = false;
      IJ.resetEscape();
    }
    return log.toString(StandardCharsets.UTF_8).replace("\r\n", "\n"); // as ImageJ logs on Windows
  }

  /** The last table that a command showed, where there are no windows. */
  public static ResultsTable results() {
    return ResultsTable.getResultsTable();
  }

  /** The image that a command showed; it is closed for ImageJ. */
  public static ImagePlus shown(String title) {
    Interpreter.batchMode = true;
    ImagePlus image = WindowManager.getImage(title);
    if (image != null) {
      Interpreter.removeBatchModeImage(image);
    }
    Interpreter.batchMode = false;
    return image;
  }

  /** Closes for ImageJ what commands have shown. */
  public static void closeAll() {
    Interpreter.batchMode = true;
    for (int id : Interpreter.getBatchModeImageIDs()) {
      Interpreter.removeBatchModeImage(Interpreter.getBatchModeImage(id));
    }
    Interpreter.batchMode = false;
  }
}
