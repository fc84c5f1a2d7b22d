// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "cuda/copy.hpp"
#include "cuda/pacer.hpp"
#include "ops/distance_map/distance_map_cuda_field.cuh"

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
    const bool in_space = !planar_ && shape_.depth > 1;
    const BitRows bits{
        work_.words,  work_.beside,  shape_.words_per_row(),
        shape_.width, shape_.height, phase == Phase::kForeground ? 0 : ~std::uint64_t{0},
        outside};
    cuda::clear(field.largest, 1, stream_);
    cuda::Pacer pacer(stream_, progress, shape_.depth + (in_space ? field.rows : 0));
    find_beside(bits);
    search_slices(bits, field, rule(steps_.y, shape_.height, work_.weights_y, outside), !in_space,
                  pacer);
    if (in_space) {
      search_across(field, rule(steps_.z, shape_.depth, work_.weights_z, outside), pacer);
    }
    pacer.finish();
    return std::bit_cast<double>(cuda::read_back(field.largest, stream_));
  }

 private:
  using Cell = typename V::Cell;

  Cost cost(double step) const { return {step, metric_ == Metric::kEuclidean}; }

  void find_beside(const BitRows& bits) const {
    const std::int64_t rows = shape_.height * shape_.depth;
    const int rows_of_block = kBesideThreads / lanes_of_row(bits.words_per_row);
    cuda::launch(find_beside_kernel, {cuda::blocks_for(rows, rows_of_block), kBesideThreads},
                 stream_, bits, rows, work_.beside);
  }

  SearchRule<V> rule(double step, std::int64_t length, Cell* weights, bool outside) const {
    const int count = weights_of(static_cast<int>(length));
    constexpr int kThreads = 256;
    const unsigned blocks = std::min(1024U, cuda::blocks_for(count, kThreads));
    cuda::launch(fill_weights_kernel<V>, {blocks, kThreads}, stream_, cost(step), count, weights);
    return {weights, metric_ == Metric::kChessboard, outside};
  }

  // Calls enqueue(first, count) for all planes, so many at a time that a launch is over soon.
  template <class Enqueue>
  static void in_parts(std::int64_t planes, std::int64_t cells_of_plane, std::int64_t done,
                       cuda::Pacer& pacer, Enqueue&& enqueue) {
    // (Many GPUs are slow at doubles.)
    constexpr std::int64_t kCells = std::int64_t{1} << (sizeof(Cell) == 4 ? 26 : 23);
    const std::int64_t most = std::clamp<std::int64_t>(kCells / cells_of_plane, 1, 32768);
    for (std::int64_t first = 0; first < planes; first += most) {
      const std::int64_t count = std::min(most, planes - first);
      enqueue(first, count);
      pacer.enqueued(done + first + count);
    }
  }

  // Launches a kernel for `count` planes of lines in shared memory. Blocks that take much of it
  // have more threads, so that a multiprocessor has about as many in any case.
  template <class... Parameters, class... Arguments>
  void launch_shared(void (*kernel)(Parameters...), std::int64_t length, std::int64_t count,
                     Arguments&&... arguments) const {
    const std::int64_t shared = shared_bytes<V>(length);
    const std::int64_t most = cuda::most_shared_bytes();
    const int threads = 8 * shared <= most ? 128 : 4 * shared <= most ? 256 : kMostSearchThreads;
    cuda::allow_shared_bytes(kernel, static_cast<std::size_t>(shared));
    const dim3 blocks(cuda::blocks_for(work_.pitch, kWide), static_cast<unsigned>(count));
    cuda::launch(kernel, {blocks, threads, static_cast<std::size_t>(shared)}, stream_,
                 std::forward<Arguments>(arguments)...);
  }

  void search_slices(const BitRows& bits, const CellField<V>& field, const SearchRule<V>& rule,
                     bool last, cuda::Pacer& pacer) const {
    const std::int64_t height = shape_.height;
    const bool is_short = fits_shared<V>(height);
    const auto enqueue = [&](std::int64_t z, std::int64_t count) {
      if (is_short) {
        launch_shared(search_slices_kernel<V>, height, count, bits, field, rule, cost(steps_.x),
                      most_, z, last);
      } else {
        search_long_slice(bits, field, rule, last, z);
      }
    };
    in_parts(shape_.depth, is_short ? field.pitch * height : kAlone, 0, pacer, enqueue);
  }

  void search_across(const CellField<V>& field, const SearchRule<V>& rule,
                     cuda::Pacer& pacer) const {
    const std::int64_t depth = shape_.depth;
    const bool is_short = fits_shared<V>(depth);
    const auto enqueue = [&](std::int64_t row, std::int64_t count) {
      if (is_short) {
        launch_shared(search_across_kernel<V>, depth, count, field, rule, static_cast<int>(depth),
                      row);
      } else {
        search_long_row(field, rule, row);
      }
    };
    in_parts(field.rows, is_short ? field.pitch * depth : kAlone, depth, pacer, enqueue);
  }

  // For lines in global memory.
  template <class... Parameters, class... Arguments>
  void launch_long(void (*kernel)(Parameters...), std::int64_t items,
                   Arguments&&... arguments) const {
    const dim3 blocks(cuda::blocks_for(work_.pitch, kWide), cuda::blocks_for(items, kLongTeams));
    cuda::launch(kernel, {blocks, kLongThreads}, stream_, std::forward<Arguments>(arguments)...);
  }

  void search_long_slice(const BitRows& bits, const CellField<V>& field, const SearchRule<V>& rule,
                         bool last, std::int64_t z) const {
    const auto height = static_cast<int>(shape_.height);
    const LongLines<V> lines{work_.long_lines, height};
    const auto first = static_cast<int>(field.first_row);
    const auto rows = static_cast<int>(field.rows);
    launch_long(fill_long_slice_kernel<V>, groups_of(height), bits, cost(steps_.x), most_, z,
                lines);
    launch_long(fill_long_supers_kernel<V>, supers_of(height), lines);
    launch_long(search_long_kernel<V>, groups_of(rows) + 1, lines, rule, first, first + rows,
                field.cells + z * field.rows * field.pitch, field.pitch, field.pitch,
                last ? field.largest : nullptr);
  }

  void search_long_row(const CellField<V>& field, const SearchRule<V>& rule,
                       std::int64_t row) const {
    const auto depth = static_cast<int>(shape_.depth);
    const LongLines<V> lines{work_.long_lines, depth};
    launch_long(fill_long_row_kernel<V>, groups_of(depth), field, row, lines);
    launch_long(fill_long_supers_kernel<V>, supers_of(depth), lines);
    launch_long(search_long_kernel<V>, groups_of(depth), lines, rule, 0, depth,
                field.cells + row * field.pitch, field.rows * field.pitch, field.pitch,
                field.largest);
  }

  static constexpr std::int64_t kAlone = std::numeric_limits<std::int64_t>::max();

  const Shape& shape_;
  const Spacing& steps_;
  const Metric metric_;
  const bool planar_;
  const cuda::Stream& stream_;
  const Workspace<V>& work_;
  const Cell most_;
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
