// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import ij.plugin.LutLoader;
import java.io.IOException;
import java.util.function.Consumer;
import org.bitvox.FlowExpectation;
import org.bitvox.FlowResult;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.ResultImage;
import org.bitvox.files.DisplayRange;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Values;

/** What is to be seen of a flow: its velocities, a movie, where particles and bodies went. */
final class FlowViews {
  private final Call call;
  private final FlowSettings settings;
  private final FlowUnits units;
  private final ResultImage velocity;
  private final ResultImage movie;
  private final boolean drawn; // tracks in a picture
  private final boolean pictured; // they, or the movie
  private final FlowTracks tracks; // null where nobody wants them
  private final FlowMotion motion; // null likewise, or without bodies

  /** Begins the outputs, and says what they need for so many bodies. */
  FlowViews(Call call, FlowSettings settings, FlowUnits units, long bodies) throws IOException {
    this.call = call;
    this.settings = settings;
    this.units = units;
    Values values = call.values();
    velocity = newVelocity();
    movie = newMovie();
    drawn = values.flag("show_tracks") || values.has("plot");
    pictured = drawn || values.flag("show_movie");
    if (values.has("position") && !drawn && !movie.isWanted()) {
      call.messages()
          .note("position=" + values.text("position") + " has no effect without a movie or plot");
    }
    Consumer<String> lines = call.results().lines("tracks");
    tracks = drawn || lines != null ? new FlowTracks(call, settings, drawn, lines) : null;
    boolean followed = values.has("motion") || values.has("bodies") && pictured;
    motion = followed ? new FlowMotion() : null;
    if (followed) {
      long bytes = FlowMotion.bytes(bodies, settings.frames());
      call.needs("how bodies moved in " + settings.frames() + " frames", bytes);
    }
  }

  private ResultImage newVelocity() throws IOException {
    InputImage input = call.input();
    StackFormat format = VelocityFormat.vector(input, "voxels/step");
    return call.results()
        .newImage("output", input.named("_velocity"), format)
        .shownIf(call.values().flag("map"));
  }

  private ResultImage newMovie() throws IOException {
    InputImage input = call.input();
    FlowPlane plane = settings.plane();
    Calibration calibration = input.calibration().copy();
    calibration.disableDensityCalibration();
    calibration.setValueUnit("voxels/step");
    StackFormat format =
        new StackFormat(plane.width(), plane.height(), 1, PixelType.FLOAT32)
            .frames(settings.frames())
            .calibration(calibration)
            .labels(frame -> plane.words() + units.step(settings.stepOf(frame)))
            .range(DisplayRange.Kind.LAST_SLICE)
            .colours(LutLoader.getLut("fire"));
    return call.results()
        .newImage("movie", input.named("_movie"), format)
        .shownIf(call.values().flag("show_movie"));
  }

  // ---- Who takes them; null for nobody --------------------------------------------------------

  SliceReceiver velocity() {
    return velocity.isWanted() ? velocity::accept : null;
  }

  SliceReceiver movie() {
    SliceReceiver shown = movie.isWanted() ? movie::accept : null;
    return drawn ? (slice, pixels) -> tracks.background(slice, pixels, shown) : shown;
  }

  FlowTracks tracks() {
    return tracks;
  }

  FlowMotion motion() {
    return motion;
  }

  // ---- When it has flowed ---------------------------------------------------------------------

  /** What should be known about them: sentences, or empty. */
  String notes(FlowExpectation expected, FlowResult result) {
    return Notes.of(
        pictured ? FlowNotes.across(settings) : "",
        drawn && tracks.frames() > 1
            ? FlowNotes.still(tracks.longestWay(result), settings, expected, result)
            : "");
  }

  /** Writes and shows what is not done slice by slice. */
  void finish(FlowScene scene, FlowResult result) throws IOException {
    if (call.values().has("motion")) {
      call.results().write("motion", path -> motion.table(settings).write(path, call.progress()));
    }
    if (!pictured) {
      return;
    }
    FlowPlane plane = settings.plane();
    boolean[] solid = scene.solid(plane);
    movie.under(() -> FlowOutlines.of(plane, solid, motion));
    if (drawn) {
      FlowPicture picture = new FlowPicture(tracks, motion, plane, solid, result, units);
      call.results().write("plot", picture::write);
      if (call.values().flag("show_tracks")) {
        String title = call.input().named("_tracks");
        call.results().show(() -> picture.image(title));
      }
    }
  }
}
