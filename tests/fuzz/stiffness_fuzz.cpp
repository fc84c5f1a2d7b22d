// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "grey_test_volumes.hpp"
#include "ops/stiffness/stiffness.hpp"

namespace bitvox::stiffness {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

// Boxes and noise, and mostly a bar from border to border along an axis, as what does not join the
// plates is an error.
BitVolume make_mask(FuzzBytes& bytes, const Shape& shape, std::size_t axis) {
  BitVolume noise = bytes.bits(shape);
  if (bytes.rarely()) return noise;
  const std::array<std::int64_t, 3> sizes{shape.width, shape.height, shape.depth};
  std::array<std::int64_t, 3> first{}, last{};
  for (std::size_t i = 0; i < 3; ++i) {
    first[i] = i == axis ? 0 : bytes.between(0, sizes[i] - 1);
    last[i] = i == axis ? sizes[i] : first[i] + bytes.between(0, 3);
  }
  return test::make_volume(shape, [&](auto... at) {
    const std::array<std::int64_t, 3> place{at...};
    bool is_bar = true;
    for (std::size_t i = 0; i < 3; ++i) is_bar &= first[i] <= place[i] && place[i] <= last[i];
    return is_bar || test::voxel(noise, at...);
  });
}

// 0 outside the mask, and value() within.
template <class Value>
GreyVolume make_values(FuzzBytes& bytes, const BitVolume& mask, const Value& value) {
  const PixelType type = bytes.grey_type();
  if (bytes.rarely()) return bytes.grey(mask.shape(), type);
  const auto [width, height, depth] = mask.shape();
  return test::make_grey(mask.shape(), type, [&, width = width, height = height](std::int64_t i) {
    const bool is_solid = test::voxel(mask, i % width, i / width % height, i / width / height);
    return is_solid ? value() : 0.0;
  });
}

Materials make_materials(FuzzBytes& bytes) {
  Materials materials;
  const std::int64_t step = bytes.between(1, 20);
  for (std::int64_t left = bytes.between(bytes.rarely() ? 0 : 1, 6); left > 0; --left) {
    materials.label.push_back(static_cast<double>(left * step));
    materials.modulus.push_back(bytes.number(0.5, 1000));
    materials.poisson.push_back(bytes.number(-0.3, 0.499));
  }
  return materials;
}

// What the manual promises of the GPU, whose sums are in another order: moduli to six digits with
// tolerance=1e-6, by default within the accuracy.
void expect_agreement(const Result& gpu, const Result& cpu, const Options& options) {
  const auto expect = [](bool is_true) {
    if (!is_true) std::abort();
  };
  expect(gpu.solid == cpu.solid && gpu.cases.size() == cpu.cases.size());
  if (options.tolerance > 1e-6) return;
  const double digits = options.tolerance > 0 ? 1e-6 : options.accuracy;
  for (std::size_t i = 0; i < cpu.cases.size(); ++i) {
    const Case &of = gpu.cases[i], &like = cpu.cases[i];
    expect(of.elements == like.elements);
    if (!of.converged || !like.converged) continue;
    expect(std::abs(of.modulus - like.modulus) <= digits * std::abs(like.modulus));
  }
}

FuzzRun make(FuzzBytes& bytes) {
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.max_iterations = std::min<std::int64_t>(options.max_iterations, 40);
  const std::int64_t least = bytes.rarely() ? 1 : 2;
  const Shape shape = bytes.shape(70, 9, 7, least);
  const bool is_single = options.direction <= Direction::kZ;
  const auto axis = static_cast<std::size_t>(is_single ? options.direction : Direction::kZ);
  const auto mask = std::make_shared<BitVolume>(make_mask(bytes, shape, axis));
  const auto materials = std::make_shared<Materials>(make_materials(bytes));
  const auto labels = std::make_shared<GreyVolume>(make_values(bytes, *mask, [&] {
    return materials->label.empty()
               ? 1.0
               : materials->label[bytes.any<std::uint8_t>() % materials->label.size()];
  }));
  // Within the range of all types: a number beyond that of an integer is another one on each
  // machine.
  const auto densities = std::make_shared<GreyVolume>(
      make_values(bytes, *mask, [&] { return static_cast<double>(bytes.between(5, 13)) / 4; }));
  const auto kind = bytes.between(0, 2);
  const bool has_maps = is_single ? bytes.yes() : bytes.rarely();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    Body body;
    if (kind == 0) body.mask = mask.get();
    if (kind == 1) {
      body.labels = labels.get();
      body.materials = materials.get();
    }
    if (kind == 2) body.densities = densities.get();
    test::Bits bits;
    fuzz::FuzzSink energy(bits), displacement(bits);
    Maps maps;
    if (has_maps) {
      maps.energy = &energy;
      maps.displacement = &displacement;
    }
    Result gpu;
    if (backend == "cuda") {  // compared here; the bits are those of a CPU
      gpu = stiffness(body, options, {}, progress);
      options.backend = "scalar";
    }
    const Result result = stiffness(body, options, maps, progress);
    if (backend == "cuda") expect_agreement(gpu, result, options);
    for (const Case& of : result.cases) {
      bits.add(of.elements).add(of.modulus).add(of.iterations).add(of.residual).add(of.error);
      bits.add(of.failure_force).add(of.hashin_shtrikman_upper);
    }
    return bits.add(result.solid).add(result.tensor);
  };
}

const fuzz::FuzzOperation operation("stiffness", make);

}  // namespace
}  // namespace bitvox::stiffness
