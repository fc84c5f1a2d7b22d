// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_measure.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <vector>

#include "core/threads/ordered_sum.hpp"
#include "ops/stiffness/stiffness_maps.hpp"

namespace bitvox::stiffness {

ElementState Found::at(std::int64_t x, std::int64_t y, std::int64_t z) const {
  const Level& level = equations_.level();
  const Lattice& lattice = level.lattice();
  const std::int64_t first[3] = {x, y, z};
  double u[kModes][3];
  for (unsigned node = 0; node < kModes; ++node) {
    std::array<std::int64_t, 3> at{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      at[axis] = (first[axis] + (node >> axis & 1U)) % lattice.nodes(axis);
    }
    const std::int64_t place = level.at(at[0], at[1], at[2], 0);
    for (int c = 0; c < 3; ++c) u[node][c] = equations_.displacement(place + c * kLanes);
  }
  return state_of(u, first, solid_.at(x, y, z), load_);
}

template <class Use>
void Found::each(std::int64_t y, std::int64_t z, const Use& use) const {
  const std::int64_t words = shape().words_per_row();
  const std::uint64_t* const bits = body_.slice(z) + y * words;
  for (std::int64_t word = 0; word < words; ++word)
    for (std::uint64_t left = bits[word]; left != 0; left &= left - 1) {
      const std::int64_t x = word * 64 + std::countr_zero(left);
      use(x, at(x, y, z));
    }
}

Stress mean_stress(const Found& found, const Tasks& tasks) {
  const Shape& shape = found.shape();
  std::array<std::vector<double>, 6> sums;
  for (auto& of : sums) of.resize(static_cast<std::size_t>(shape.height * shape.depth));
  tasks.each(shape.depth, [&](std::int64_t z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      found.each(y, z, [&](std::int64_t, const ElementState& state) {
        for (std::size_t i = 0; i < 6; ++i) {
          sums[i][static_cast<std::size_t>(z * shape.height + y)] += state.stress[i];
        }
      });
    }
  });
  Stress out{};
  for (std::size_t i = 0; i < 6; ++i) {
    out[i] = sum_of_rows(sums[i]) / static_cast<double>(shape.voxel_count());
  }
  return out;
}

double strain_above(const Found& found, std::int64_t elements, double part, const Tasks& tasks) {
  const Shape& shape = found.shape();
  // Numbers from 0 have the order of their bits: the first ones of these say where to look.
  const auto bucket = [](float value) { return std::bit_cast<std::uint32_t>(value) >> 19; };
  constexpr std::size_t kBuckets = 4096;
  struct Layer {
    std::vector<float> strains;
    std::vector<std::int64_t> counts;
  };
  std::vector<Layer> layers(static_cast<std::size_t>(shape.depth));
  tasks.each(shape.depth, [&](std::int64_t z) {
    Layer& layer = layers[static_cast<std::size_t>(z)];
    layer.counts.resize(kBuckets);
    for (std::int64_t y = 0; y < shape.height; ++y) {
      found.each(y, z, [&](std::int64_t, const ElementState& state) {
        layer.strains.push_back(static_cast<float>(state.effective));
        ++layer.counts[bucket(layer.strains.back())];
      });
    }
  });
  // So many are above the one that is looked for, at first of all, then of its bucket.
  std::int64_t above = elements_above(elements, part);
  std::size_t in = kBuckets;
  for (std::int64_t count = 0; in > 0; above -= count) {
    --in;
    count = 0;
    for (const Layer& layer : layers) count += layer.counts[in];
    if (count > above) break;
  }
  std::vector<float> candidates;
  for (const Layer& layer : layers) {
    std::copy_if(layer.strains.begin(), layer.strains.end(), std::back_inserter(candidates),
                 [&](float value) { return bucket(value) == in; });
  }
  const auto at = candidates.begin() + above;
  std::nth_element(candidates.begin(), at, candidates.end(), std::greater<>());
  return static_cast<double>(*at);
}

std::array<double, 3> plate_forces(const EquationsCpu& equations, const LoadCase& load) {
  const FloatVector& forces = equations.forces();
  const Level& level = equations.level();
  const Lattice& lattice = level.lattice();
  const auto axis = static_cast<std::size_t>(load.axis);
  std::array<double, 3> out{};
  std::array<std::int64_t, 3> begin{}, end{};
  for (std::size_t a = 0; a < 3; ++a) end[a] = lattice.nodes(a);
  begin[axis] = lattice.elements[axis];
  for (std::int64_t z = begin[2]; z < end[2]; ++z)
    for (std::int64_t y = begin[1]; y < end[1]; ++y)
      for (std::int64_t x = begin[0]; x < end[0]; ++x) {
        for (int c = 0; c < 3; ++c) {
          out[static_cast<std::size_t>(c)] +=
              static_cast<double>(forces[static_cast<std::size_t>(level.at(x, y, z, c))]);
        }
      }
  return out;
}

void write_maps(const Found& found, double strain, const Maps& maps, const Tasks& tasks) {
  const Shape& shape = found.shape();
  const std::int64_t pixels = shape.width * shape.height;
  const std::vector<Map> wanted = wanted_maps(maps);
  std::vector<std::vector<float>> slices;
  for (const Map& map : wanted) {
    map.sink->begin({shape, PixelType::kFloat32, map.channels});
    slices.emplace_back(static_cast<std::size_t>(pixels * map.channels));
  }
  for (std::int64_t z = 0; !wanted.empty() && z < shape.depth; ++z) {
    for (auto& slice : slices) std::fill(slice.begin(), slice.end(), 0.0F);
    tasks.each(shape.height, [&](std::int64_t y) {
      found.each(y, z, [&](std::int64_t x, const ElementState& state) {
        for (std::size_t i = 0; i < wanted.size(); ++i)
          for (int channel = 0; channel < wanted[i].channels; ++channel) {
            slices[i][static_cast<std::size_t>(channel * pixels + y * shape.width + x)] =
                static_cast<float>(map_value(state, wanted[i].kind, channel, strain));
          }
      });
    });
    for (std::size_t i = 0; i < wanted.size(); ++i)
      for (int channel = 0; channel < wanted[i].channels; ++channel) {
        wanted[i].sink->write_slice(z * wanted[i].channels + channel,
                                    slices[i].data() + channel * pixels);
      }
  }
}

}  // namespace bitvox::stiffness
