// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/backends/built_with_cuda.hpp"
#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"
#include "linear_systems/csr.hpp"
#include "linear_systems/engine.hpp"
#include "linear_systems/properties.hpp"
#include "test_volumes.hpp"

// Matrices to try solvers on.
namespace bitvox::sparse::test {

using bitvox::test::Random;

inline Csr<double> made(const Coo& coo) {
  NoProgress quiet;
  return to_csr(coo, quiet);
}

inline Coo square(std::int64_t n) {
  Coo coo;
  coo.rows = coo.columns = n;
  return coo;
}

// Between -1 and 1.
inline double number(Random& random) {
  return static_cast<double>(random.next() >> 11) * 0x1p-52 - 1;
}

inline std::vector<double> numbers(std::int64_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> values(static_cast<std::size_t>(count));
  for (double& value : values) value = number(random);
  return values;
}

inline std::int64_t singular_components(const Csr<double>& matrix) {
  NoProgress quiet;
  return properties_of(matrix, 1, quiet).singular_components;
}

enum class Border { kZero, kNoFlux };

// Seven points on a grid; `wind` along x makes it unsymmetric. Without flux at the border it is the
// Laplacian of the grid's graph.
inline Csr<double> grid(std::int64_t nx, std::int64_t ny, std::int64_t nz,
                        Border border = Border::kZero, double wind = 0) {
  Coo coo = square(nx * ny * nz);
  for (std::int64_t z = 0; z < nz; ++z)
    for (std::int64_t y = 0; y < ny; ++y)
      for (std::int64_t x = 0; x < nx; ++x) {
        const std::int64_t i = (z * ny + y) * nx + x;
        double diagonal = 0;
        const auto link = [&](bool inside, std::int64_t j, double weight) {
          if (inside) coo.add(i, j, -weight);
          if (inside || border == Border::kZero) diagonal += weight;
        };
        link(x > 0, i - 1, 1 + wind);
        link(x + 1 < nx, i + 1, 1);
        if (ny > 1) link(y > 0, i - nx, 1);
        if (ny > 1) link(y + 1 < ny, i + nx, 1);
        if (nz > 1) link(z > 0, i - nx * ny, 1);
        if (nz > 1) link(z + 1 < nz, i + nx * ny, 1);
        coo.add(i, i, diagonal);
      }
  return made(coo);
}

// About `each` entries a row anywhere, and a diagonal that is `dominance` times the others.
inline Csr<double> random_matrix(std::int64_t n, int each, double dominance, std::uint64_t seed) {
  Random random(seed);
  Coo coo = square(n);
  for (std::int64_t i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = 0; k < each; ++k) {
      const double a = number(random);
      coo.add(i, random.below(n), a);
      sum += std::abs(a);
    }
    coo.add(i, i, dominance * sum);
  }
  return made(coo);
}

// The Laplacian of a random graph with weights from 1e-3 to 1e3, of one or more parts.
inline Csr<double> graph_laplacian(std::int64_t n, int each, std::uint64_t seed) {
  Random random(seed);
  Coo coo = square(n);
  for (std::int64_t i = 0; i < n; ++i) {
    for (int k = 0; k < each; ++k) {
      const std::int64_t j = random.below(n);
      if (i == j) continue;
      const double weight = std::pow(10.0, 3 * number(random));
      coo.add(i, j, -weight);
      coo.add(j, i, -weight);
      coo.add(i, i, weight);
      coo.add(j, j, weight);
    }
  }
  return made(coo);
}

// That of a backend by its name.
template <class T>
std::unique_ptr<Engine<T>> engine_of(const std::string& backend, int threads, Progress& progress,
                                     DeviceFormat format = DeviceFormat::kFits) {
  const auto instructions = choose_backend(backend).instructions;
  if (instructions) return engine_cpu<T>(*instructions, threads, progress);
  if constexpr (kBuiltWithCuda) return engine_cuda<T>(threads, progress, format);
  return nullptr;
}

}  // namespace bitvox::sparse::test
