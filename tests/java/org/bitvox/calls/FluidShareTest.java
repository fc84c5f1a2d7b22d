// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import org.bitvox.ProgressListener;
import org.bitvox.commands.GranulometryCommand;
import org.bitvox.commands.PermeabilityCommand;
import org.bitvox.commands.TortuosityCommand;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;
import org.bitvox.parameters.Words;
import org.junit.jupiter.api.Test;

/** What dialogs say of the fluid in an image, and begin with because of it. */
class FluidShareTest {
  private static final int[] SIZE = {7, 5, 6};

  private static Values values(Command command, String options) {
    return command.parameters().parse(Words.split(options), Parameters.Caller.IMAGEJ);
  }

  private static Values values(String options) {
    return values(new PermeabilityCommand(), options);
  }

  private static OpenImage open(ImagePlus image, Values values) {
    return new OpenImage(image, values, ProgressListener.NONE);
  }

  private static FluidShare share(ImagePlus image, String options) throws IOException {
    return FluidShare.of(values(options), open(image, values(options)));
  }

  /** Values from 0 to 199. */
  private static ImagePlus noise() {
    ImagePlus image = IJ.createImage("noise", "8-bit black", SIZE[0], SIZE[1], SIZE[2]);
    Random random = new Random(1);
    for (int z = 0; z < SIZE[2]; z++) {
      byte[] pixels = (byte[]) image.getStack().getPixels(z + 1);
      for (int i = 0; i < pixels.length; i++) {
        pixels[i] = (byte) random.nextInt(200);
      }
    }
    return image;
  }

  @Test
  void countsThePhaseInAllAndInTheSides() throws IOException {
    ImagePlus image = noise();
    for (String phase : new String[] {"foreground", "background"}) {
      FluidShare share = share(image, "threshold=60 phase=" + phase);
      int found = 0;
      int[] faces = new int[3];
      int[] fluid = new int[3];
      for (int z = 0; z < SIZE[2]; z++) {
        for (int y = 0; y < SIZE[1]; y++) {
          for (int x = 0; x < SIZE[0]; x++) {
            boolean over = image.getStack().getVoxel(x, y, z) >= 60;
            boolean filled = over == phase.equals("foreground");
            found += filled ? 1 : 0;
            int[] at = {x, y, z};
            for (int axis = 0; axis < 3; axis++) {
              if (at[axis] == 0 || at[axis] == SIZE[axis] - 1) {
                faces[axis]++;
                fluid[axis] += filled ? 1 : 0;
              }
            }
          }
        }
      }
      assertEquals(found / 210.0, share.part());
      assertEquals(Math.round(found / 2.1) + " %", share.words());
      for (int axis = 0; axis < 3; axis++) {
        int one = (axis + 1) % 3;
        int other = (axis + 2) % 3;
        double expected = (double) (fluid[one] + fluid[other]) / (faces[one] + faces[other]);
        assertEquals(expected, share.ofSides(axis), "beside axis " + axis);
      }
    }
  }

  @Test
  void saysWhatIsLittleAndWhatWasNotCounted() throws IOException {
    ImagePlus image = IJ.createImage("one", "8-bit black", 20, 20, 20);
    assertEquals("0 %", share(image, "").words());
    assertEquals("100 %", share(image, "phase=background").words());
    image.getStack().setVoxel(3, 4, 5, 255);
    assertEquals("less than 1 %", share(image, "").words());
    assertEquals("more than 99 %", share(image, "phase=background").words());
    ImageStack slices = new ImageStack(4000, 3000);
    for (int z = 0; z < 3; z++) {
      slices.addSlice(IJ.createImage("", "8-bit white", 4000, 3000, 1).getProcessor());
    }
    assertEquals("about 100 %", share(new ImagePlus("large", slices), "").words());
  }

  /** Several lines of a dialog ask for it, of one image with the values that are entered. */
  @Test
  void looksOnceAtAnImage() throws IOException {
    Values values = values("threshold=60");
    OpenImage image = open(noise(), values);
    FluidShare share = FluidShare.of(values, image);
    assertSame(share, FluidShare.of(values, image));
    assertNotSame(share, FluidShare.of(values("threshold=60 phase=background"), image));
    assertNotSame(share, FluidShare.of(values, open(noise(), values))); // its pixels may change
  }

  @Test
  void needsToKnowWhatIsForeground() {
    assertThrows(IllegalArgumentException.class, () -> share(noise(), ""));
  }

  /** A piece that was cut from something larger goes on beside its sides. */
  @Test
  void suggestsMirroredSidesWherePoresReachThem() throws IOException {
    Command command = new PermeabilityCommand();
    assertEquals(Map.of("sides", "mirrored"), suggested(command, noise(), "threshold=60"));
    assertEquals(Map.of(), suggested(command, noise(), "threshold=199"));
    assertEquals(Map.of(), suggested(command, noise(), ""));
    assertEquals(Map.of(), suggested(command, noise(), "threshold=60 sides=periodic"));
    ImagePlus tube = IJ.createImage("tube", "8-bit black", 9, 9, 9);
    for (int z = 1; z <= 9; z++) {
      tube.getStack().getProcessor(z).set(4, 4, 255);
    }
    assertEquals(Map.of(), suggested(command, tube, "direction=z"));
    assertEquals(Map.of("sides", "mirrored"), suggested(command, tube, "phase=background"));
    assertEquals(Map.of(), suggested(new TortuosityCommand(), noise(), "threshold=60"));
  }

  private static Map<String, String> suggested(Command command, ImagePlus image, String options) {
    Values values = values(command, options);
    return command.knownSuggestions(values, open(image, values));
  }

  /** Of the two that flow through pores, and not of what measures the foreground. */
  @Test
  void thePoresOfAnImageAreThoseOfOtherCommands() {
    ImagePlus image = noise();
    Command permeability = new PermeabilityCommand();
    Command tortuosity = new TortuosityCommand();
    SharedChoices.keep(image, permeability.parameters(), values("phase=background"));
    assertEquals(Map.of("phase", "background"), shared(image, tortuosity));
    assertEquals(Map.of(), shared(noise(), tortuosity));
    assertEquals(Map.of(), shared(null, tortuosity));
    assertEquals(Map.of(), shared(image, new GranulometryCommand()));
    Values labels = values(tortuosity, "diffusivities=d.csv");
    assertEquals(Map.of(), SharedChoices.of(image, tortuosity.parameters(), labels));
  }

  private static Map<String, String> shared(ImagePlus image, Command command) {
    Parameters parameters = command.parameters();
    return SharedChoices.of(image, parameters, parameters.defaults());
  }
}
