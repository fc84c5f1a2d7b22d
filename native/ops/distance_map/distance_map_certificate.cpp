// SPDX-License-Identifier: BSD-2-Clause
#include "ops/distance_map/distance_map_certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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
      least_[axis].push_back(least);
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

template <class Pixel>
void Certificate::look(std::int64_t z, const Pixel* pixels) {
  const Shape core = block_.core.shape();
  for (std::int64_t y = 0; y < core.height; ++y) {
    const double row =
        std::min(least_[1][static_cast<std::size_t>(y)], least_[2][static_cast<std::size_t>(z)]);
    for (std::int64_t x = 0; x < core.width; ++x, ++pixels) {
      const double number = std::abs(static_cast<double>(*pixels));
      if (number <= std::min(row, least_[0][static_cast<std::size_t>(x)])) continue;
      note({block_.core.begin[0] + x, block_.core.begin[1] + y, block_.core.begin[2] + z}, number);
    }
  }
}

void Certificate::write_slice(std::int64_t z, const void* pixels) {
  if (job_.numbers == Numbers::kIntegers) {
    look(z, static_cast<const std::uint16_t*>(pixels));
  } else {
    look(z, static_cast<const float*>(pixels));
  }
  if (to_ != nullptr) to_->write_slice(z, pixels);
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
