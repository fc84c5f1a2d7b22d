// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "core/threads/progress_parts.hpp"
#include "ops/label/components.hpp"
#include "ops/split_objects/split_objects_heights.hpp"
#include "ops/split_objects/split_objects_labels.hpp"
#include "ops/split_objects/split_objects_passes.hpp"
#include "ops/split_objects/split_objects_slopes.hpp"
#include "ops/split_objects/split_objects_splitter.hpp"

namespace bitvox::split_objects {
namespace {

template <class T>
const ClimbRows<T>& climb_rows(const Rows& rows) {
  if constexpr (sizeof(T) == 2) {
    return rows.of_16;
  } else {
    return rows.of_32;
  }
}

template <class T>
class WatershedCpu final : public Watershed {
 public:
  WatershedCpu(InstructionSet instructions, const Ground& ground, const HeightNumbers& numbers,
               AlignedArray<T> heights)
      : instructions_(instructions),
        ground_(ground),
        rows_(rows_for<Rows>(instructions)),
        grid_(ground.volume.shape(), ground.options.connectivity, ground.options.extent),
        threads_(ground.threads),
        numbers_(numbers),
        heights_(std::move(heights)) {}

  std::int64_t count_objects(Progress& progress) override {
    const Options& options = ground_.options;
    return label::components_cpu(
               instructions_, {ground_.volume, options.connectivity, options.extent, threads_, {}},
               progress)
        ->count();
  }
  double number_of(std::uint32_t height) const override { return numbers_(height); }

  std::vector<std::uint32_t> find_slopes(const Seeds& seeds, Progress& progress) override {
    for (const std::uint32_t voxel : seeds.voxels) heights_[voxel] = kTopHeight<T>;
    labels_ = aligned_array<std::uint32_t>(grid_.voxels());
    return split_objects::find_slopes<T>(climb_rows<T>(rows_), grid_, heights_.get(), seeds,
                                         threads_, labels_.get(), progress);
  }
  std::vector<std::uint32_t> heights_of(const std::vector<std::uint32_t>& voxels) override {
    std::vector<std::uint32_t> heights;
    heights.reserve(voxels.size());
    for (const std::uint32_t voxel : voxels) heights.push_back(heights_[voxel]);
    return heights;
  }
  std::vector<Pass> find_passes(Progress& progress) override {
    return split_objects::find_passes(rows_, grid_, heights_.get(), labels_.get(), threads_,
                                      progress);
  }
  void drop_heights() override { heights_ = nullptr; }

  std::vector<std::uint32_t> first_voxels(std::int64_t count, Progress& progress) override {
    return label_rows().first_voxels(count, progress);
  }
  void relabel(const std::vector<std::uint32_t>& labels, Progress& progress) override {
    label_rows().relabel(labels, progress);
  }
  std::int64_t draw_lines(Progress& progress) override { return label_rows().draw_lines(progress); }
  void write(BitVolume& out, Progress& progress) override { label_rows().write(out, progress); }
  void write(PixelType type, SliceSink& out, Progress& progress) override {
    label_rows().write(type, out, progress);
  }
  const std::uint32_t* labels(Progress&) override { return labels_.get(); }

 private:
  LabelRows label_rows() const { return {rows_, grid_, labels_.get(), threads_}; }

  const InstructionSet instructions_;
  const Ground ground_;
  const Rows& rows_;
  const Grid grid_;
  const int threads_;
  const HeightNumbers numbers_;
  AlignedArray<T> heights_;
  AlignedArray<std::uint32_t> labels_;
};

}  // namespace

// Of a voxel, at the same time: heights and what they are made of, and a label.
std::int64_t bytes_cpu(const Shape& shape, const Options& options) {
  const Spacing& size = options.spacing;
  const bool cubes = size.x == size.y && size.x == size.z;
  const bool distances = options.heights == Heights::kDistance;
  return shape.voxel_count() * (distances ? cubes ? 6 : 12 : 8);
}

std::unique_ptr<Watershed> watershed_cpu(InstructionSet instructions, const Ground& ground,
                                         Progress& progress) {
  const Options& options = ground.options;
  const bool planar = options.extent == Extent::kPerSlice || ground.volume.shape().depth == 1;
  const HeightJob job{instructions, options, ground.threads, planar};
  const auto made = [&](auto heights, const HeightNumbers& numbers) -> std::unique_ptr<Watershed> {
    using T = std::remove_cvref_t<decltype(heights[0])>;
    return std::make_unique<WatershedCpu<T>>(instructions, ground, numbers, std::move(heights));
  };
  if (options.heights != Heights::kDistance) {
    return made(grey_heights(job, *ground.grey, ground.volume, progress), {});
  }
  auto [narrow, wide] = progress_parts(progress, 1, 1);
  if (auto squares = squared_distances(job, ground.volume, narrow)) {
    return made(std::move(squares), {true, distance_job(job, ground.volume).scale});
  }
  return made(distances(job, ground.volume, wide), {});
}

Result split_cpu(InstructionSet instructions, const VolumeSource& in, const Images& images,
                 const Options& options, const Outputs& outputs, Progress& progress) {
  const Shape& shape = in.shape();
  require_memory(kUser, host_memory(), bytes_cpu(shape, options) + 8 * shape.word_count());
  const auto make = [&](const Ground& ground, Progress& making) {
    return watershed_cpu(instructions, ground, making);
  };
  return split_by(make, in, images, options, outputs, progress);
}

}  // namespace bitvox::split_objects
