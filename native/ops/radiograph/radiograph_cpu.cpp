// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/radiograph/radiograph_series.hpp"
#include "rays/path_lengths.hpp"
#include "rays/volume_lengths.hpp"

namespace bitvox::radiograph {
namespace {

constexpr MemoryUser kUser{"Radiograph", "Crop the image, or scale it down."};
constexpr MemoryUser kDetectorUser{"Radiograph", "Choose fewer columns and rows of the detector."};

// Floats of the angles that are computed at once.
constexpr std::int64_t kFloatsAtOnce = std::int64_t{1} << 22;

class VolumeWays final : public Ways {
 public:
  VolumeWays(const rays::MaterialSource& volume, const Options& options,
             const rays::DetectorPart& part, Progress& progress)
      : options_(options),
        part_(part),
        ways_(volume, options.spacing, options.detector.beam, options.detector.axis,
              rays::Walk::kAuto, kUser, thread_count(options.threads), progress) {}

  void begin(Result& result) const override {
    result.voxels.assign(ways_.voxels().begin() + 1, ways_.voxels().end());
  }
  void measure(std::int64_t first, std::int64_t count, float* lengths, Result&,
               Progress& progress) override {
    ways_.measure(views_of(options_, ways_.shape(), first, count), part_,
                  thread_count(options_.threads), lengths, progress);
  }

 private:
  const Options& options_;
  const rays::DetectorPart& part_;
  rays::VolumeLengths ways_;
};

class MeshWays final : public Ways {
 public:
  MeshWays(const rays::MaterialMeshes& meshes, const Options& options,
           const rays::DetectorPart& part, Progress& progress)
      : options_(options), part_(part), views_(meshes, progress) {}

  void begin(Result&) const override {}
  void measure(std::int64_t first, std::int64_t count, float* lengths, Result& result,
               Progress& progress) override {
    const int threads = thread_count(options_.threads);
    measure_meshes(views_, options_, part_, first, count, lengths, result, progress,
                   [&](const rays::MeshViews::At& at, float* of_angle, Progress& own) {
                     auto [placing, adding, rounding] = progress_parts(own, 1, 8, 1);
                     const std::vector<rays::Point> vertices =
                         views_.snap(at.frame, threads, placing);
                     const rays::PathLengths sums = rays::path_lengths(
                         views_.triangles(vertices), at.grid, at.winding, {}, threads, adding);
                     rays::to_lengths(sums, at.grid, at.frame, threads, of_angle, rounding);
                     return sums.odd_rays;
                   });
  }

 private:
  const Options& options_;
  const rays::DetectorPart& part_;
  rays::MeshViews views_;
};

std::unique_ptr<Ways> ways_of(const Object& object, const Options& options,
                              const rays::DetectorPart& part, Progress& progress) {
  if (object.meshes != nullptr) {
    return std::make_unique<MeshWays>(*object.meshes, options, part, progress);
  }
  return std::make_unique<VolumeWays>(*object.volume, options, part, progress);
}

// What an image's lengths come to.
struct Sums {
  std::vector<double> longest, sum;  // of each material
  std::int64_t through = 0;
};

class Projector {
 public:
  Projector(InstructionSet instructions, const Photons* photons, const Options& options,
            const Outputs& outputs, int materials)
      : instructions_(instructions),
        photons_(photons),
        options_(options),
        outputs_(outputs),
        materials_(materials),
        threads_(thread_count(options.threads)),
        series_(options, materials, kFloatsAtOnce) {}

