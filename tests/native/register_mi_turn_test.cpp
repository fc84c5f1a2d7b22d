// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "core/error.hpp"
#include "failing_sink.hpp"
#include "head_volume.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"
#include "ops/register_mi/register_mi_limits.hpp"
#include "refusal.hpp"
#include "register_mi_reference.hpp"
#include "register_mi_runs.hpp"
#include "test_volumes.hpp"

// Turns about any axis, and motions that are known.
namespace bitvox::register_mi {
namespace {

using test::as_it_is;
using test::CollectSlices;
using test::grey_value;
using test::head_volume;
using test::make_grey;
using test::Mapped;
using test::moved_spot;
using test::negative;
using test::obvious_map;
using test::obvious_value;
using test::random_grey;
using test::refusal;
using test::Spot;
using test::turned;
using test::VoxelSize;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// ---- The geometry -----------------------------------------------------------------------------

TEST(RegisterMiTurn, TurnsAboutXThenYThenZInLengths) {
  const Shape shape{41, 30, 22};
  const VoxelSize voxel{1, 1.5, 2.5};
  const Geometry geometry(shape, {50, 50, 50}, 1.5, 2.5);
  for (const RigidMotion& motion :
       {RigidMotion{}, RigidMotion{3, -2, 1, 30}, RigidMotion{0, 0, 0, 0, 25},
        RigidMotion{0, 0, 0, 0, 0, -40}, RigidMotion{-4, 2.5, 1.25, 100, -65, 20}}) {
    const PointMap there = geometry.map(motion, Role::kMoving, {});
    const PointMap back = geometry.map(motion, Role::kFixed, {});
    for (const Spot& from : {Spot{}, Spot{40, 3, 17}, Spot{11.5, 29, 4.25}}) {
      const Spot expected = moved_spot(shape, voxel, motion, from);
      const Mapped to = obvious_map(there, static_cast<float>(from.x), static_cast<float>(from.y),
                                    static_cast<float>(from.z));
      EXPECT_NEAR(to.x, expected.x, 1e-4);
      EXPECT_NEAR(to.y, expected.y, 1e-4);
      EXPECT_NEAR(to.z, expected.z, 1e-4);
      const Mapped again = obvious_map(back, to.x, to.y, to.z);
      EXPECT_NEAR(again.x, from.x, 1e-4);
      EXPECT_NEAR(again.y, from.y, 1e-4);
      EXPECT_NEAR(again.z, from.z, 1e-4);
    }
  }
}

// A voxel of a level lies where its voxels of the full volume lie on average.
TEST(RegisterMiTurn, LevelsTurnAlike) {
  const Geometry geometry({64, 60, 44}, {70, 66, 40}, 1.25, 3);
  const RigidMotion motion{3, -2, 5, 20, -30, 10};
  const LevelFactors factors{4, 2, 1};
  const PointMap full = geometry.map(motion, Role::kFixed, {});
  const PointMap coarse = geometry.map(motion, Role::kFixed, factors);
  const auto up = [](float at, float factor) { return at * factor + (factor - 1) / 2; };
  for (const Mapped& from : {Mapped{0, 0, 0}, Mapped{3, 11, 30}, Mapped{12.5F, 4, 7.25F}}) {
    const Mapped expected = obvious_map(full, up(from.x, 4), up(from.y, 2), from.z);
    const Mapped found = obvious_map(coarse, from.x, from.y, from.z);
    EXPECT_NEAR(up(found.x, 4), expected.x, 1e-4);
    EXPECT_NEAR(up(found.y, 2), expected.y, 1e-4);
    EXPECT_NEAR(found.z, expected.z, 1e-4);
  }
}

TEST(RegisterMiTurn, ReachesAsFarAsAnyTurnCan) {
  Options options;
  options.max_shift = Reach{1e9, 1e9, 1e9};
  options.max_angle = 120;
  options.axes = Axes::kXyz;
  const Geometry geometry({41, 21, 11}, {41, 21, 11}, 2, 3);
  const SearchLimits limits = search_limits(geometry, options);
  const double radius = std::sqrt(20.0 * 20 + 20 * 20 + 15 * 15);
  EXPECT_DOUBLE_EQ(limits.high.dx, 20 + radius);
  EXPECT_DOUBLE_EQ(limits.low.dy, -10 - radius / 2);
  EXPECT_DOUBLE_EQ(limits.high.dz, 5 + radius / 3);
  EXPECT_EQ(limits.high.angle, 120);
  EXPECT_EQ(limits.low.angle_x, -120);
  EXPECT_EQ(limits.high.angle_y, 90);
}

// ---- Known motions ----------------------------------------------------------------------------

class RegisterMiTurnBackend : public testing::TestWithParam<std::string> {};

class RegisterMiTurnThorough : public RegisterMiTurnBackend {};
INSTANTIATE_TEST_SUITE_P(All, RegisterMiTurnBackend, testing::ValuesIn(test::available_backends()),
                         test::backend_name);
INSTANTIATE_TEST_SUITE_P(All, RegisterMiTurnThorough, testing::ValuesIn(test::available_backends()),
                         test::backend_name);

void expect_motion(const Result& result, const RigidMotion& motion, double voxels, double degrees) {
  EXPECT_NEAR(result.motion.dx, motion.dx, voxels);
  EXPECT_NEAR(result.motion.dy, motion.dy, voxels);
  EXPECT_NEAR(result.motion.dz, motion.dz, voxels);
  EXPECT_NEAR(result.motion.angle, motion.angle, degrees);
  EXPECT_NEAR(result.motion.angle_x, motion.angle_x, degrees);
  EXPECT_NEAR(result.motion.angle_y, motion.angle_y, degrees);
  EXPECT_GE(result.after, result.before);
  EXPECT_EQ(result.run.note, "");
}

TEST_P(RegisterMiTurnThorough, RecoversATurnOfVoxelsThatAreNotCubes) {
  const Shape shape{44, 36, 20};
  const VoxelSize voxel{1, 1.2, 2};
  const RigidMotion motion{1.5, -1.25, 0.5, 6, -7, 4};
  const GreyVolume fixed = head_volume(shape, voxel, {}, PixelType::kUint8, as_it_is);
  const GreyVolume moving = head_volume(shape, voxel, motion, PixelType::kUint8, negative);
  NoProgress quiet;
  expect_motion(find(moving, fixed, turned(GetParam(), 3, 10, voxel), quiet), motion, 0.15, 0.5);
}

// Soft balls at random places, moved: of a foam hardly anything is left alike from voxel to voxel
// when it is turned by a few degrees.
GreyVolume foam(const Shape& shape, const VoxelSize& voxel, const RigidMotion& motion) {
  struct Ball {
    Spot at;
    double radius;
  };
  test::Random random(5);
  const auto place = [&](std::int64_t side) {
    return static_cast<double>(random.below(1000)) / 1000 * static_cast<double>(side);
  };
  std::vector<Ball> balls;
  for (int i = 0; i < 60; ++i) {
    balls.push_back({{place(shape.width), place(shape.height), place(shape.depth)},
                     3 + static_cast<double>(i % 5)});
  }
  return make_grey(shape, PixelType::kUint8, [&](std::int64_t i) {
    const Spot spot = moved_spot(
        shape, voxel, motion,
        {static_cast<double>(i % shape.width), static_cast<double>(i / shape.width % shape.height),
         static_cast<double>(i / shape.width / shape.height)});
    double outside = 1;
    for (const Ball& ball : balls) {
      const double distance =
          std::hypot((spot.x - ball.at.x) * voxel.x, (spot.y - ball.at.y) * voxel.y,
                     (spot.z - ball.at.z) * voxel.z);
      outside *= 1 - 1 / (1 + std::exp(2 * (distance - ball.radius)));
    }
    return 20 + 200 * (1 - outside);
  });
}

using RegisterMiTurnSlow = RegisterMiTurnBackend;
INSTANTIATE_TEST_SUITE_P(All, RegisterMiTurnSlow, testing::ValuesIn(test::available_backends()),
                         test::backend_name);

TEST_P(RegisterMiTurnSlow, RecoversTurnsOfFoams) {
  const Shape shape{72, 64, 36};
  const VoxelSize voxel{1, 1, 2};
  const GreyVolume fixed = foam(shape, voxel, {});
  NoProgress quiet;
  for (const RigidMotion& motion :
       {RigidMotion{2.25, -3, 1.5, 8, -6, 9}, RigidMotion{-4, 0.5, -2, -12, 14, 5},
        RigidMotion{0, 0, 0, 20, -15, -18}}) {
    const GreyVolume moving = foam(shape, voxel, motion);
    expect_motion(find(moving, fixed, turned(GetParam(), 8, 25, voxel), quiet), motion, 0.15, 0.25);
  }
}

TEST(RegisterMiTurn, SaysThatAnAngleIsAtTheLimit) {
  const Shape shape{40, 36, 30};
  const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kUint8, as_it_is);
  const GreyVolume moving = head_volume(shape, {}, {0, 0, 0, 0, 9, 0}, PixelType::kUint8, as_it_is);
  NoProgress quiet;
  EXPECT_EQ(find(moving, fixed, turned("auto", 2, 4, {}), quiet).run.note,
            "The angle is at the limit of max_angle: the best may lie beyond.");
}

// ---- Motions that are known -------------------------------------------------------------------

TEST_P(RegisterMiTurnBackend, AppliesWhatItFinds) {
  const Shape shape{50, 44, 24};
  const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kUint8, as_it_is);
  const GreyVolume moving = head_volume(shape, {}, {2, -1, 0.5, 4}, PixelType::kUint16, as_it_is);
  Options options;
  options.backend = GetParam();
  options.max_shift = Reach{3, 3, 3};
  options.max_angle = 6;
  options.fill = 3;
  NoProgress quiet;
  CollectSlices aligned(shape, moving.type());
  const Result both = align(moving, fixed, options, aligned, quiet);
  const Result found = find(moving, fixed, options, quiet);
  EXPECT_EQ(found.motion.dx, both.motion.dx);
  EXPECT_EQ(found.motion.angle, both.motion.angle);
  EXPECT_EQ(found.after, both.after);
  EXPECT_EQ(found.overlap, 0);
  CollectSlices applied(shape, moving.type());
  const Moved moved = apply(moving, {found.motion, shape, {}}, options, applied, quiet);
  EXPECT_EQ(moved.overlap, both.overlap);
  EXPECT_EQ(moved.run.backend, GetParam());
  EXPECT_EQ(std::memcmp(applied.volume.data<char>(), aligned.volume.data<char>(),
                        static_cast<std::size_t>(2 * shape.voxel_count())),
            0);
}

