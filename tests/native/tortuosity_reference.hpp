// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "ops/tortuosity/tortuosity.hpp"
#include "test_volumes.hpp"

// Diffusion by the obvious way: one equation a voxel, from areas and distances, solved by Gauss in
// double. Nothing is turned, scaled or left out but what is not joined to both faces.
namespace bitvox::test {

struct Diffusion {
  double porosity = 0;
  double connected_porosity = 0;
  double diffusivity = 0;
  std::vector<double> concentration;  // of every voxel; 0 outside the connected pores
  std::vector<double> flux;           // its magnitude
  std::vector<double> profile;
};

class ObviousDiffusion {
 public:
  // The pores may have diffusivities of their own, one a voxel.
  ObviousDiffusion(const BitVolume& volume, const tortuosity::Options& options,
                   std::vector<double> diffusivities = {})
      : volume_(volume),
        options_(options),
        diffusivities_(std::move(diffusivities)),
        sides_{volume.shape().width, volume.shape().height, volume.shape().depth},
        sizes_{options.spacing.x, options.spacing.y, options.spacing.z},
        along_(static_cast<std::size_t>(options.direction)) {}

  Diffusion solve() {
    Diffusion found;
    const std::vector<bool> from_first = reached(0);
    const std::vector<bool> from_last = reached(sides_[along_] - 1);
    std::vector<std::int64_t> number(from_first.size(), -1);
    std::vector<Voxel> unknowns;
    double pores = 0;
    for_all([&](const Voxel& voxel) {
      if (is_pore(voxel)) ++pores;
      if (from_first[index(voxel)] && from_last[index(voxel)]) {
        number[index(voxel)] = static_cast<std::int64_t>(unknowns.size());
        unknowns.push_back(voxel);
      }
    });
    const double all = static_cast<double>(number.size());
    found.porosity = pores / all;
    found.connected_porosity = static_cast<double>(unknowns.size()) / all;
    found.concentration.assign(number.size(), 0);
    found.flux.assign(number.size(), 0);
    found.profile.assign(static_cast<std::size_t>(sides_[along_]), 0);
    if (unknowns.empty()) return found;

    // conductance = area / distance; a face is half as far away.
    const auto conductance = [&](std::size_t axis) {
      return sizes_[0] * sizes_[1] * sizes_[2] / (sizes_[axis] * sizes_[axis]);
    };
    const std::size_t n = unknowns.size();
    std::vector<std::vector<double>> matrix(n, std::vector<double>(n + 1, 0.0));
    for (std::size_t i = 0; i < n; ++i) {
      for_neighbours(unknowns[i], [&](std::size_t axis, int, const Voxel* other) {
        if (other == nullptr) return;
        const std::int64_t j = number[index(*other)];
        if (j < 0) return;
        const double link = conductance(axis) * between(unknowns[i], *other);
        matrix[i][i] += link;
        matrix[i][static_cast<std::size_t>(j)] -= link;
      });
      const double to_face = 2 * conductance(along_) * diffusivity(unknowns[i]);
      if (unknowns[i][along_] == 0) {
        matrix[i][i] += to_face;
        matrix[i][n] += to_face;
      }
      if (unknowns[i][along_] == sides_[along_] - 1) matrix[i][i] += to_face;
    }
    const std::vector<double> c = gauss(std::move(matrix));

    double flow = 0;
    std::vector<double> counts(found.profile.size(), 0);
    const double length = static_cast<double>(sides_[along_]) * sizes_[along_];
    for (std::size_t i = 0; i < n; ++i) {
      const Voxel& voxel = unknowns[i];
      found.concentration[index(voxel)] = c[i];
      const auto layer = static_cast<std::size_t>(voxel[along_]);
      found.profile[layer] += c[i];
      ++counts[layer];
      if (layer == 0) flow += 2 * conductance(along_) * diffusivity(voxel) * (1 - c[i]);
      // The gradient through each face of the voxel, by the unit of a volume that is all pores.
      std::array<double, 3> mean{};
      for_neighbours(voxel, [&](std::size_t axis, int sign, const Voxel* other) {
        double difference = 0;
        if (other != nullptr && number[index(*other)] >= 0) {
          difference =
              between(voxel, *other) * (c[static_cast<std::size_t>(number[index(*other)])] - c[i]);
        } else if (other == nullptr && axis == along_) {
          difference = 2 * diffusivity(voxel) * ((sign < 0 ? 1.0 : 0.0) - c[i]);
        }
        mean[axis] += sign * difference * length / sizes_[axis] / 2;
      });
      found.flux[index(voxel)] = std::hypot(mean[0], mean[1], mean[2]);
    }
    for (std::size_t layer = 0; layer < counts.size(); ++layer) {
      found.profile[layer] /= counts[layer];
    }
    const double volume = all * sizes_[0] * sizes_[1] * sizes_[2];
    found.diffusivity = flow * length * length / volume;
    return found;
  }

