// SPDX-License-Identifier: BSD-2-Clause
#include <vector>

#include "cuda/copy.hpp"
#include "linear_systems/device_components.cuh"
#include "linear_systems/device_properties.cuh"
#include "linear_systems/device_scan.cuh"
#include "linear_systems/on_gpu.hpp"

namespace bitvox::sparse {
namespace {

class Looking {
 public:
  Looking(const DeviceRows& matrix, Progress& progress)
      : matrix_(matrix), progress_(progress), seen_(take<SeenOnGpu>(1)) {}

  Properties found() {
    SeenOnGpu nothing{};
    nothing.empty_row = nothing.empty_column = kNone;
    cuda::copy(seen_.get(), &nothing, 1, stream_);
    each(matrix_.rows, stream_, LookAtEntries{matrix_, seen_.get()});
    Properties properties = so_far();
    progress_.report(1, 2);
    if (!properties.pattern_symmetric) find_empty_column(properties);
    if (properties.symmetric) find_components(properties);
    progress_.report(2, 2);
    return properties;
  }

 private:
  static std::int64_t number_or_none(unsigned long long number) {
    return number == kNone ? -1 : static_cast<std::int64_t>(number);
  }

  Properties so_far() {
    const SeenOnGpu seen = cuda::read_back(seen_.get(), stream_);
    const auto never = [&](unsigned bits) { return (seen.bits & bits) == 0; };
    Properties found;
    found.rows = matrix_.rows;
    found.entries = matrix_.entries;
    found.longest_row = static_cast<std::int64_t>(seen.longest_row);
    found.bandwidth = static_cast<std::int64_t>(seen.bandwidth);
    found.pattern_symmetric = never(kNoPattern);
    found.symmetric = never(kNoPattern | kNotSymmetric);
    found.skew_symmetric = never(kNoPattern | kNotSkew);
    found.zero_diagonal = static_cast<std::int64_t>(seen.zero_diagonal);
    found.positive_diagonal = never(kNotPositive);
    found.empty_row = number_or_none(seen.empty_row);
    // Of a symmetric pattern an empty row is an empty column.
    found.empty_column = found.empty_row;
    found.dominant = never(kNotDominant);
    found.strictly_dominant = never(kNotStrictly);
    found.nonpositive_off_diagonal = never(kAboveZero);
    found.zeros = !never(kZero);
    return found;
  }

  void find_empty_column(Properties& properties) {
    const auto filled = take<std::uint8_t>(matrix_.rows);
    const cuda::Drain drain(stream_);
    cuda::clear(filled.get(), matrix_.rows, stream_);
    each(matrix_.rows, stream_, FillColumns{matrix_, filled.get()});
    each(matrix_.rows, stream_, FindEmptyColumn{filled.get(), seen_.get()});
    properties.empty_column = number_or_none(cuda::read_back(seen_.get(), stream_).empty_column);
  }

  void find_components(Properties& properties) {
    const std::int64_t n = matrix_.rows;
    const auto parent = take<std::int32_t>(n);
    const auto regular = take<std::uint8_t>(n);
    const auto number = take<std::int32_t>(n + 1);
    const cuda::Drain drain(stream_);
    const DeviceSets sets{parent.get()};
    each(n, stream_, BeginSets{matrix_, parent.get()});
    each(n, stream_, JoinSets{matrix_, sets});
    cuda::clear(regular.get(), n, stream_);
    each(n, stream_, FindRoots{matrix_, sets, regular.get(), seen_.get()});
    each(n + 1, stream_, MarkSingular{parent.get(), regular.get(), n, number.get()});
    sum_before(number.get(), n + 1, scratch_, stream_);
    properties.singular_components = cuda::read_back(number.get() + n, stream_);
    properties.components =
        static_cast<std::int64_t>(cuda::read_back(seen_.get(), stream_).components);
    properties.laplacian = properties.nonpositive_off_diagonal && properties.positive_diagonal &&
                           properties.singular_components == properties.components;
    if (properties.singular_components == 0) return;
    const auto singular = take<std::int32_t>(n);
    const cuda::Drain drain_again(stream_);
    each(n, stream_, NumberSingular{parent.get(), regular.get(), number.get(), singular.get()});
    properties.singular.resize(static_cast<std::size_t>(n));
    cuda::read_back(properties.singular.data(), singular.get(), n, stream_);
  }

  const DeviceRows& matrix_;
  Progress& progress_;
  cuda::DeviceBuffer<SeenOnGpu> seen_;
  Scratch<std::int64_t> scratch_;
  cuda::Stream stream_;
};

}  // namespace

Properties properties_on_gpu(const MatrixOnGpu& matrix, Progress& progress) {
  return Looking(matrix.rows, progress).found();
}

}  // namespace bitvox::sparse