// Onto voxels of another shape, about a place that is not the middle: as turning a larger volume
// about its own middle, of which this one is the first part.
TEST_P(RegisterMiTurnBackend, AppliesAboutAnyPlace) {
  const Shape large{64, 65, 33};
  const RigidMotion motion{3.25, -2, 1.5, 21, -8, 13};
  for (const PixelType type : {PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32}) {
    for (const Shape& small : {Shape{63, 40, 20}, Shape{1, 1, 1}, Shape{64, 7, 33}}) {
      GreyVolume whole = random_grey(large, type, 250, 4);
      if (type == PixelType::kFloat32) whole.data<float>()[64 * 3 + 5] = kNan;
      const GreyVolume part = make_grey(small, type, [&](std::int64_t i) {
        return grey_value(whole, ((i / small.width / small.height) * large.height +
                                  i / small.width % small.height) *
                                         large.width +
                                     i % small.width);
      });
      Options options;
      options.backend = GetParam();
      options.pixel_aspect = 1.1;
      options.slice_aspect = 1.9;
      options.fill = 7;
      const Shape out_shape{70, 33, 17};
      const Geometry geometry(large, out_shape, 1.1, 1.9);
      const PointMap map = geometry.map(motion, Role::kFixed, {});
      std::int64_t inside = 0;
      const GreyVolume expected = make_grey(out_shape, type, [&](std::int64_t i) {
        const Mapped at = obvious_map(map, static_cast<float>(i % out_shape.width),
                                      static_cast<float>(i / out_shape.width % out_shape.height),
                                      static_cast<float>(i / out_shape.width / out_shape.height));
        float value = 7;
        inside += obvious_value(part, Interpolation::kLinear, at.x, at.y, at.z, value,
                                edge_tolerance(small, out_shape));
        return type == PixelType::kFloat32 ? value : std::floor(value + 0.5F);
      });
      CollectSlices out(out_shape, type);
      NoProgress quiet;
      const Placement placement{motion, out_shape, Middle{31.5, 32, 16}};
      EXPECT_EQ(apply(part, placement, options, out, quiet).overlap, inside);
      const auto bytes = static_cast<std::size_t>(out_shape.voxel_count() * bytes_per_pixel(type));
      EXPECT_EQ(std::memcmp(out.volume.data<char>(), expected.data<char>(), bytes), 0);
    }
  }
}

