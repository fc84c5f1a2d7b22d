// SPDX-License-Identifier: BSD-2-Clause
// How far the energy is off where iterations end.
#include "ops/stiffness/stiffness_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "stiffness_runs.hpp"

namespace bitvox::stiffness {
namespace {

using test::labels_of;
using test::mask_of;
using test::precise;
using test::run;

// What each step of conjugate gradients takes away, with a diagonal matrix for A and none for M;
// and what is estimated after it to be left.
struct Descent {
  std::vector<double> taken, estimated;
};
Descent descend(const std::vector<double>& eigenvalues) {
  const std::size_t count = eigenvalues.size();
  std::mt19937 random(7);
  std::vector<double> r(count), p(count);
  for (double& value : r) value = static_cast<double>(random()) / 4294967296.0 - 0.5;
  Descent out;
  EnergyError error;
  double before = 0;
  for (std::size_t step = 0; step < 200; ++step) {
    double product = 0, curvature = 0;
    for (const double value : r) product += value * value;
    for (std::size_t i = 0; i < count; ++i) {
      p[i] = r[i] + (step > 0 ? product / before : 0) * p[i];
      curvature += eigenvalues[i] * p[i] * p[i];
    }
    before = product;
    const double alpha = product / curvature;
    for (std::size_t i = 0; i < count; ++i) r[i] -= alpha * eigenvalues[i] * p[i];
    error.add(alpha, product);
    out.taken.push_back(alpha * product);
    out.estimated.push_back(error.estimate());
  }
  return out;
}

TEST(StiffnessError, IsWhatStepsStillTakeAway) {
  const std::function<double(double)> spectra[] = {
      [](double t) { return 0.01 + 1.5 * t; }, [](double t) { return std::pow(10, -3 * t); },
      [](double t) { return 0.002 + 1.5 * t * t; },
      [](double t) { return t < 0.05 ? 0.003 : 1 + t / 2; }};
  for (std::size_t of = 0; of < std::size(spectra); ++of) {
    std::vector<double> eigenvalues;
    for (int i = 0; i < 1000; ++i) eigenvalues.push_back(spectra[of](i / 999.0));
    const Descent descent = descend(eigenvalues);
    double left = 0;
    for (std::size_t step = descent.taken.size() - 1; step > 0; --step) {
      // Few eigenvalues that are far from the others are found after some steps only.
      if (step > 7 && step < 100 && left > 1e-9 * descent.taken[0]) {
        EXPECT_GE(descent.estimated[step], left) << of << ' ' << step;
        EXPECT_LE(descent.estimated[step], 50 * left) << of << ' ' << step;
      }
      left += descent.taken[step];
    }
    EXPECT_TRUE(std::isinf(descent.estimated[0]));
  }
}

// A plate that goes to and fro between thin columns at its ends.
bool is_serpentine(std::int64_t x, std::int64_t, std::int64_t z) {
  if (z % 6 < 2 || z >= 30) return true;
  return z / 6 % 2 == 0 ? x < 2 : x >= 22;
}
// Sheets and rods of waves of straight lines.
std::int64_t wave(std::int64_t i) { return std::abs(i % 16 - 8) - 4; }
bool is_sheet(std::int64_t x, std::int64_t y, std::int64_t z) {
  return std::abs(wave(x) * wave(y + 4) + wave(y) * wave(z + 4) + wave(z) * wave(x + 4)) < 5;
}
bool is_rod(std::int64_t x, std::int64_t y, std::int64_t z) {
  const bool a = x % 9 < 2, b = y % 9 < 2, c = z % 9 < 2;
  const std::int64_t missing = (x / 9 * 7 + y / 9 * 5 + z / 9 * 3) % 8;
  return (a && b && missing != 1) || (a && c && missing > 3) || (b && c && missing % 3 != 0);
}

struct Trial {
  std::string name;
  std::function<int(std::int64_t, std::int64_t, std::int64_t)> label;
  Materials materials;
  std::function<void(Options&)> change;
};

void expect_within_accuracy(const Trial& trial, const Shape& shape) {
  SCOPED_TRACE(trial.name);
  Options options = precise();
  options.threads = 1;  // small levels, of which two threads would wait for each other
  trial.change(options);
  const GreyVolume labels = labels_of(shape, trial.label);
  const Case exact = run(labels, trial.materials, options).cases.at(0);
  EXPECT_TRUE(exact.converged);
  options.tolerance = 0;
  for (const double accuracy : {1e-3, 1e-4}) {
    options.accuracy = accuracy;
    const Case found = run(labels, trial.materials, options).cases.at(0);
    EXPECT_TRUE(found.converged);
    EXPECT_LE(found.error, accuracy);
    EXPECT_LE(found.modulus, exact.modulus * (1 + found.error));
    EXPECT_GE(found.modulus, exact.modulus * (1 - 1e-5));  // energies come down
    EXPECT_LT(found.iterations, exact.iterations);
  }
}

const Materials one_material{{1}, {1}, {0.3}};
const Materials soft_and_stiff{{1, 2}, {1, 1000}, {0.3, 0.2}};

void as_it_is(Options&) {}

TEST(StiffnessError, OfSmallBodiesIsWithinTheAccuracy) {
  expect_within_accuracy({"sheet", is_sheet, one_material, as_it_is}, {16, 16, 16});
  expect_within_accuracy(
      {"rods in a matrix", [](auto x, auto y, auto z) { return is_rod(x, y, z) ? 2 : 1; },
       soft_and_stiff, as_it_is},
      {16, 14, 12});
}

TEST(StiffnessErrorThorough, OfBodiesIsWithinTheAccuracy) {
  const Trial trials[] = {
      {"sheet", is_sheet, one_material, as_it_is},
      {"sheet, nearly incompressible", is_sheet, {{1}, {1}, {0.499}}, as_it_is},
      {"sheet, flat voxels", is_sheet, one_material,
       [](Options& o) {
         o.spacing = {1, 0.5, 2};
       }},
      {"sheet, shear", is_sheet, one_material, [](Options& o) { o.load = Load::kShear; }},
      {"rods", is_rod, one_material, as_it_is},
      {"rods, slipping", is_rod, one_material, [](Options& o) { o.plates = Plates::kSlipping; }},
      // So slow that rounding would move the body as a whole.
      {"rods, slipping, nearly incompressible",
       is_rod,
       {{1}, {1}, {0.499}},
       [](Options& o) { o.plates = Plates::kSlipping; }},
      {"rods, confined", is_rod, one_material, [](Options& o) { o.sides = Sides::kConfined; }},
      {"serpentine", is_serpentine, one_material, as_it_is},
      {"serpentine, along it", is_serpentine, one_material,
       [](Options& o) { o.direction = Direction::kX; }},
      {"rods in a matrix", [](auto x, auto y, auto z) { return is_rod(x, y, z) ? 2 : 1; },
       soft_and_stiff, as_it_is},
      {"soft rods in a matrix", [](auto x, auto y, auto z) { return is_rod(x, y, z) ? 1 : 2; },
       soft_and_stiff, [](Options& o) { o.sides = Sides::kPeriodic; }}};
  for (const Trial& trial : trials) expect_within_accuracy(trial, {24, 22, 32});
}

}  // namespace
}  // namespace bitvox::stiffness
