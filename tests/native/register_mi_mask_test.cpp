// SPDX-License-Identifier: BSD-2-Clause
// Registration by what lies in a mask.
#include "ops/register_mi/register_mi_mask.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "collect_slices.hpp"
#include "head_volume.hpp"
#include "operation_contract.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "ops/register_mi/register_mi_limits.hpp"
#include "refusal.hpp"
#include "register_mi_runs.hpp"
#include "test_volumes.hpp"

namespace bitvox::register_mi {
namespace {

using test::BackendContract;
using test::CollectSlices;
using test::head_volume;
using test::make_grey;
using test::make_volume;
using test::moved_spot;
using test::near;
using test::OperationContract;
using test::Spot;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// ---- A head beside a body that moves otherwise --------------------------------------------------

double part_of(std::int64_t side, double part) { return part * static_cast<double>(side - 1); }

// The head lies in the first half along x and moves; the body, which is larger, does not.
double scene_at(const Shape& shape, const Spot& head, const Spot& body) {
  const auto size = static_cast<double>(shape.width) * 0.45;
  const double z = shape.depth == 1 ? 0.05 : 0;
  const double of_head = test::head((head.x - part_of(shape.width, 0.25)) / size,
                                    (head.y - part_of(shape.height, 0.5)) / size,
                                    (head.z - part_of(shape.depth, 0.5)) / size - z);
  const double distance = std::hypot((body.x - part_of(shape.width, 0.72)) / size,
                                     (body.y - part_of(shape.height, 0.5)) / size / 1.2,
                                     (body.z - part_of(shape.depth, 0.5)) / size);
  const double inside = 1 / (1 + std::exp((distance - 0.45) * 60));
  return of_head + inside * (90 + 60 * std::sin(0.6 * body.x) * std::sin(0.5 * body.y));
}

template <class Values>
GreyVolume scene(const Shape& shape, const RigidMotion& motion, PixelType type, Values&& values) {
  return make_grey(shape, type, [&](std::int64_t i) {
    const Spot at{static_cast<double>(i % shape.width),
                  static_cast<double>(i / shape.width % shape.height),
                  static_cast<double>(i / shape.width / shape.height)};
    return values(scene_at(shape, moved_spot(shape, {}, motion, at), at));
  });
}

BitVolume around_the_head(const Shape& shape) {
  return make_volume(shape, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const auto size = static_cast<double>(shape.width) * 0.45;
    const double dx = static_cast<double>(x) - part_of(shape.width, 0.25);
    const double dy = static_cast<double>(y) - part_of(shape.height, 0.5);
    const double dz = static_cast<double>(z) - part_of(shape.depth, 0.5);
    return std::hypot(dx, dy, shape.depth == 1 ? 0 : dz) < 0.5 * size;
  });
}

double inverted(double v) { return 300 - v; }

Result find_in(const GreyVolume& moving, const GreyVolume& fixed, const VolumeSource* mask,
               const Options& options) {
  NoProgress quiet;
  return find(moving, fixed, mask, options, quiet);
}

void expect_motion(const Result& result, const RigidMotion& motion, double voxels, double degrees) {
  EXPECT_NEAR(result.motion.dx, motion.dx, voxels);
  EXPECT_NEAR(result.motion.dy, motion.dy, voxels);
  EXPECT_NEAR(result.motion.dz, motion.dz, voxels);
  EXPECT_NEAR(result.motion.angle, motion.angle, degrees);
}

class RegisterMiMaskBackend : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, RegisterMiMaskBackend, testing::ValuesIn(test::available_backends()),
                         test::backend_name);

TEST_P(RegisterMiMaskBackend, FollowsWhatIsInTheMask) {
  const Shape shape{150, 84, 1};
  const RigidMotion motion{5.3, -3.8, 0, 4};
  const GreyVolume fixed = scene(shape, {}, PixelType::kUint16, [](double v) { return v; });
  const GreyVolume moving = scene(shape, motion, PixelType::kUint8, inverted);
  const BitVolume mask = around_the_head(shape);
  Options options = near(GetParam(), 12);
  options.max_angle = 8;
  const Result without = find_in(moving, fixed, nullptr, options);
  EXPECT_GT(std::hypot(without.motion.dx - motion.dx, without.motion.dy - motion.dy), 3);
  const Result with = find_in(moving, fixed, &mask, options);
  expect_motion(with, motion, 0.4, 0.4);
  EXPECT_EQ(with.run.note, "");
  EXPECT_EQ(with.run.backend, GetParam());
}

