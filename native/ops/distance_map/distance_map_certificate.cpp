// SPDX-License-Identifier: BSD-2-Clause
#include "ops/distance_map/distance_map_certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/threads/parallel.hpp"

namespace bitvox::distance_map {
namespace {

constexpr double kMostInteger = 65535;  // stands for all that is larger

}  // namespace

Certificate::Certificate(const Job& job, const Block& block, SliceSink* to)
    : job_(job), block_(block), to_(to), steps_{job.steps.x, job.steps.y, job.steps.z} {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<int>(axis);
    const bool along = axis < 2 || !job.planar;
    for (std::int64_t i = block.core.begin[axis]; i < block.core.end[axis]; ++i) {
      double least = std::numeric_limits<double>::infinity();
      if (along && !block.low_is_real(a)) {
        least = std::min(least, number(axis, i - block.read.begin[axis] + 1));
      }
      if (along && !block.high_is_real(a)) {
        least = std::min(least, number(axis, block.read.end[axis] - i));
      }
      least_[axis].push_back(static_cast<float>(least));
    }
  }
}

void Certificate::begin(const SliceFormat& format) {
  if (to_ != nullptr) to_->begin(format);
}

// Rounded as the map's are, so that what is no less is no less in it.
double Certificate::number(std::size_t axis, std::int64_t voxels) const {
  const double distance = static_cast<double>(voxels) * steps_[axis];
  const double value = job_.roots() ? distance * distance : distance;
  if (job_.numbers == Numbers::kIntegers) return std::min(value, kMostInteger);
  return static_cast<float>(job_.scale * (job_.roots() ? std::sqrt(value) : value));
}

bool Certificate::tells_nothing(double number) const {
  return job_.numbers == Numbers::kIntegers ? number >= kMostInteger : std::isinf(number);
}

std::int64_t Certificate::voxels(std::size_t axis, double number) const {
  const bool squares = job_.numbers == Numbers::kIntegers && job_.roots();
  const double distance = squares ? std::sqrt(number) : number;
  const double unit = job_.numbers == Numbers::kIntegers ? 1 : job_.scale * steps_[axis];
  auto count = static_cast<std::int64_t>(distance / unit);
  while (this->number(axis, count) < number) ++count;
  return count;
}

void Certificate::note(const Index& at, double number) {
  if (tells_nothing(number)) {
    unbounded_ = true;
    return;
  }
  for (std::size_t axis = 0; axis < (job_.planar ? 2U : 3U); ++axis) {
    const std::int64_t away = voxels(axis, number);
    const std::int64_t low = at[axis] - block_.core.begin[axis];
    const std::int64_t high = block_.core.end[axis] - 1 - at[axis];
    far_[axis][0] = std::max(far_[axis][0], away - 1 - low);
    far_[axis][1] = std::max(far_[axis][1], away - 1 - high);
  }
}

// What a distance of a row may be, as far as y and z say.
float Certificate::bound(std::int64_t y, std::int64_t z) const {
  return std::min(least_[1][static_cast<std::size_t>(y)], least_[2][static_cast<std::size_t>(z)]);
}

// Integers are of 16 bits, so that all numbers are floats.
template <class Pixel>
bool is_right(const Pixel* row, const std::vector<float>& along, float bound) {
  int wrong = 0;  // without a branch, for vectors
  for (std::size_t x = 0; x < along.size(); ++x) {
    wrong |= static_cast<int>(std::abs(static_cast<float>(row[x])) > std::min(bound, along[x]));
  }
  return wrong == 0;
}

template <class Pixel>
bool Certificate::are_right(std::int64_t z, const Pixel* pixels, std::int64_t pitch) const {
  const std::int64_t height = block_.core.shape().height;
  for (std::int64_t y = 0; y < height; ++y) {
    if (!is_right(pixels + y * pitch, least_[0], bound(y, z))) return false;
  }
  return true;
}

template <class Pixel>
void Certificate::look_at(std::int64_t z, const Pixel* pixels, std::int64_t pitch) {
  const Shape core = block_.core.shape();
  for (std::int64_t y = 0; y < core.height; ++y, pixels += pitch) {
    if (is_right(pixels, least_[0], bound(y, z))) continue;
    for (std::int64_t x = 0; x < core.width; ++x) {
      const float number = std::abs(static_cast<float>(pixels[x]));
      if (number <= std::min(bound(y, z), least_[0][static_cast<std::size_t>(x)])) continue;
      note({block_.core.begin[0] + x, block_.core.begin[1] + y, block_.core.begin[2] + z}, number);
    }
  }
}

template <class Body>
void Certificate::with_pixels(const void* pixels, std::int64_t first, const Body& body) const {
  if (job_.numbers == Numbers::kIntegers) {
    body(static_cast<const std::uint16_t*>(pixels) + first);
  } else {
    body(static_cast<const float*>(pixels) + first);
  }
}

void Certificate::write_slice(std::int64_t z, const void* pixels) {
  with_pixels(pixels, 0, [&](const auto* rows) { look_at(z, rows, block_.core.shape().width); });
  if (to_ != nullptr) to_->write_slice(z, pixels);
}

void Certificate::look(std::int64_t z, const SliceBatch& slices, std::int64_t first,
                       std::int64_t pitch, int threads) {
  std::vector<char> right(static_cast<std::size_t>(slices.count));
  NoProgress quiet;
  parallel_for(slices.count, threads, quiet, [&](std::int64_t i) {
    with_pixels(slices.slice(i), first, [&](const auto* rows) {
      right[static_cast<std::size_t>(i)] = are_right(z + i, rows, pitch) ? 1 : 0;
    });
  });
  for (std::int64_t i = 0; i < slices.count; ++i) {
    if (right[static_cast<std::size_t>(i)] != 0) continue;
    with_pixels(slices.slice(i), first, [&](const auto* rows) { look_at(z + i, rows, pitch); });
  }
}

Box Certificate::next() const {
  Reach reach;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::int64_t low = block_.core.begin[axis] - block_.read.begin[axis];
    const std::int64_t high = block_.read.end[axis] - block_.core.end[axis];
    const bool twice = unbounded_ && (axis < 2 || !job_.planar);
    reach.low[axis] = std::max(twice ? 2 * low + 1 : low, far_[axis][0]);
    reach.high[axis] = std::max(twice ? 2 * high + 1 : high, far_[axis][1]);
  }
  return block_at(block_.whole, block_.core, reach).read;
}

}  // namespace bitvox::distance_map
