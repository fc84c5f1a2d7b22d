// SPDX-License-Identifier: BSD-2-Clause
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/threads/progress_parts.hpp"
#include "jni/grey_input.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/agents/agent_outputs.hpp"
#include "ops/agents/agents.hpp"
#include "org_bitvox_Agents.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

// Of an org.bitvox.AgentArena.Places; nothing for null.
std::optional<agents::GivenPlaces> places_of(const JavaFields& arena, const char* name) {
  jobject const object = arena.get_object(name, "Lorg/bitvox/AgentArena$Places;");
  if (object == nullptr) return std::nullopt;
  const JavaFields fields(arena.env(), object, name);
  auto* const array = static_cast<jdoubleArray>(fields.get_object("numbers", "[D"));
  const std::vector<double> numbers = doubles_of(fields.env(), array, name);
  std::vector<agents::Place> places(numbers.size() / 3);
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  }
  return agents::GivenPlaces{std::move(places), fields.get_boolean("fromMiddle")};
}

// What an org.bitvox.AgentArena.Input says, and keeps alive.
class JavaArena {
 public:
  explicit JavaArena(const JavaFields& fields)
      : shape_(get_shape(fields)),
        free_(fields.env(), fields.get_object("free", "Lorg/bitvox/VolumeInput;")),
        starts_(places_of(fields, "starts")),
        goals_(places_of(fields, "goals")) {
    if (jobject field = fields.get_object("field", "Lorg/bitvox/GreyInput;")) {
      field_.emplace(fields.env(), field);
    }
  }

  agents::Arena arena() const {
    return {shape_,
            free_.source(),
            starts_ ? &starts_->places : nullptr,
            goals_ ? &goals_->places : nullptr,
            field_ ? &field_->source() : nullptr,
            starts_ && starts_->from_middle,
            goals_ && goals_->from_middle};
  }

 private:
  Shape shape_;
  OptionalVolumeInput free_;
  std::optional<agents::GivenPlaces> starts_;
  std::optional<agents::GivenPlaces> goals_;
  std::optional<GreyInput> field_;
};

OptionalSliceSink sink_of(const JavaFields& outputs, const char* name) {
  return {outputs.env(), outputs.get_object(name, "Lorg/bitvox/SliceReceiver;")};
}

std::string file_of(const JavaFields& outputs, const char* name) {
  auto* const path = static_cast<jbyteArray>(outputs.get_object(name, "[B"));
  return path == nullptr ? std::string{} : path_of(outputs.env(), path);
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Agents_simulate(JNIEnv* env, jobject self, jobject input,
                                                       jobject outputs, jobject listener,
                                                       jobject result) {
  guarded(env, [&] {
    const JavaArena arena(JavaFields(env, input, "arena"));
    const JavaFields all(env, outputs, "outputs");
    OptionalSliceSink labels = sink_of(all, "labels");
    OptionalSliceSink movie = sink_of(all, "movie");
    OptionalSliceSink density = sink_of(all, "density");
    const auto look = read<agents::MovieOptions>(
        env, all.get_object("look", "Lorg/bitvox/Agents$MovieOptions;"), "look");
    JavaProgress progress(env, listener);
    auto [simulating, writing] = progress_parts(progress, 199, 1);
    agents::Result simulated =
        agents::simulate_to(arena.arena(), read<agents::Options>(env, self), look,
                            {labels.get(), movie.get(), density.get()},
                            {file_of(all, "tracks"), file_of(all, "lineage")}, simulating);
    StandingProgress handing_over(writing);
    write(env, result, std::move(simulated), handing_over);
    progress.report(1, 1);
  });
}

JNIEXPORT jboolean JNICALL Java_org_bitvox_Agents_labelsAreFloats(JNIEnv* env, jobject self,
                                                                  jobject input) {
  return guarded(env, jboolean{}, [&]() -> jboolean {
    const JavaArena arena(JavaFields(env, input, "arena"));
    const auto options = read<agents::Options>(env, self);
    return agents::labels_are_floats(arena.arena(), options) ? JNI_TRUE : JNI_FALSE;
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Agents_check(JNIEnv* env, jclass, jbyteArray tracks,
                                                    jdouble radius, jobject listener,
                                                    jobject overlaps) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    write(env, overlaps, agents::check_tracks(path_of(env, tracks), radius, progress), "overlaps");
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Agents_readPlaces(JNIEnv* env, jclass, jbyteArray file,
                                                         jint axes, jobject listener,
                                                         jobject places) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    const agents::GivenPlaces given = agents::read_places(path_of(env, file), axes, progress);
    std::vector<double> numbers;
    numbers.reserve(3 * given.places.size());
    for (const agents::Place& place : given.places) {
      numbers.insert(numbers.end(), place.begin(), place.end());
    }
    JavaFields fields(env, places, "places");
    fields.set_object("numbers", "[D", array_of(env, numbers));
    fields.set_boolean("fromMiddle", given.from_middle);
  });
}
