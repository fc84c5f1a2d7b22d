// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import java.nio.file.Files;
import java.nio.file.Paths;
import net.imagej.patcher.LegacyInjector;

/** Runs a macro file as Fiji does in headless mode: on an ImageJ whose dialogs are patched. */
public final class FijiHeadless {
  private FijiHeadless() {}

  public static void main(String[] args) throws Exception {
    LegacyInjector.preinit(); // before any class of ImageJ is loaded
    Macro.run(new String(Files.readAllBytes(Paths.get(args[0]))));
    System.out.println("FINISHED");
    System.exit(0);
  }

  private static final class Macro {
    static void run(String macro) {
      IJ.runMacro(macro);
    }
  }
}
