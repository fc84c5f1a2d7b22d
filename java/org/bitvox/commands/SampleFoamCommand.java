// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.plugin.PlugIn;
import java.io.IOException;
import java.util.Collections;
import org.bitvox.BitVolume;

/** Plugins > Bitvox > Bitvox Sample Foam... */
public final class SampleFoamCommand implements PlugIn {
  @Override
  public void run(String arg) {
    try {
      Values values = MenuValues.get(Messages.SAMPLE_FOAM, SampleFoamParameters.ALL);
      if (values != null) {
        show(values);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      Failures.show(Messages.SAMPLE_FOAM, e);
    }
  }

  private static void show(Values values) throws IOException {
    try (OutputFiles outputs = OutputFiles.begin(values, Collections.emptyList(), "output");
        BitVolume volume = SampleFoamParameters.fill(values, new EscapeListener())) {
      if (outputs.has("output")) {
        outputs.write("output", path -> SampleFoamFile.write(volume, path));
        outputs.commit();
      }
      Images.show(image(volume));
      IJ.showProgress(1.0);
    }
  }

  private static ImagePlus image(BitVolume volume) {
    ImageStack stack = new ImageStack(volume.width(), volume.height());
    for (int z = 0; z < volume.depth(); z++) {
      byte[] pixels = new byte[volume.width() * volume.height()];
      volume.unpackSlice(z, pixels);
      stack.addSlice("", pixels);
    }
    return new ImagePlus(Images.unusedTitle("sample_foam"), stack);
  }
}
