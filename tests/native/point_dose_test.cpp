// SPDX-License-Identifier: BSD-2-Clause
#include "rays/point_dose.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "refusal.hpp"

namespace bitvox::rays {
namespace {

constexpr double kPi = 3.14159265358979323846;

double dose(const PhotonBeam& beam, const std::vector<double>& strengths,
            const std::vector<double>& distances, const std::vector<double>& lengths,
            int threads = 1) {
  NoProgress progress;
  return point_dose(beam, strengths, distances, lengths, threads, progress);
}

TEST(PointDoseTest, FallsWithTheSquareOfTheDistance) {
  const PhotonBeam beam{{1}, {2}, {0.3}, {}, {}};
  EXPECT_DOUBLE_EQ(dose(beam, {5}, {3}, {0}), 5 * 2 / (4 * kPi * 9));
  EXPECT_DOUBLE_EQ(dose(beam, {5, 5}, {3, 6}, {0, 0}), 5 * 2 / (4 * kPi * 9) * 1.25);
}

TEST(PointDoseTest, IsAttenuatedAndBuiltUp) {
  // Two energies, two materials, build-up: by hand.
  const PhotonBeam beam{{1, 3}, {60, 662}, {0.2, 1.2, 0.08, 0.5}, {1.5, 1.0}, {0.1, 0.04}};
  const double x0 = 0.2 * 4 + 1.2 * 0.5, x1 = 0.08 * 4 + 0.5 * 0.5;
  const double g = (60 * (1 + 1.5 * x0 * std::exp(0.1 * x0)) * std::exp(-x0) +
                    3 * 662 * (1 + x1 * std::exp(0.04 * x1)) * std::exp(-x1)) /
                   4;
  EXPECT_NEAR(dose(beam, {7}, {2}, {4, 0.5}), 7 * g / (16 * kPi), 1e-12 * g);
}

// Around a point, a sphere of sources that shine evenly: the dose is that of all in one place.
TEST(PointDoseTest, ManySourcesAddUpTheSameForAnyThreads) {
  const PhotonBeam beam{{1, 2}, {1, 1}, {0.1, 0.3}, {}, {}};
  const std::size_t count = 10007;
  const std::vector<double> strengths(count, 1.0 / static_cast<double>(count));
  const std::vector<double> distances(count, 2.5);
  std::vector<double> lengths(count);
  double plain = 0;
  for (std::size_t i = 0; i < count; ++i) {
    lengths[i] = static_cast<double>(i % 97) * 0.1;
    plain += (std::exp(-0.1 * lengths[i]) + 2 * std::exp(-0.3 * lengths[i])) / 3;
  }
  const double one = dose(beam, strengths, distances, lengths, 1);
  EXPECT_NEAR(one, plain / static_cast<double>(count) / (4 * kPi * 6.25), 1e-13);
  for (const int threads : {2, 3, 8}) {
    EXPECT_EQ(one, dose(beam, strengths, distances, lengths, threads));
  }
}

TEST(PointDoseTest, SquaresOfDistancesMayBeNoNumbers) {
  const PhotonBeam beam{{1}, {1}, {0}, {}, {}};
  EXPECT_NEAR(dose(beam, {1e300}, {1e160}, {1}), 1e-20 / (4 * kPi), 1e-33);
  EXPECT_NEAR(dose(beam, {1e-300}, {1e-160}, {1}), 1e20 / (4 * kPi), 1e7);
}

TEST(PointDoseTest, NoSourcesAreNoDose) {
  EXPECT_EQ(dose({{1}, {1}, {1}, {}, {}}, {}, {}, {}), 0.0);
}

TEST(PointDoseTest, WrongSourcesAreRefused) {
  const PhotonBeam beam{{1}, {1}, {1}, {}, {}};
  EXPECT_EQ(test::refusal([&] {
              dose(beam, {1, 1}, {1, 0}, {1, 1});
            }),
            "source 2 is at the point itself, where the dose has no bounds");
  EXPECT_EQ(test::refusal([&] { dose(beam, {1}, {INFINITY}, {1}); }),
            "source 1 is too far away: its distance is no number");
  EXPECT_EQ(test::refusal([&] { dose(beam, {-1}, {1}, {1}); }),
            "source 1 has the strength -1.000000; a number from 0 is needed");
  EXPECT_EQ(test::refusal([&] { dose(beam, {1}, {1}, {}); }),
            "every source has a strength, a distance and a length in each material");
}

}  // namespace
}  // namespace bitvox::rays
