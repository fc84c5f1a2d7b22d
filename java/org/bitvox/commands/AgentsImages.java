// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.AgentArena;
import org.bitvox.AgentOutputs;
import org.bitvox.Agents;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Call;
import org.bitvox.calls.ResultImage;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Values;

/** The images that agents are seen in; the movie is shown on top. */
final class AgentsImages {
  static final String MOVIE = "movie";
  static final String LABELS = "labels";
  static final String DENSITY = "density";

  private final Call call;
  private final AgentsSpace space;
  private final Agents agents;

  AgentsImages(Call call, AgentsSpace space, Agents agents) {
    this.call = call;
    this.space = space;
    this.agents = agents;
  }

  /** Begins those that are wanted; a preview is of the labels. */
  AgentOutputs receive(AgentArena arena) throws IOException {
    PixelType ids = agents.hasManyIds(arena) ? PixelType.FLOAT32 : PixelType.UINT16;
    AgentOutputs outputs = new AgentOutputs().look(look(call.values()));
    StackFormat labels = frames(space.format(ids)).colours(LabelColours.table());
    if (space.isPreview()) {
      return outputs.labels(image(LABELS, LABELS, labels));
    }
    outputs
        .density(image(DENSITY, DENSITY, space.format(PixelType.FLOAT32)))
        .labels(image(LABELS, LABELS, labels))
        .movie(image("output", MOVIE, frames(space.format(PixelType.UINT16))));
    call.requireShown();
    return outputs;
  }

  private static Agents.MovieOptions look(Values values) {
    return new Agents.MovieOptions()
        .photons(values.decimal("photons"))
        .background(values.decimal("background"))
        .blur(values.decimal("blur"))
        .readNoise(values.decimal("read_noise"));
  }

  private StackFormat frames(StackFormat format) {
    long every = call.values().longInteger("every");
    return format
        .frames(Math.toIntExact(agents.frames()))
        .labels(slice -> "step " + slice / space.depth() * every);
  }

  /** Null if nobody wants it. */
  private SliceReceiver image(String key, String word, StackFormat format) throws IOException {
    boolean shown =
        space.isPreview() || ClassifyColoursCommand.shows(call.values(), word); // in windows
    if (!shown && !call.values().has(key)) {
      return null;
    }
    ResultImage image =
        call.results().newImage(key, space.named("_" + word), format).shownIf(shown);
    if (space.isFlat() && !word.equals(DENSITY)) {
      image.asSeries(); // with the brightness of its first frame
    } else {
      image.withRangeOfStack(); // the first slice may be empty
    }
    return image.isWanted() ? image : null;
  }
}
