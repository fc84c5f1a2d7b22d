// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.ImagePlus;
import ij.Macro;
import ij.WindowManager;
import ij.macro.Interpreter;
import ij.plugin.PlugIn;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Calls a command as a macro in batch mode does. */
final class MenuCall {
  private MenuCall() {}

  /** Returns what the command writes to the log. */
  static String run(PlugIn command, ImagePlus image, String options) {
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
    return log.toString(StandardCharsets.UTF_8);
  }

  /** The image that a command showed; it is closed for ImageJ. */
  static ImagePlus shown(String title) {
    Interpreter.batchMode = true;
    ImagePlus image = WindowManager.getImage(title);
    if (image != null) {
      Interpreter.removeBatchModeImage(image);
    }
    Interpreter.batchMode = false;
    return image;
  }
}