// A whole number of quarter turns about each axis, as whole numbers: where a voxel of a cube comes
// from.
std::int64_t before_quarters(std::int64_t side, const RigidMotion& motion, std::int64_t voxel) {
  std::int64_t x = voxel % side;
  std::int64_t y = voxel / side % side;
  std::int64_t z = voxel / side / side;
  const auto back = [&](double degrees, std::int64_t& from, std::int64_t& towards) {
    for (int turn = 0; turn < std::lround(degrees / 90); ++turn) {
      const std::int64_t was = from;
      from = towards;
      towards = side - 1 - was;
    }
  };
  back(motion.angle, x, y);
  back(motion.angle_y, z, x);
  back(motion.angle_x, y, z);
  return (z * side + y) * side + x;
}

// Sizes of voxels are as files have them: rounded.
TEST_P(RegisterMiTurnBackend, QuarterTurnsLoseNothing) {
  for (const std::int64_t side : {2, 17, 24, 31}) {
    const Shape shape{side, side, side};
    const GreyVolume cube = random_grey(shape, PixelType::kUint8, 256, 4);
    for (const double slice_aspect : {1.0, 1 + 1e-7, 1 - 1e-7}) {
      for (const RigidMotion& motion :
           {RigidMotion{0, 0, 0, 90}, RigidMotion{0, 0, 0, 0, 90}, RigidMotion{0, 0, 0, 0, 270},
            RigidMotion{0, 0, 0, 0, 0, 90}, RigidMotion{0, 0, 0, 90, 90},
            RigidMotion{0, 0, 0, 450, 180, 270}}) {
        Options options;
        options.backend = GetParam();
        options.slice_aspect = slice_aspect;
        options.interpolation = Interpolation::kNearest;
        options.fill = 7;
        CollectSlices out(shape, cube.type());
        NoProgress quiet;
        EXPECT_EQ(apply(cube, {motion, shape, {}}, options, out, quiet).overlap,
                  shape.voxel_count())
            << side << " " << slice_aspect;
        const GreyVolume expected = make_grey(shape, cube.type(), [&](std::int64_t i) {
          return grey_value(cube, before_quarters(side, motion, i));
        });
        const auto bytes = static_cast<std::size_t>(shape.voxel_count());
        EXPECT_EQ(std::memcmp(out.volume.data<char>(), expected.data<char>(), bytes), 0) << side;
        // Rounded, what lies between voxels by so little is the voxel.
        options.interpolation = Interpolation::kLinear;
        CollectSlices linear(shape, cube.type());
        EXPECT_EQ(apply(cube, {motion, shape, {}}, options, linear, quiet).overlap,
                  shape.voxel_count());
        EXPECT_EQ(std::memcmp(linear.volume.data<char>(), expected.data<char>(), bytes), 0) << side;
      }
    }
  }
}