TEST_P(RegisterMiMaskBackend, FollowsWhatIsInTheMaskOfAVolume) {
  const Shape shape{72, 40, 24};
  const RigidMotion motion{2.6, -1.9, 1.4, 0};
  const GreyVolume fixed = scene(shape, {}, PixelType::kUint8, [](double v) { return v; });
  const GreyVolume moving = scene(shape, motion, PixelType::kFloat32, inverted);
  const BitVolume mask = around_the_head(shape);
  const Options options = near(GetParam(), 4);
  const Result without = find_in(moving, fixed, nullptr, options);
  EXPECT_GT(std::hypot(without.motion.dx - motion.dx, without.motion.dy - motion.dy), 2);
  expect_motion(find_in(moving, fixed, &mask, options), motion, 0.15, 0);
}

// Neither the mask's box nor the type of what it leaves changes a bit.
TEST_P(RegisterMiMaskBackend, AMaskOfEverythingChangesNothing) {
  const auto expect_the_same = [&](const Shape& shape, const Shape& other) {
    const RigidMotion motion{2.3, -1.4, shape.depth == 1 ? 0 : 1.2, 3};
    const GreyVolume moving = head_volume(shape, {}, motion, PixelType::kUint16, test::negative);
    const GreyVolume fixed = head_volume(other, {}, {}, PixelType::kUint8, test::as_it_is);
    const BitVolume all = make_volume(other, [](auto, auto, auto) { return true; });
    Options options = near(GetParam(), 3);
    options.max_angle = 5;
    CollectSlices first(other, moving.type());
    CollectSlices second(other, moving.type());
    NoProgress quiet;
    const Result without = align(moving, fixed, options, first, quiet);
    const Result with = align(moving, fixed, &all, options, second, quiet);
    for (double RigidMotion::*const part : kMotionParts) {
      EXPECT_EQ(with.motion.*part, without.motion.*part);
    }
    EXPECT_EQ(with.before, without.before);
    EXPECT_EQ(with.after, without.after);
    EXPECT_EQ(with.bins, without.bins);
    EXPECT_EQ(with.overlap, without.overlap);
    EXPECT_EQ(with.run.note, without.run.note);
    EXPECT_EQ(test::Bits().add(second.volume), test::Bits().add(first.volume));
  };
  expect_the_same({90, 70, 1}, {84, 70, 1});  // either is the smaller one
  expect_the_same({30, 26, 16}, {36, 26, 16});
}

// The result lies on all of `fixed`, wherever the mask is.
TEST_P(RegisterMiMaskBackend, MovesTheWholeVolume) {
  const Shape shape{150, 84, 1};
  const RigidMotion motion{5.3, -3.8, 0, 0};
  const GreyVolume fixed = scene(shape, {}, PixelType::kUint8, [](double v) { return v; });
  const GreyVolume moving = scene(shape, motion, PixelType::kUint8, inverted);
  const BitVolume mask = around_the_head(shape);
  CollectSlices searched(shape, moving.type());
  CollectSlices applied(shape, moving.type());
  NoProgress quiet;
  const Options options = near(GetParam(), 12);
  const Result result = align(moving, fixed, &mask, options, searched, quiet);
  const Moved moved = apply(moving, {result.motion, shape, {}}, options, applied, quiet);
  EXPECT_EQ(result.overlap, moved.overlap);
  EXPECT_EQ(test::Bits().add(searched.volume), test::Bits().add(applied.volume));
}

// On coarser levels nothing is left of a thin ring between voxels: the search begins below.
TEST_P(RegisterMiMaskBackend, AThinMaskIsEnough) {
  const Shape shape{200, 180, 1};
  const RigidMotion motion{4.7, -6.2, 0, 0};
  const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kUint8, test::as_it_is);
  const GreyVolume moving = head_volume(shape, {}, motion, PixelType::kUint8, test::negative);
  const BitVolume ring = make_volume(shape, [&](std::int64_t x, std::int64_t y, std::int64_t) {
    const double radius = std::hypot((static_cast<double>(x) - 99.5) / 200,
                                     (static_cast<double>(y) - 89.5) / 200 * 0.85);
    return std::abs(radius - 0.37) < 0.0125;
  });
  expect_motion(find_in(moving, fixed, &ring, near(GetParam(), 12)), motion, 0.3, 0);
}

