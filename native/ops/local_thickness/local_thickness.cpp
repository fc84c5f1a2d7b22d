// SPDX-License-Identifier: BSD-2-Clause
#include "ops/local_thickness/local_thickness.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "core/error.hpp"
#include "core/parallel.hpp"

namespace bitvox::local_thickness {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 19;

// Counts the voxels of each thickness on the way to the map, if there is one.
class CountingSink final : public SliceSink {
 public:
  CountingSink(SliceSink* to, std::int64_t slice_voxels) : to_(to), voxels_(slice_voxels) {}

  void begin(const SliceFormat& format) override {
    if (to_ != nullptr) to_->begin(format);
  }

  void write_slice(std::int64_t z, const void* pixels) override {
    const auto* const values = static_cast<const float*>(pixels);
    // Neighbours are often as thick.
    for (std::int64_t i = 0; i < voxels_;) {
      const std::int64_t first = i;
      while (i < voxels_ && values[i] == values[first]) ++i;
      counts_[values[first]] += i - first;
    }
    if (to_ != nullptr) to_->write_slice(z, pixels);
  }

  // Ascending, without the background.
  void put(Result& result) const {
    std::map<float, std::int64_t> sorted(counts_.begin(), counts_.end());
    sorted.erase(0.0F);
    for (const auto& [thickness, voxels] : sorted) {
      result.thickness.push_back(thickness);
      result.voxels.push_back(voxels);
    }
  }

 private:
  SliceSink* to_;
  std::int64_t voxels_;
  std::unordered_map<float, std::int64_t> counts_;
};

}  // namespace

void refuse_infinite(const Job& job) {
  const std::string what = job.phase == Phase::kForeground ? "background" : "foreground";
  throw InvalidInput(
      (job.field.planar && job.field.in.shape().depth > 1 ? "a slice" : "the image") +
      std::string(" has no ") + what + " voxels: its thickness is infinite; use edges=background");
}

RunReport run(const Job& job, const std::string& backend, SliceSink& out, Progress& progress) {
  const Shape& shape = job.field.in.shape();
  WatchedSink watched(out);
  watched.begin({shape, job.pixels()});
  RunReport report;
  run_on(
      backend, shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays, report,
      [&] {
        measure_cuda(job, watched, progress);
        return 0;
      },
      [&](InstructionSet instructions) {
        measure_cpu(instructions, job, watched, progress);
        return 0;
      },
      &watched);
  return report;
}

Result measure(const VolumeSource& in, const Options& options, SliceSink* map, Progress& progress) {
  CountingSink counting(map, in.shape().width * in.shape().height);
  Result result;
  result.run = run({field_of(in, options), options.phase}, options.backend, counting, progress);
  counting.put(result);
  if (result.voxels.empty()) {
    throw UnsuitableImage(options.phase == Phase::kForeground
                              ? "the image has no foreground voxels"
                              : "the image has no background voxels");
  }
  return result;
}

}  // namespace bitvox::local_thickness
