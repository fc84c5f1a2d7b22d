// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_measure.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <vector>

#include "core/threads/ordered_sum.hpp"

namespace bitvox::stiffness {
namespace {

double von_mises(const Stress& s) {
  const double xy = s[0] - s[1], yz = s[1] - s[2], zx = s[2] - s[0];
  const double shear = s[3] * s[3] + s[4] * s[4] + s[5] * s[5];
  return std::sqrt((xy * xy + yz * yz + zx * zx) / 2 + 3 * shear);
}

// One map: what of an element's state, how many numbers.
struct Map {
  SliceSink* sink;
  int channels;
  std::function<double(const ElementState&, int)> number;
};

}  // namespace

ElementState Found::at(std::int64_t x, std::int64_t y, std::int64_t z) const {
  const Level& level = equations_.level();
  const Lattice& lattice = level.lattice();
  const std::array<std::int64_t, 3> first{x, y, z};
  // The modes, see stiffness_element.hpp; the strain is in the differences along one axis alone.
  double w[3][kModes] = {};
  for (unsigned node = 0; node < 8; ++node) {
    std::array<std::int64_t, 3> at{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      at[axis] = (first[axis] + (node >> axis & 1U)) % lattice.nodes(axis);
    }
    const std::int64_t place = level.at(at[0], at[1], at[2], 0);
    for (int c = 0; c < 3; ++c) {
      const double u = equations_.displacement(place + c * kLanes);
      for (unsigned mode = 0; mode < kModes; ++mode) {
        w[c][mode] += std::popcount(mode & ~node & 7U) % 2 == 0 ? u : -u;
      }
    }
  }
  ElementState out;
  for (std::size_t c = 0; c < 3; ++c) {
    double ramp = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      const double change = load_.strain[3 * c + a];
      w[c][1 << a] += 4 * change;
      ramp += change * (static_cast<double>(first[a]) + 0.5);
    }
    out.displacement[c] = (w[c][0] / 8 + ramp) * voxel_[c];
  }
  const Material material = solid_.at(x, y, z);
  // Changes in the middle: of component c along a.
  const auto change = [&](std::size_t c, std::size_t a) {
    return w[c][1 << a] / 4 * voxel_[c] / voxel_[a];
  };
  const double volume = change(0, 0) + change(1, 1) + change(2, 2);
  const double lambda = material.lambda(), shear = material.shear();
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t a = i == 0 ? 1 : 0, b = i == 2 ? 1 : 2;
    out.stress[i] = lambda * volume + 2 * shear * change(i, i);
    out.stress[3 + i] = shear * (change(a, b) + change(b, a));
  }
  out.von_mises = von_mises(out.stress);
  double forces[3][kModes];
  std::copy_n(&w[0][0], 3 * kModes, &forces[0][0]);
  to_forces(forces, material.lame(1), ratios_);
  double product = 0;
  for (int c = 0; c < 3; ++c)
    for (int mode = 1; mode < kModes; ++mode) product += w[c][mode] * forces[c][mode];
  out.energy = product / 2;
  out.effective = std::sqrt(std::max(0.0, product) / material.modulus);
  return out;
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
  std::int64_t above =
      std::min(static_cast<std::int64_t>(part * static_cast<double>(elements)), elements - 1);
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
  // Energy goes with the square of the load, the other sizes with its size.
  const Map all[] = {
      {maps.energy, 1,
       [=](const ElementState& state, int) { return state.energy * strain * strain; }},
      {maps.strain, 1,
       [=](const ElementState& state, int) { return state.effective * std::abs(strain); }},
      {maps.stress, 1,
       [=](const ElementState& state, int) { return state.von_mises * std::abs(strain); }},
      {maps.displacement, 3, [=](const ElementState& state, int channel) {
         return state.displacement[static_cast<std::size_t>(channel)] * strain;
       }}};
  const std::int64_t pixels = shape.width * shape.height;
  std::vector<const Map*> wanted;
  std::vector<std::vector<float>> slices;
  for (const Map& map : all) {
    if (map.sink == nullptr) continue;
    map.sink->begin({shape, PixelType::kFloat32, map.channels});
    wanted.push_back(&map);
    slices.emplace_back(static_cast<std::size_t>(pixels * map.channels));
  }
  for (std::int64_t z = 0; !wanted.empty() && z < shape.depth; ++z) {
    for (auto& slice : slices) std::fill(slice.begin(), slice.end(), 0.0F);
    tasks.each(shape.height, [&](std::int64_t y) {
      found.each(y, z, [&](std::int64_t x, const ElementState& state) {
        for (std::size_t i = 0; i < wanted.size(); ++i)
          for (int channel = 0; channel < wanted[i]->channels; ++channel) {
            slices[i][static_cast<std::size_t>(channel * pixels + y * shape.width + x)] =
                static_cast<float>(wanted[i]->number(state, channel));
          }
      });
    });
    for (std::size_t i = 0; i < wanted.size(); ++i)
      for (int channel = 0; channel < wanted[i]->channels; ++channel) {
        wanted[i]->sink->write_slice(z * wanted[i]->channels + channel,
                                     slices[i].data() + channel * pixels);
      }
  }
}

}  // namespace bitvox::stiffness