// ---- Its parts
// ------------------------------------------------------------------------------------

TEST(RegisterMiMask, LeavesTheBoxAroundTheForeground) {
  const Shape shape{140, 9, 5};
  GreyVolume volume = make_grey(shape, PixelType::kFloat32, [](std::int64_t i) { return i; });
  const auto is_in = [](std::int64_t x, std::int64_t y, std::int64_t z) {
    return x >= 62 && x <= 129 && y >= 3 && y <= 6 && z >= 1 && z <= 2 && (x + y + z) % 3 == 0;
  };
  const BitVolume mask = make_volume(shape, is_in);
  volume.data<float>()[(1 * 9 + 3) * 140 + 65] = kNan;  // in the mask
  NoProgress quiet;
  const MaskedVolume left = masked(volume, mask, 3, quiet);
  EXPECT_EQ(left.window.x, 62);
  EXPECT_EQ(left.window.y, 3);
  EXPECT_EQ(left.window.z, 1);
  EXPECT_EQ(left.window.shape, (Shape{68, 4, 2}));
  std::int64_t count = 0;
  const float* at = left.values.data<float>();
  for (std::int64_t z = 1; z <= 2; ++z) {
    for (std::int64_t y = 3; y <= 6; ++y) {
      for (std::int64_t x = 62; x <= 129; ++x, ++at) {
        count += is_in(x, y, z) ? 1 : 0;
        const bool lost = !is_in(x, y, z) || (z == 1 && y == 3 && x == 65);
        EXPECT_EQ(std::isnan(*at), lost);
        if (!lost) {
          EXPECT_EQ(*at, static_cast<float>((z * 9 + y) * 140 + x));
        }
      }
    }
  }
  EXPECT_EQ(left.window.share, static_cast<double>(count) / (68 * 4 * 2));
}

// Through a window places are counted from its first voxel, and motions are the same.
TEST(RegisterMiMask, AWindowShiftsPlaces) {
  const Shape moving{60, 50, 20};
  const Shape fixed{70, 44, 24};
  const Window window{8, 12, 4, {40, 24, 16}, 0.5};
  for (const VoxelRatio& ratio : {VoxelRatio{}, VoxelRatio{2, 0.5, 1.5}}) {
    const Geometry whole(moving, fixed, 1.3, 2, ratio);
    Geometry seen = whole;
    seen.look_through(window);
    EXPECT_EQ(seen.shape(Role::kFixed), window.shape);
    EXPECT_EQ(seen.fixed_width(), whole.fixed_width());
    for (const RigidMotion& motion :
         {RigidMotion{3.5, -2, 1, 20}, RigidMotion{-4, 2.5, 0.5, -7, 12, 30}}) {
      for (const LevelFactors& level : {LevelFactors{}, LevelFactors{4, 4, 2}}) {
        const auto fx = static_cast<float>(level.x);
        const auto fy = static_cast<float>(level.y);
        const auto fz = static_cast<float>(level.z);
        const float first[] = {8 / fx, 12 / fy, 4 / fz};  // whole voxels of the level
        const PointMap to = seen.map(motion, Role::kMoving, level);
        const PointMap to_whole = whole.map(motion, Role::kMoving, level);
        EXPECT_NEAR(to.x0, to_whole.x0 - first[0], 1e-4);
        EXPECT_NEAR(to.y0, to_whole.y0 - first[1], 1e-4);
        EXPECT_NEAR(to.z0, to_whole.z0 - first[2], 1e-4);
        EXPECT_EQ(to.xy, to_whole.xy);
        const PointMap from = seen.map(motion, Role::kFixed, level);
        const PointMap all = whole.map(motion, Role::kFixed, level);
        EXPECT_NEAR(from.x0, all.xx * first[0] + all.xy * first[1] + all.xz * first[2] + all.x0,
                    1e-4);
        EXPECT_NEAR(from.y0, all.yx * first[0] + all.yy * first[1] + all.yz * first[2] + all.y0,
                    1e-4);
        EXPECT_NEAR(from.z0, all.zx * first[0] + all.zy * first[1] + all.zz * first[2] + all.z0,
                    1e-4);
        EXPECT_EQ(from.zx, all.zx);
      }
    }
  }
}