// Cells of images that were lost by a last place or two of a cosine that is not 0.
TEST_P(RegisterMiTurnBackend, QuarterTurnsOfImagesLoseNothing) {
  for (const std::int64_t side : {16, 31, 128, 300}) {
    const Shape shape{side, side, 1};
    const GreyVolume image = random_grey(shape, PixelType::kUint16, 60000, 4);
    for (const double angle : {90.0, 180.0, 270.0, -90.0}) {
      for (const Interpolation interpolation : {Interpolation::kLinear, Interpolation::kNearest}) {
        Options options;
        options.backend = GetParam();
        options.interpolation = interpolation;
        CollectSlices out(shape, image.type());
        NoProgress quiet;
        const RigidMotion motion{0, 0, 0, angle};
        EXPECT_EQ(apply(image, {motion, shape, {}}, options, out, quiet).overlap,
                  shape.voxel_count())
            << side << " " << angle;
        const RigidMotion forwards{0, 0, 0, angle < 0 ? angle + 360 : angle};
        std::int64_t different = 0;
        for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
          const std::int64_t from = before_quarters(side, forwards, i) % shape.voxel_count();
          different += grey_value(out.volume, i) != grey_value(image, from) ? 1 : 0;
        }
        EXPECT_EQ(different, 0) << side << " " << angle;
      }
    }
  }
}

// ---- What is refused --------------------------------------------------------------------------