 private:
  using Voxel = std::array<std::int64_t, 3>;

  std::size_t index(const Voxel& at) const {
    return static_cast<std::size_t>((at[2] * sides_[1] + at[1]) * sides_[0] + at[0]);
  }
  bool is_pore(const Voxel& at) const {
    return voxel(volume_, at[0], at[1], at[2]) == (options_.phase == Phase::kForeground);
  }
  double diffusivity(const Voxel& at) const {
    return diffusivities_.empty() ? 1 : diffusivities_[index(at)];
  }
  // Half of the way is in each.
  double between(const Voxel& a, const Voxel& b) const {
    return 1 / (0.5 / diffusivity(a) + 0.5 / diffusivity(b));
  }
  template <class Visit>
  void for_all(const Visit& visit) const {
    for (std::int64_t z = 0; z < sides_[2]; ++z)
      for (std::int64_t y = 0; y < sides_[1]; ++y)
        for (std::int64_t x = 0; x < sides_[0]; ++x) visit(Voxel{x, y, z});
  }
  // visit(axis, -1 or 1, the neighbour or null where there is none)
  template <class Visit>
  void for_neighbours(const Voxel& at, const Visit& visit) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int sign : {-1, 1}) {
        Voxel other = at;
        other[axis] += sign;
        const bool outside = other[axis] < 0 || other[axis] >= sides_[axis];
        if (outside && axis != along_ && options_.sides == tortuosity::Sides::kPeriodic) {
          other[axis] = (other[axis] + sides_[axis]) % sides_[axis];
          visit(axis, sign, &other);
        } else {
          visit(axis, sign, outside ? nullptr : &other);
        }
      }
  }
  std::vector<bool> reached(std::int64_t layer) const {
    std::vector<bool> seen(static_cast<std::size_t>(volume_.shape().voxel_count()));
    std::vector<Voxel> open;
    const auto visit = [&](const Voxel& at) {
      if (!is_pore(at) || seen[index(at)]) return;
      seen[index(at)] = true;
      open.push_back(at);
    };
    for_all([&](const Voxel& at) {
      if (at[along_] == layer) visit(at);
    });
    while (!open.empty()) {
      const Voxel at = open.back();
      open.pop_back();
      for_neighbours(at, [&](std::size_t, int, const Voxel* other) {
        if (other != nullptr) visit(*other);
      });
    }
    return seen;
  }
  // The last column is the right-hand side. The matrix is definite: no pivots are looked for.
  static std::vector<double> gauss(std::vector<std::vector<double>> m) {
    const std::size_t n = m.size();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = i + 1; k < n; ++k) {
        if (m[k][i] == 0) continue;
        const double factor = m[k][i] / m[i][i];
        for (std::size_t j = i; j <= n; ++j) m[k][j] -= factor * m[i][j];
      }
    std::vector<double> x(n);
    for (std::size_t i = n; i-- > 0;) {
      double sum = m[i][n];
      for (std::size_t j = i + 1; j < n; ++j) sum -= m[i][j] * x[j];
      x[i] = sum / m[i][i];
    }
    return x;
  }

  const BitVolume& volume_;
  const tortuosity::Options& options_;
  std::vector<double> diffusivities_;
  std::array<std::int64_t, 3> sides_;
  std::array<double, 3> sizes_;
  std::size_t along_;
};

}  // namespace bitvox::test
