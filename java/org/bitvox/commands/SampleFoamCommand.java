// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.ImageStack;
import java.io.IOException;
import java.util.Collections;
import org.bitvox.BitVolume;

/** Plugins > Bitvox > Bitvox Sample Foam... */
public final class SampleFoamCommand extends MenuEntry {
  /** Called by ImageJ. */
  public SampleFoamCommand() {
    super(Messages.SAMPLE_FOAM, SampleFoamParameters.ALL);
  }

  @Override
  void run(Values values) throws IOException {
    try (OutputFiles outputs = OutputFiles.begin(values, Collections.emptyList(), "output");
        BitVolume volume = SampleFoamParameters.fill(values, new EscapeListener())) {
      if (outputs.has("output")) {
        outputs.write("output", path -> SampleFoamFile.write(volume, path));
        outputs.commit();
      }
      Images.show(image(volume));
      done("done");
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
