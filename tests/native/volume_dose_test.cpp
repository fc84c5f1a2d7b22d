// SPDX-License-Identifier: BSD-2-Clause
// Doses through volumes whose ways are known.
#include "rays/volume_dose.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/volumes/bit_volume.hpp"
#include "refusal.hpp"

namespace bitvox::rays {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr MemoryUser kTest{"Test", ""};

// A slab of material 1 in the middle slices, of material 2 in the last one.
class Slabs final : public MaterialSource {
 public:
  const Shape& shape() const override { return shape_; }
  int materials() const override { return 2; }
  std::unique_ptr<MaterialReader> open() const override { return std::make_unique<Reader>(); }

 private:
  class Reader final : public MaterialReader {
   public:
    void read(std::int64_t z, std::uint8_t* slice) override {
      const auto material = static_cast<std::uint8_t>(z == 9 ? 2 : z >= 3 && z < 7 ? 1 : 0);
      std::fill_n(slice, 20 * 20, material);
    }
  };
  Shape shape_{20, 20, 10};
};

std::vector<double> doses(const PointSources& sources, const std::vector<Vec3>& points,
                          const PhotonBeam& beam = {{1}, {2}, {0.3, 0.8}, {}, {}},
                          int threads = 1) {
  NoProgress progress;
  return volume_dose(Slabs(), {1, 1, 0.5}, beam, sources, points, kTest, threads, progress);
}

TEST(VolumeDoseTest, GoesStraightThroughTheSlabs) {
  // Down the z axis: 4 slices of 0.5 of the first material, 1 of the second.
  const double through = std::exp(-0.3 * 2 - 0.8 * 0.5);
  const std::vector<double> found = doses({{10}, {10}, {-3}, {7}}, {{10, 10, 9}});
  EXPECT_NEAR(found.at(0), 7 * 2 * through / (4 * kPi * 144), 1e-15);
}

TEST(VolumeDoseTest, ObliqueWaysAreLonger) {
  const PointSources sources{{2}, {10}, {-1}, {1}};
  const Vec3 point{14, 10, 8};  // 12 along x, 9 along z
  const double longer = std::sqrt(144.0 + 81.0) / 9;
  const double through = std::exp(-(0.3 * 2 + 0.8 * 0.5) * longer);
  EXPECT_NEAR(doses(sources, {point}).at(0), 2 * through / (4 * kPi * 225), 1e-13);
}

TEST(VolumeDoseTest, PointsAndSourcesMayBeWithin) {
  // From the middle of the first slab to between both.
  const std::vector<double> found = doses({{5}, {5}, {2.5}, {1}}, {{5, 5, 4.25}});
  EXPECT_NEAR(found.at(0), 2 * std::exp(-0.3) / (4 * kPi * 1.75 * 1.75), 1e-13);
}

TEST(VolumeDoseTest, SourcesAddUpAndPointsAreApart) {
  PointSources many;
  for (int i = 0; i < 300; ++i) {
    many.x.push_back(i % 23), many.y.push_back(i % 17 + 0.5), many.z.push_back(-1 - i % 5);
    many.strength.push_back(1 + i % 7);
  }
  const std::vector<Vec3> points{{3, 4, 9}, {10, 10, 2}, {-5, 8, 4}};
  const std::vector<double> together = doses(many, points);
  for (std::size_t p = 0; p < points.size(); ++p) {
    double sum = 0;
    for (std::size_t i = 0; i < 300; ++i) {
      sum += doses({{many.x[i]}, {many.y[i]}, {many.z[i]}, {many.strength[i]}}, {points[p]}).at(0);
    }
    EXPECT_NEAR(together[p], sum, 1e-12 * sum);
  }
  EXPECT_EQ(together, doses(many, points, {{1}, {2}, {0.3, 0.8}, {}, {}}, 3));
}

TEST(VolumeDoseTest, SourcesMayBeFarAway) {
  EXPECT_NEAR(doses({{1e155}, {0}, {0}, {1}}, {{2, 2, 2}}).at(0), 0, 1e-300);
  EXPECT_EQ(doses({{2}, {2}, {-1.7e308}, {1}}, {{2, 2, 2}}).at(0), 0);
  EXPECT_NEAR(doses({{2}, {2}, {-1e155}, {1e300}}, {{2, 2, -2}}).at(0), 2e-10 / (4 * kPi), 1e-20);
  // What is in the volume is not lost: as from a source that is far, but not so far.
  const auto reduced = [](double away) {  // times the square of the distance
    const double r = away + 9;
    return doses({{5}, {5}, {-away}, {away}}, {{5, 5, 9}}).at(0) * (r / away * r);
  };
  for (const double away : {1e9, 1e12, 1e20, 1e150}) {
    EXPECT_NEAR(reduced(away) / reduced(1e6), 1, 1e-7) << away;
  }
  // There and back is the same way.
  for (const double away : {1e6, 4e7}) {
    const double to = doses({{5}, {5}, {9}, {away}}, {{5, 5, -away}}).at(0);
    const double from = doses({{5}, {5}, {-away}, {away}}, {{5, 5, 9}}).at(0);
    EXPECT_NEAR(to / from, 1, 1e-6) << away;
  }
  EXPECT_EQ(test::refusal([] {
              doses({{1}, {1}, {1}, {1}}, {{0, 2e9, 0}});
            }).substr(0, 10),
            "point 1 is");
}

TEST(VolumeDoseTest, WrongPlacesAreRefused) {
  EXPECT_EQ(test::refusal([] {
              doses({{1, 2}, {1, 2}, {1, 2}, {1, 1}}, {{2, 2, 2}});
            }),
            "source 2 is at the point itself, where the dose has no bounds");
  EXPECT_EQ(test::refusal([] {
              doses({{1}, {1}, {}, {1}}, {{2, 2, 2}});
            }),
            "every source has a place and a strength");
  EXPECT_EQ(test::refusal([] {
              doses({{1}, {std::nan("")}, {1}, {1}}, {{2, 2, 2}});
            }),
            "source 1 is nowhere");
  EXPECT_EQ(test::refusal([] {
              doses({{1}, {1}, {1}, {1}}, {{2, INFINITY, 2}});
            }),
            "point 1 is nowhere");
  EXPECT_EQ(test::refusal([] {
              doses({{1}, {1}, {1}, {1}}, {{2, 2, 2}}, {{1}, {1}, {1}, {}, {}});
            }),
            "the number of materials is 2, the photons have coefficients of 1");
}

}  // namespace
}  // namespace bitvox::rays