TEST(RegisterMiMask, SaysWhatIsWrongWithIt) {
  const Shape shape{60, 50, 1};
  GreyVolume image = head_volume(shape, {}, {}, PixelType::kFloat32, test::as_it_is);
  const auto wrong = [&](const GreyVolume& fixed, const BitVolume& mask, double shift = 3) {
    return test::refusal([&] { find_in(image, fixed, &mask, near("scalar", shift)); });
  };
  const auto box = [](std::int64_t from, std::int64_t to) {
    return [=](std::int64_t x, std::int64_t y, auto) {
      return x >= from && x < to && y >= from && y < to;
    };
  };
  EXPECT_EQ(wrong(image, BitVolume({60, 49, 1})),
            "the mask is 60 x 49 x 1 voxels, but the second image 60 x 50 x 1; they must be of one "
            "size");
  EXPECT_EQ(wrong(image, BitVolume(shape)), "the mask is empty: no voxel of it is foreground");
  const std::string thin =
      "the mask is too small or too thin: fewer than 256 places between its voxels can be "
      "compared; choose a larger one";
  EXPECT_EQ(wrong(image, make_volume(shape, box(20, 27))), thin);
  EXPECT_EQ(wrong(image, make_volume(shape, [](auto x, auto y, auto) { return (x + y) % 2 == 0; })),
            thin);
  // On coarser levels this one is everywhere.
  const Shape wide_shape{140, 50, 1};
  const GreyVolume wide = head_volume(wide_shape, {}, {}, PixelType::kFloat32, test::as_it_is);
  EXPECT_EQ(wrong(wide, make_volume(wide_shape,
                                    [](auto x, auto y, auto) {
                                      return (x < 50 && (x + y) % 2 == 0) || (x < 6 && y < 6);
                                    })),
            thin);
  const GreyVolume none = make_grey(shape, PixelType::kFloat32, [](std::int64_t i) {
    return i % 60 < 30 ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  });
  EXPECT_EQ(wrong(none, make_volume(shape, box(10, 26))),
            "the second image has no finite value in the mask: there is nothing to align");
  EXPECT_EQ(wrong(none, make_volume(shape, box(32, 50))),
            "the second image has one value only in the mask: there is nothing to align");
  // The mask lies where the moved image does not reach.
  EXPECT_EQ(wrong(wide, make_volume(wide_shape, [](auto x, auto, auto) { return x > 110; })),
            "no motion within the limits of the search lets a quarter of the mask lie on the "
            "input");
  EXPECT_EQ(wrong(image, make_volume(shape, box(20, 28))), "accepted");  // 8 x 8 is enough
}

// ---- What every operation owes
// -------------------------------------------------------------------

test::Operation contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const Shape shape{110, 64, 1};
    static const GreyVolume fixed = scene(shape, {}, PixelType::kUint8, test::as_it_is);
    static const GreyVolume moving = scene(shape, {3.2, -1.3, 0, 2}, PixelType::kUint16, inverted);
    static const BitVolume mask = around_the_head(shape);
    Options options = near(backend, 5);
    options.max_angle = 6;
    options.threads = threads;
    CollectSlices out(shape, moving.type());
    const Result result = align(moving, fixed, &mask, options, out, progress);
    test::Bits bits;
    bits.add(result.motion.dx).add(result.motion.dy).add(result.motion.dz);
    bits.add(result.motion.angle).add(result.before).add(result.after).add(result.overlap);
    return test::Outcome{result.run.backend, bits.add(out.volume)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    const GreyVolume image = head_volume({20, 20, 1}, {}, {}, PixelType::kUint8, test::as_it_is);
    const BitVolume empty(image.shape());
    CollectSlices out(image.shape(), image.type());
    align(image, image, &empty, near(backend, 2), out, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(RegisterMiMask, OperationContract, test::on_every_backend(contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(RegisterMiMask, BackendContract, test::on_every_backend(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::register_mi
