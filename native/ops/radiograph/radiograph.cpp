// SPDX-License-Identifier: BSD-2-Clause
#include "ops/radiograph/radiograph.hpp"

#include <optional>
#include <string>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/progress_parts.hpp"

namespace bitvox::radiograph {
namespace {

// Voxels that rays go through, about: below this the CPU is done before a GPU has its work.
constexpr double kGpuPaysVoxels = 1 << 26;

// Rays and triangles: the same of meshes.
constexpr double kGpuPaysRays = 1 << 17;

double rays_of_angle(const Options& options) {
  return static_cast<double>(options.detector.columns) *
         (options.row == 0 ? options.detector.rows : 1);
}

bool is_small(const Object& object, const Options& options) {
  if (object.meshes != nullptr) {
    double triangles = 0;
    for (const meshes::MeshFacts& facts : object.meshes->set.facts) {
      triangles += static_cast<double>(facts.triangles);
    }
    return (rays_of_angle(options) + triangles) * options.angles < kGpuPaysRays;
  }
  const Shape& shape = object.volume->shape();
  const double steps = static_cast<double>(shape.width + shape.height + shape.depth) / 2;
  return steps * rays_of_angle(options) * options.angles < kGpuPaysVoxels;
}

// Of several sinks, any of which slices may have left to.
class WatchedOutputs {
 public:
  explicit WatchedOutputs(const Outputs& outputs)
      : lengths_(*this, outputs.lengths),
        transmission_(*this, outputs.transmission),
        attenuation_(*this, outputs.attenuation) {}

  Outputs outputs() { return {lengths_.wanted(), transmission_.wanted(), attenuation_.wanted()}; }
  const WatchedSink* any() const { return &any_; }

 private:
  class Watched final : public SliceSink {
   public:
    Watched(WatchedOutputs& all, SliceSink* to) : all_(all), to_(to) {}
    SliceSink* wanted() { return to_ == nullptr ? nullptr : this; }
    void begin(const SliceFormat& format) override { to_->begin(format); }
    void write_slice(std::int64_t slice, const void* pixels) override {
      all_.any_.write_slice(slice, pixels);
      to_->write_slice(slice, pixels);
    }
    void write_slices(const SliceBatch& batch, int threads) override {
      all_.any_.write_slice(batch.first, batch.pixels);
      to_->write_slices(batch, threads);
    }

   private:
    WatchedOutputs& all_;
    SliceSink* to_;
  };
  class Nowhere final : public SliceSink {
   public:
    void write_slice(std::int64_t, const void*) override {}
  };

  Nowhere nowhere_;
  WatchedSink any_{nowhere_};
  Watched lengths_, transmission_, attenuation_;
};

void check_all(const Object& object, const Photons* photons, const Options& options,
               const Outputs& outputs) {
  check_fields(options);
  check_spacing(options.spacing);
  if (object.meshes != nullptr) rays::check(*object.meshes);
  if (options.row > options.detector.rows) {
    throw InvalidInput("row is " + std::to_string(options.row) + "; the detector has " +
                       std::to_string(options.detector.rows) + " rows");
  }
  if (photons == nullptr) {
    if (outputs.transmission != nullptr || outputs.attenuation != nullptr) {
      throw InvalidInput("what arrives of a beam needs its photons and what materials do to them");
    }
    return;
  }
  rays::check(*photons);
  if (photons->materials() != object.materials()) {
    throw InvalidInput("the number of materials is " + std::to_string(object.materials()) +
                       ", the photons have coefficients of " +
                       std::to_string(photons->materials()));
  }
}

Result project_object(const Object& object, const Photons* photons, const Options& options,
                      const Outputs& outputs, Progress& progress) {
  check_all(object, photons, options, outputs);
  WatchedOutputs watched(outputs);
  const Outputs to = watched.outputs();
  StandingProgress starting(progress);
  RunReport run;
  Result result = run_on(
      options.backend, is_small(object, options) ? GpuUse::kTooSmall : GpuUse::kPays, run,
      [&](Gpu) { return project_cuda(object, photons, options, to, progress); },
      [&](InstructionSet instructions) {
        return project_cpu(instructions, object, photons, options, to, progress);
      },
      watched.any(), &starting);
  result.run = run;
  return result;
}

}  // namespace

double angle_of(const Options& options, std::int64_t index) {
  return options.detector.angle +
         options.range * static_cast<double>(index) / static_cast<double>(options.angles);
}

Result project(const rays::MaterialSource& volume, const Photons* photons, const Options& options,
               const Outputs& outputs, Progress& progress) {
  return project_object({&volume, nullptr}, photons, options, outputs, progress);
}

Result project(const rays::MaterialMeshes& meshes, const Photons* photons, const Options& options,
               const Outputs& outputs, Progress& progress) {
  return project_object({nullptr, &meshes}, photons, options, outputs, progress);
}

}  // namespace bitvox::radiograph
