// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_load.hpp"

#include <algorithm>

namespace bitvox::stiffness {
namespace {

constexpr std::uint8_t kAllComponents = 7;

std::uint8_t only(std::size_t component) { return static_cast<std::uint8_t>(1U << component); }

// In voxels, where the change of component c along axis a is one.
void add_change(std::size_t c, std::size_t a, double change, const Options& options,
                Strain& strain) {
  const std::array<double, 3> h{options.spacing.x, options.spacing.y, options.spacing.z};
  strain[3 * c + a] += change * h[a] / h[c];
}

void set_tensor(std::size_t number, const Options& options, LoadCase& load) {
  load.has_plates = false;
  if (options.border == Border::kPeriodic) {
    load.lattice.periodic.fill(true);
  } else {
    for (auto& ends : load.lattice.given) ends.fill(kAllComponents);
  }
  if (number < 3) {
    add_change(number, number, 1, options, load.strain);
    return;
  }
  const std::size_t c = number == 3 ? 1 : 0, a = number == 5 ? 1 : 2;  // yz, xz, xy
  add_change(c, a, 0.5, options, load.strain);
  add_change(a, c, 0.5, options, load.strain);
}

}  // namespace

LoadCase load_case(int axis, const Shape& shape, const Options& options) {
  LoadCase load;
  load.axis = axis;
  load.lattice.elements = {shape.width, shape.height, shape.depth};
  const auto along = static_cast<std::size_t>(axis);
  if (options.direction == Direction::kTensor) {
    set_tensor(along, options, load);
    return load;
  }
  const std::size_t component = options.load == Load::kShear ? (along + 1) % 3 : along;
  load.component = static_cast<int>(component);
  load.sign = options.load == Load::kCompression ? -1 : 1;
  add_change(component, along, 1, options, load.strain);
  for (std::size_t side = 0; side < 3; ++side) {
    if (side == along) {
      load.lattice.given[side].fill(options.plates == Plates::kFixed ? kAllComponents
                                                                     : only(along));
    } else if (options.sides == Sides::kPeriodic) {
      load.lattice.periodic[side] = true;
    } else if (options.sides == Sides::kConfined) {
      load.lattice.given[side].fill(only(side));
    }
  }
  return load;
}

LoadedVoxels loaded_voxels(const LoadCase& load, const Spacing& spacing) {
  LoadedVoxels out{
      {}, {spacing.x, spacing.y, spacing.z}, ratios_of<double>(spacing.x, spacing.y, spacing.z)};
  std::copy(load.strain.begin(), load.strain.end(), out.strain);
  return out;
}

}  // namespace bitvox::stiffness