TEST(RegisterMiTurn, SaysWhatIsWrong) {
  const GreyVolume slice = random_grey({20, 20, 1}, PixelType::kUint8, 256, 1);
  const GreyVolume stack = random_grey({20, 20, 9}, PixelType::kUint8, 256, 1);
  NoProgress quiet;
  const auto refused = [&](const GreyVolume& volume, const Options& options) {
    return refusal([&] { find(volume, volume, options, quiet); });
  };
  Options options = turned("auto", 2, 5, {});
  EXPECT_EQ(refused(slice, options),
            "axes=xyz is not allowed; use axes=z: a single slice turns within itself");
  options.max_angle = 0;
  EXPECT_EQ(refused(stack, options), "axes=xyz is not allowed; use axes=z, or a max_angle above 0");
  options.max_angle = 5;
  options.slice_aspect = 1e7;
  EXPECT_EQ(refused(stack, options),
            "voxels that are 1e+07 times as deep as wide are not allowed; use 1e-6 to 1e6 times");
  const auto apply_refused = [&](const Placement& placement) {
    CollectSlices out(placement.shape, PixelType::kUint8);
    return refusal([&] { apply(stack, placement, Options{}, out, quiet); });
  };
  EXPECT_EQ(apply_refused({{kNan, 0, 0}, {4, 4, 4}, {}}),
            "a motion by nan is not allowed; use -1e9 to 1e9 voxels and degrees");
  EXPECT_EQ(apply_refused({{0, 0, 0, 0, 0, 2e9}, {4, 4, 4}, {}}),
            "a motion by 2e+09 is not allowed; use -1e9 to 1e9 voxels and degrees");
  EXPECT_EQ(apply_refused({{}, {std::int64_t{1} << 21, 1, 1}, {}}),
            "a volume of 2097152 x 1 x 1 voxels cannot be moved; sides of 1 to 1048576 can");
  constexpr std::int64_t kMost = std::int64_t{1} << 20;  // a slice of these is a TiB
  test::FailingSink nowhere;
  options = Options{};
  options.backend = "scalar";
  EXPECT_THROW(apply(stack, {{}, {kMost, kMost, 1}, {}}, options, nowhere, quiet), HostOutOfMemory);
}

// ---- Voxels of different sizes ------------------------------------------------------------------

TEST(RegisterMi, VolumesOfDifferentVoxelsAreLaidOnOneAnother) {
  const Shape moving_shape{60, 54, 40};
  const Shape fixed_shape{40, 27, 32};
  const RigidMotion motion{3.5, -2.25, 1.5, 6};
  const GreyVolume moving = head_volume(moving_shape, {}, motion, PixelType::kUint8, as_it_is);
  const GreyVolume fine = head_volume(moving_shape, {}, {}, PixelType::kFloat32, as_it_is);
  const GreyVolume fixed = test::make_grey(fixed_shape, PixelType::kFloat32, [&](std::int64_t i) {
    float value = 0;
    test::obvious_value(fine, Interpolation::kLinear, static_cast<float>(i % 40) * 1.5F,
                        static_cast<float>(i / 40 % 27) * 2.0F,
                        static_cast<float>(i / 40 / 27) * 1.25F, value);
    return value;
  });
  Options options = test::near("auto", 8);
  options.max_angle = 10;
  options.fixed_voxel = VoxelRatio{1.5, 2, 1.25};
  NoProgress quiet;
  CollectSlices sink(fixed_shape, moving.type());
  const Result result = align(moving, fixed, options, sink, quiet);
  EXPECT_NEAR(result.motion.dx, motion.dx, 0.2);
  EXPECT_NEAR(result.motion.dy, motion.dy, 0.2);
  EXPECT_NEAR(result.motion.dz, motion.dz, 0.2);
  EXPECT_NEAR(result.motion.angle, motion.angle, 0.4);
  // The result lies on the voxels of the fixed volume.
  double difference = 0;
  for (std::int64_t z = 10; z < 22; ++z) {
    for (std::int64_t y = 8; y < 19; ++y) {
      for (std::int64_t x = 12; x < 28; ++x) {
        const std::int64_t i = (z * 27 + y) * 40 + x;
        difference += std::abs(test::grey_value(sink.volume, i) - test::grey_value(fixed, i));
      }
    }
  }
  EXPECT_LT(difference / (12 * 11 * 16), 4);
  options.fixed_voxel = VoxelRatio{1, 1e4, 1};
  EXPECT_EQ(test::refusal([&] { find(moving, fixed, options, quiet); }),
            "voxels 10000 times as large as those of the input are not allowed; use 1e-3 to 1e3 "
            "times");
}

}  // namespace
}  // namespace bitvox::register_mi
