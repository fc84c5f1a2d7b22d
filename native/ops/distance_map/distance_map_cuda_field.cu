// SPDX-License-Identifier: BSD-2-Clause
#include <bit>

#include "cuda/copy.hpp"
#include "cuda/pacer.hpp"
#include "ops/distance_map/distance_map_cuda_field.cuh"
#include "ops/distance_map/distance_map_long.cuh"

namespace bitvox::distance_map {
namespace {

// The passes over a field, one axis after the other.
template <class V>
class Passes {
 public:
  Passes(const Shape& shape, const Spacing& steps, Metric metric, bool planar,
         const cuda::Stream& stream, const Workspace<V>& work, typename V::Cell most)
      : shape_(shape),
        steps_(steps),
        metric_(metric),
        planar_(planar),
        stream_(stream),
        work_(work),
        most_(most) {}

  double make(Phase phase, Edges edges, const CellField<V>& field, Progress& progress) {
    const bool outside = edges == Edges::kBackground;
    const BitRows bits{work_.words,
                       shape_.words_per_row(),
                       shape_.width,
                       shape_.height,
                       phase == Phase::kForeground ? 0 : ~std::uint64_t{0},
                       outside};
    const auto rule = [&](double step) {
      return SearchRule{cost(step), metric_ == Metric::kChessboard, outside};
    };
    const bool in_space = !planar_ && shape_.depth > 1;
    cuda::clear(field.largest, 1, stream_);
    cuda::Pacer pacer(stream_, progress, shape_.depth + (in_space ? field.rows : 0));
    if (fits_shared<V>(shape_.height)) {
      search_slices(bits, field, rule(steps_.y), !in_space, pacer);
    } else {
      search_long_slices(bits, field, rule(steps_.y), !in_space, pacer);
    }
    if (in_space) {
      if (fits_shared<V>(shape_.depth)) {
        search_across(field, rule(steps_.z), pacer);
      } else {
        search_long_across(field, rule(steps_.z), pacer);
      }
    }
    pacer.finish();
    return std::bit_cast<double>(cuda::read_back(field.largest, stream_));
  }

 private:
  Cost cost(double step) const { return {step, metric_ == Metric::kEuclidean}; }

  unsigned bundles() const { return static_cast<unsigned>(work_.bundle_count); }

  static std::size_t shared_bytes(std::int64_t length) {
    return static_cast<std::size_t>(line_cells(static_cast<int>(length))) *
           sizeof(typename V::Cell);
  }

  static int threads_for(std::size_t shared) {
    return 2 * shared > static_cast<std::size_t>(cuda::most_shared_bytes()) ? kMostSearchThreads
                                                                            : kSearchThreads;
  }

  // How many planes of so many cells a launch takes, so that it is over soon.
  std::int64_t planes_at_once(std::int64_t cells) const {
    constexpr std::int64_t kCells = std::int64_t{1} << 25;
    return std::clamp<std::int64_t>(kCells / cells, 1, 32768);
  }

  void search_slices(const BitRows& bits, const CellField<V>& field, const SearchRule& rule,
                     bool last, cuda::Pacer& pacer) {
    const std::size_t shared = shared_bytes(shape_.height);
    cuda::allow_shared_bytes(search_slices_kernel<V>, shared);
    const std::int64_t at_once = planes_at_once(field.pitch * shape_.height);
    for (std::int64_t z = 0; z < shape_.depth; z += at_once) {
      const std::int64_t count = std::min(at_once, shape_.depth - z);
      cuda::launch(search_slices_kernel<V>,
                   {dim3(bundles(), static_cast<unsigned>(count)), threads_for(shared), shared},
                   stream_, bits, field, rule, cost(steps_.x), most_, z, last);
      pacer.enqueued(z + count);
    }
  }

  void search_across(const CellField<V>& field, const SearchRule& rule, cuda::Pacer& pacer) {
    const std::size_t shared = shared_bytes(shape_.depth);
    cuda::allow_shared_bytes(search_across_kernel<V>, shared);
    const std::int64_t at_once = planes_at_once(field.pitch * shape_.depth);
    for (std::int64_t row = 0; row < field.rows; row += at_once) {
      const std::int64_t count = std::min(at_once, field.rows - row);
      cuda::launch(search_across_kernel<V>,
                   {dim3(bundles(), static_cast<unsigned>(count)), threads_for(shared), shared},
                   stream_, field, rule, static_cast<int>(shape_.depth), row);
      pacer.enqueued(shape_.depth + row + count);
    }
  }

  dim3 bundle_blocks(std::int64_t items, std::int64_t per_block) const {
    return {bundles(), cuda::blocks_for(items, per_block)};
  }

  void group_bundles(int length) {
    for (const int level : {0, 1}) {
      const int items = level == 0 ? groups_of(length) : groups_of(groups_of(length));
      cuda::launch(group_bundles_kernel<V>, {bundle_blocks(items, kSearchWarps), kSearchThreads},
                   stream_, length, level, work_.bundles);
    }
  }

  void search_long_slices(const BitRows& bits, const CellField<V>& field, const SearchRule& rule,
                          bool last, cuda::Pacer& pacer) {
    const auto height = static_cast<int>(shape_.height);
    const auto first = static_cast<int>(field.first_row);
    for (std::int64_t z = 0; z < shape_.depth; ++z) {
      cuda::launch(fill_bundles_kernel<V>, {bundle_blocks(height, kSearchWarps), kSearchThreads},
                   stream_, bits, cost(steps_.x), most_, z, work_.bundles);
      group_bundles(height);
      cuda::launch(search_bundles_kernel<V>,
                   {bundle_blocks(field.rows, kSearchWarps * kPlaces), kSearchThreads}, stream_,
                   work_.bundles, rule, height, first, first + static_cast<int>(field.rows),
                   field.cells + z * field.rows * field.pitch, field.pitch, field.pitch,
                   last ? field.largest : nullptr);
      pacer.enqueued(z + 1);
    }
  }

  void search_long_across(const CellField<V>& field, const SearchRule& rule, cuda::Pacer& pacer) {
    const auto depth = static_cast<int>(shape_.depth);
    for (std::int64_t row = 0; row < field.rows; ++row) {
      cuda::launch(copy_bundles_kernel<V>, {bundle_blocks(depth, kSearchWarps), kSearchThreads},
                   stream_, field, depth, row, work_.bundles);
      group_bundles(depth);
      cuda::launch(search_bundles_kernel<V>,
                   {bundle_blocks(depth, kSearchWarps * kPlaces), kSearchThreads}, stream_,
                   work_.bundles, rule, depth, 0, depth, field.cells + row * field.pitch,
                   field.rows * field.pitch, field.pitch, field.largest);
      pacer.enqueued(shape_.depth + row + 1);
    }
  }

  const Shape& shape_;
  const Spacing& steps_;
  const Metric metric_;
  const bool planar_;
  const cuda::Stream& stream_;
  const Workspace<V>& work_;
  const typename V::Cell most_;
};

}  // namespace

template <class V>
double CellFieldMaker<V>::make(Phase phase, Edges edges, const CellField<V>& field,
                               Progress& progress, double most) {
  return Passes<V>(shape_, steps_, metric_, planar_, stream_, work_, V::all(most))
      .make(phase, edges, field, progress);
}

template class CellFieldMaker<Pairs>;
template class CellFieldMaker<Words>;
template class CellFieldMaker<Doubles>;

}  // namespace bitvox::distance_map
