// SPDX-License-Identifier: BSD-2-Clause
#include "ops/morphology/morphology_steps.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace bitvox::morphology {
namespace {

// All larger elements around a voxel hold the same voxels of the volume, and none of them lies in
// it, as this one does not.
std::int64_t radius_that_counts(const Options& options, const Shape& shape, bool planar) {
  const std::int64_t depth = planar ? 1 : shape.depth;
  std::int64_t most = 0;
  switch (options.element) {
    case Element::kCross:
      most = shape.width + shape.height + depth;
      break;
    case Element::kCube:
      most = std::max({shape.width, shape.height, depth});
      break;
    case Element::kBall:
      // Sides are at most 2^48, but a radius is at most 32767.
      most = std::min(shape.width, std::int64_t{kLargestRadius}) +
             std::min(shape.height, std::int64_t{kLargestRadius}) +
             std::min(depth, std::int64_t{kLargestRadius});
      break;
  }
  return std::min<std::int64_t>(options.radius, most);
}

}  // namespace

std::int64_t whole_root(std::int64_t square) {
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  while (root * root > square) --root;
  while ((root + 1) * (root + 1) <= square) ++root;
  return root;
}

Rings::Rings(std::int64_t radius, const Shape& shape, bool planar)
    : first(static_cast<std::size_t>(radius) + 2) {
  const std::int64_t square = radius * radius;
  // Calls visit(ring, row) for all rows.
  const auto each = [&](auto&& visit) {
    const std::int64_t depth = planar ? 0 : std::min(radius, shape.depth);
    for (std::int64_t z = -depth; z <= depth; ++z) {
      const std::int64_t width = std::min(whole_root(square - z * z), shape.height);
      for (std::int64_t y = -width; y <= width; ++y) {
        visit(static_cast<std::size_t>(whole_root(square - z * z - y * y)),
              RowOffset{static_cast<std::int32_t>(y), static_cast<std::int32_t>(z)});
      }
    }
  };
  each([&](std::size_t ring, const RowOffset&) { ++first[ring + 1]; });
  for (std::size_t i = 1; i < first.size(); ++i) {
    first[i] += first[i - 1];
  }
  rows.resize(static_cast<std::size_t>(first.back()));
  std::vector<std::int64_t> next = first;
  each([&](std::size_t ring, const RowOffset& row) {
    rows[static_cast<std::size_t>(next[ring]++)] = row;
  });
}

std::int64_t Rings::bytes(std::int64_t radius, const Shape& shape, bool planar) {
  const std::int64_t height = 2 * std::min(radius, shape.height) + 1;
  const std::int64_t depth = planar ? 1 : 2 * std::min(radius, shape.depth) + 1;
  return static_cast<std::int64_t>(sizeof(RowOffset)) * height * depth;
}

std::int64_t Plan::reach() const {
  std::int64_t reach = 0;
  for (const Step& step : steps) {
    reach = apart ? std::max(reach, step.radius) : reach + step.radius;
  }
  return reach;
}

Plan plan(const Options& options, const Shape& shape) {
  const bool planar = options.extent == Extent::kPerSlice || shape.depth == 1;
  const std::int64_t radius = radius_that_counts(options, shape, planar);
  const Step erosion{StepKind::kErosion, options.element, radius, options.edges, planar};
  const Step dilation{StepKind::kDilation, options.element, radius, Edges::kClipped, planar};
  Step closing = erosion;  // of what was dilated
  closing.edges = Edges::kClipped;

  Plan plan;
  switch (options.operation) {
    case Operation::kErode:
      plan.steps = {erosion};
      break;
    case Operation::kDilate:
      plan.steps = {dilation};
      break;
    case Operation::kWhiteTopHat:
      plan.last = Plan::Last::kMinusResult;
      [[fallthrough]];
    case Operation::kOpen:
      plan.steps = {erosion, dilation};
      break;
    case Operation::kBlackTopHat:
      plan.last = Plan::Last::kMinusInput;
      [[fallthrough]];
    case Operation::kClose:
      plan.steps = {dilation, closing};
      break;
    case Operation::kGradient:
      plan.steps = {dilation, erosion};
      plan.apart = true;
      break;
    case Operation::kAnd:
    case Operation::kOr:
    case Operation::kXor:
    case Operation::kMinus:
      plan.last = Plan::Last::kSecond;
      plan.combination = static_cast<Combination>(static_cast<int>(options.operation) -
                                                  static_cast<int>(Operation::kAnd));
      break;
    default:
      throw std::logic_error("not an operation of steps");
  }
  if (radius == 0 && plan.last != Plan::Last::kSecond) {
    // Steps that change nothing: of a difference nothing is left, X without X.
    const bool difference =
        plan.apart || plan.last == Plan::Last::kMinusResult || plan.last == Plan::Last::kMinusInput;
    plan.steps.clear();
    plan.apart = false;
    if (difference) {
      plan.last = Plan::Last::kMinusInput;
    }
  }
  return plan;
}

}  // namespace bitvox::morphology
