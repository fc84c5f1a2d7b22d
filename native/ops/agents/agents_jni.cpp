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

// Of an array of three numbers each; nothing for null.
std::optional<std::vector<agents::Place>> places_of(const JavaFields& fields, const char* name) {
  auto* const array = static_cast<jdoubleArray>(fields.get_object(name, "[D"));
  if (array == nullptr) return std::nullopt;
  const std::vector<double> numbers = doubles_of(fields.env(), array, name);
  std::vector<agents::Place> places(numbers.size() / 3);
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  }
  return places;
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
    return {shape_, free_.source(), starts_ ? &*starts_ : nullptr, goals_ ? &*goals_ : nullptr,
            field_ ? &field_->source() : nullptr};
  }

 private:
  Shape shape_;
  OptionalVolumeInput free_;
  std::optional<std::vector<agents::Place>> starts_;
  std::optional<std::vector<agents::Place>> goals_;
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

// Three numbers each.
JNIEXPORT jdoubleArray JNICALL Java_org_bitvox_Agents_readPlaces(JNIEnv* env, jclass,
                                                                 jbyteArray file, jdouble x,
                                                                 jdouble y, jdouble z,
                                                                 jobject listener) {
  return guarded(env, jdoubleArray{}, [&] {
    JavaProgress progress(env, listener);
    std::vector<double> numbers;
    for (const agents::Place& place :
         agents::read_places(path_of(env, file), {x, y, z}, progress)) {
      numbers.insert(numbers.end(), place.begin(), place.end());
    }
    return array_of(env, numbers);
  });
}