  Result run(const Object& object, Progress& progress) {
    auto [reading, projecting] = progress_parts(progress, 1, 4);
    const std::unique_ptr<Ways> ways = ways_of(object, options_, series_.part(), reading);
    const std::int64_t sums = object.meshes == nullptr ? 0 : 12;  // bytes of an angle's
    require_memory(
        kDetectorUser, host_memory(),
        ((series_.at_once() * materials_ + 2) * 4 + sums * materials_) * series_.part().pixels());
    lengths_.resize(size_of(series_.at_once() * materials_));
    if (outputs_.transmission != nullptr || wants_extremes()) transmission_.resize(size_of(1));
    if (outputs_.attenuation != nullptr || wants_extremes()) attenuation_.resize(size_of(1));
    result_ = series_.begin(outputs_);
    ways->begin(result_);
    for (std::int64_t first = 0; first < options_.angles; first += series_.at_once()) {
      const std::int64_t count = std::min(series_.at_once(), options_.angles - first);
      PhaseProgress batch(projecting, first, first + count, options_.angles);
      auto [walking, arriving] = progress_parts(batch, 4, 1);
      ways->measure(first, count, lengths_.data(), result_, walking);
      for (std::int64_t i = 0; i < count; ++i) {
        PhaseProgress one(arriving, i, i + 1, count);
        finish(first + i, lengths_.data() + i * materials_ * series_.part().pixels(), one);
      }
    }
    series_.end(result_);
    progress.report(1, 1);
    return std::move(result_);
  }

 private:
  bool wants_extremes() const { return photons_ != nullptr; }
  std::size_t size_of(std::int64_t images) const {
    return static_cast<std::size_t>(images * series_.part().pixels());
  }

  // Of an angle.
  void finish(std::int64_t angle, const float* lengths, Progress& progress) {
    auto [adding, attenuating] = progress_parts(progress, 1, 3);
    add(lengths, adding);
    if (outputs_.lengths != nullptr) {
      outputs_.lengths->write_slices(
          {angle * materials_, materials_, lengths, series_.part().pixels() * 4}, threads_);
    }
    if (photons_ == nullptr) return;
    const rays::AttenuationReport report = rays::attenuate(
        instructions_, *photons_, series_.noise(), std::span(lengths, size_of(materials_)), angle,
        {transmission_, attenuation_}, threads_, attenuating);
    result_.dark += report.dark;
    const float least = *std::min_element(transmission_.begin(), transmission_.end());
    const float most = *std::max_element(attenuation_.begin(), attenuation_.end());
    result_.least = angle == 0 ? least : std::min<double>(result_.least, least);
    result_.most = angle == 0 ? most : std::max<double>(result_.most, most);
    if (outputs_.transmission != nullptr) {
      outputs_.transmission->write_slice(angle, transmission_.data());
    }
    if (outputs_.attenuation != nullptr) {
      outputs_.attenuation->write_slice(angle, attenuation_.data());
    }
  }

  // Sums are of rows, and then of their sums, so that threads do not matter.
  void add(const float* lengths, Progress& progress) {
    std::vector<Sums> rows(static_cast<std::size_t>(series_.part().rows));
    parallel_for(series_.part().rows, threads_, progress, [&](std::int64_t r) {
      Sums& row = rows[static_cast<std::size_t>(r)];
      std::vector<std::uint8_t> any(static_cast<std::size_t>(series_.part().columns));
      for (std::int64_t m = 0; m < materials_; ++m) {
        const float* const of = lengths + m * series_.part().pixels() + r * series_.part().columns;
        double sum = 0;
        float longest = 0;
        for (std::int64_t c = 0; c < series_.part().columns; ++c) {
          sum += of[c];
          longest = std::max(longest, of[c]);
          any[static_cast<std::size_t>(c)] |= of[c] > 0 ? 1U : 0U;
        }
        row.sum.push_back(sum);
        row.longest.push_back(longest);
      }
      row.through = std::count(any.begin(), any.end(), std::uint8_t{1});
    });
    for (const Sums& row : rows) {
      result_.through += row.through;
      for (std::size_t m = 0; m < result_.longest.size(); ++m) {
        result_.longest[m] = std::max(result_.longest[m], row.longest[m]);
        result_.projected[m] += row.sum[m];
      }
    }
  }

  InstructionSet instructions_;
  const Photons* photons_;
  const Options& options_;
  const Outputs& outputs_;
  int materials_;
  int threads_;
  Series series_;
  std::vector<float> lengths_, transmission_, attenuation_;
  Result result_;
};

}  // namespace

Result project_cpu(InstructionSet instructions, const Object& object, const Photons* photons,
                   const Options& options, const Outputs& outputs, Progress& progress) {
  return Projector(instructions, photons, options, outputs, object.materials())
      .run(object, progress);
}

}  // namespace bitvox::radiograph
