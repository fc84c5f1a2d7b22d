// SPDX-License-Identifier: BSD-2-Clause
#include "rays/volume_lengths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "test_volumes.hpp"
#include "volume_lengths_reference.hpp"

namespace bitvox::rays {
namespace {

using bitvox::test::Random;
using test::ObviousLengths;

constexpr MemoryUser kTest{"The test", ""};

GreyVolume labels_where(const Shape& shape,
                        const std::function<int(std::int64_t, std::int64_t, std::int64_t)>& rule) {
  GreyVolume volume(shape, PixelType::kUint8);
  auto* voxel = volume.data<std::uint8_t>();
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      for (std::int64_t x = 0; x < shape.width; ++x) {
        *voxel++ = static_cast<std::uint8_t>(rule(x, y, z));
      }
    }
  }
  return volume;
}

// Blocks of labels 0 to 3 of this side.
GreyVolume random_labels(const Shape& shape, std::int64_t side, std::uint64_t seed) {
  return labels_where(shape, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    Random random(seed + static_cast<std::uint64_t>((x / side) * 7919 + (y / side) * 104729 +
                                                    (z / side) * 1299709));
    return static_cast<int>(random.below(4));
  });
}

Vec3 size_of(const Shape& shape, const Spacing& spacing) {
  return {static_cast<double>(shape.width) * spacing.x,
          static_cast<double>(shape.height) * spacing.y,
          static_cast<double>(shape.depth) * spacing.z};
}

std::vector<double> first_labels(int count) {
  std::vector<double> labels(static_cast<std::size_t>(count));
  std::iota(labels.begin(), labels.end(), 1.0);
  return labels;
}

struct Series : Detector {
  double range = 360;
  std::int32_t angles = 1;
};

double angle_of(const Series& series, std::int64_t index) {
  return series.angle + series.range * static_cast<double>(index) / series.angles;
}

std::vector<View> all_views(const Series& geometry, const Vec3& size) {
  std::vector<View> views;
  for (std::int64_t i = 0; i < geometry.angles; ++i) {
    views.push_back(view_at(geometry, size, angle_of(geometry, i)));
  }
  return views;
}

std::vector<float> lengths(const GreyVolume& volume, int materials, const Spacing& spacing,
                           const Series& geometry, Walk walk, int threads = 2) {
  NoProgress progress;
  const LabelMaterials source(volume, first_labels(materials));
  const VolumeLengths all(source, spacing, geometry.beam, geometry.axis, walk, kTest, threads,
                          progress);
  const DetectorPart part{geometry.columns, 0, geometry.rows};
  std::vector<float> result(static_cast<std::size_t>(geometry.angles * materials * part.pixels()),
                            -1.0F);
  const std::vector<View> views = all_views(geometry, size_of(volume.shape(), spacing));
  all.measure(views, part, threads, result.data(), progress);
  return result;
}

Series parallel(Axis axis, int columns, int rows, double pixel) {
  Series geometry;
  geometry.beam = BeamKind::kParallel;
  geometry.axis = axis;
  geometry.columns = columns;
  geometry.rows = rows;
  geometry.pixel_width = geometry.pixel_height = pixel;
  return geometry;
}

Series cone(double source_object, double source_detector, int side, double pixel) {
  Series geometry;
  geometry.source_object = source_object;
  geometry.source_detector = source_detector;
  geometry.columns = geometry.rows = side;
  geometry.pixel_width = geometry.pixel_height = pixel;
  return geometry;
}

// ---- Against the obvious way
// ---------------------------------------------------------------------

void expect_obvious(const GreyVolume& volume, const Spacing& spacing, const Series& geometry) {
  constexpr int kMaterials = 3;
  const ObviousLengths obvious(volume, spacing);
  const std::vector<View> views = all_views(geometry, size_of(volume.shape(), spacing));
  std::vector<float> expected;
  for (const View& view : views) {
    std::vector<std::vector<float>> images(kMaterials);
    for (std::int64_t r = 0; r < geometry.rows; ++r) {
      for (std::int64_t c = 0; c < geometry.columns; ++c) {
        const Ray ray = view.ray(c, r);
        const std::vector<std::int64_t> ticks = obvious.ticks(ray);
        for (std::size_t m = 0; m < kMaterials; ++m) {
          images[m].push_back(ObviousLengths::rounded(ticks[m + 1], ray));
        }
      }
    }
    for (const auto& image : images) expected.insert(expected.end(), image.begin(), image.end());
  }
  EXPECT_EQ(lengths(volume, kMaterials, spacing, geometry, Walk::kCells), expected);
  EXPECT_EQ(lengths(volume, kMaterials, spacing, geometry, Walk::kBricks), expected);
  EXPECT_EQ(lengths(volume, kMaterials, spacing, geometry, Walk::kAuto, 3), expected);
  if (geometry.beam == BeamKind::kParallel) {
    EXPECT_EQ(lengths(volume, kMaterials, spacing, geometry, Walk::kSlices), expected);
  }
}

TEST(VolumeLengths, AreThoseOfTheObviousWay) {
  const std::vector<Shape> shapes{{20, 17, 13}, {1, 1, 1}, {9, 1, 70}, {65, 8, 3}, {3, 66, 16}};
  const Spacing cubes, boxes{0.7, 1.3, 2.1};
  for (const Shape& shape : shapes) {
    for (const std::int64_t side : {1, 5}) {
      const GreyVolume volume = random_labels(shape, side, 3);
      for (const Spacing& spacing : {cubes, boxes}) {
        for (const Axis axis : {Axis::kX, Axis::kY, Axis::kZ}) {
          Series beam = parallel(axis, 11, 9, 2.25);
          beam.angles = 3;
          beam.angle = 11;
          expect_obvious(volume, spacing, beam);
          Series point = cone(40, 90, 9, 4.5);
          point.axis = axis;
          point.angles = 3;
          expect_obvious(volume, spacing, point);
        }
      }
    }
  }
}

// From within, and so that rays go along edges, through corners and along faces.
TEST(VolumeLengths, AreThoseOfTheObviousWayOnEdgesAndFromWithin) {
  const GreyVolume volume = random_labels({16, 16, 16}, 1, 5);
  const GreyVolume blocks = random_labels({16, 24, 16}, 8, 5);
  for (const double angle : {0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0, 30.0, -0.001}) {
    for (const GreyVolume* labels : {&volume, &blocks}) {
      Series beam = parallel(Axis::kZ, 17, 17, 1);  // along edges at multiples of 90
      beam.angle = angle;
      expect_obvious(*labels, {}, beam);
      Series point = cone(0, 10, 9, 2);  // the source is a corner of eight voxels
      point.angle = angle;
      expect_obvious(*labels, {}, point);
      point.source_object = 3;
      point.offset_columns = 1;
      point.offset_rows = -2.5;
      expect_obvious(*labels, {}, point);
      point = cone(32, 64, 9, 4);  // the detector's pixels lie on planes between voxels
      point.angle = angle;
      expect_obvious(*labels, {}, point);
    }
  }
}

TEST(VolumeLengths, EndAtTheDetector) {
  const GreyVolume full = labels_where({10, 10, 10}, [](auto, auto, auto) { return 1; });
  Series point = cone(8, 10, 1, 1);  // 3 before the volume, and 7 into it
  EXPECT_EQ(lengths(full, 1, {}, point, Walk::kAuto), std::vector<float>{7});
  point.source_object = 20;  // all lies behind the detector
  EXPECT_EQ(lengths(full, 1, {}, point, Walk::kAuto), std::vector<float>{0});
}

TEST(VolumeLengths, NothingInView) {
  const GreyVolume full = labels_where({6, 6, 6}, [](auto, auto, auto) { return 2; });
  Series beam = parallel(Axis::kZ, 3, 3, 1);
  beam.offset_columns = 100;
  for (const Walk walk : {Walk::kCells, Walk::kBricks, Walk::kSlices}) {
    EXPECT_EQ(lengths(full, 2, {}, beam, walk), std::vector<float>(18));
  }
  beam.offset_columns = 0;
  beam.offset_rows = -50;
  for (const Walk walk : {Walk::kCells, Walk::kBricks, Walk::kSlices}) {
    EXPECT_EQ(lengths(full, 2, {}, beam, walk), std::vector<float>(18));
  }
}

// Every voxel is in exactly one of the rays whose pixels are as large as it.
TEST(VolumeLengths, ParallelProjectionsHaveTheWholeVolume) {
  const Shape shape{30, 21, 40};
  const Spacing spacing{0.5, 2, 0.25};
  const GreyVolume volume = random_labels(shape, 3, 9);
  std::vector<double> voxels(4);
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) ++voxels[volume.data<std::uint8_t>()[i]];
  struct View {
    Axis axis;
    double angle;
    int columns, rows;
    double width, height;
  };
  for (const View& v :
       {View{Axis::kZ, 0, 30, 40, 0.5, 0.25}, View{Axis::kZ, 180, 30, 40, 0.5, 0.25},
        View{Axis::kZ, 90, 21, 40, 2, 0.25}, View{Axis::kX, 0, 21, 30, 2, 0.5},
        View{Axis::kX, 90, 40, 30, 0.25, 0.5}, View{Axis::kY, 270, 30, 21, 0.5, 2}}) {
    Series beam = parallel(v.axis, v.columns, v.rows, v.width);
    beam.pixel_height = v.height;
    beam.angle = v.angle;
    for (const Walk walk : {Walk::kCells, Walk::kBricks, Walk::kSlices}) {
      const std::vector<float> all = lengths(volume, 3, spacing, beam, walk);
      const auto pixels = static_cast<std::ptrdiff_t>(v.columns) * v.rows;
      for (std::ptrdiff_t m = 0; m < 3; ++m) {
        const double sum =
            std::accumulate(all.begin() + m * pixels, all.begin() + (m + 1) * pixels, 0.0);
        EXPECT_EQ(sum * v.width * v.height, voxels[static_cast<std::size_t>(m + 1)] * 0.25);
      }
    }
  }
}

// ---- Against closed forms
// ------------------------------------------------------------------------

double chord_of_ball(const Ray& ray, const Vec3& middle, double radius) {
  const Vec3 d = ray.direction, o = ray.origin - middle;
  const double a = d.x * d.x + d.y * d.y + d.z * d.z;
  const double b = o.x * d.x + o.y * d.y + o.z * d.z;
  const double c = o.x * o.x + o.y * o.y + o.z * o.z - radius * radius;
  const double root = b * b - a * c;
  return root <= 0 ? 0 : 2 * std::sqrt(root / a);
}

TEST(VolumeLengths, OfAHollowBallAreItsChords) {
  const Shape shape{96, 96, 48};
  const Spacing spacing{0.1, 0.1, 0.2};
  const GreyVolume volume = labels_where(shape, [](std::int64_t x, std::int64_t y, std::int64_t z) {
    const double dx = 0.1 * (static_cast<double>(x) + 0.5) - 4.8,
                 dy = 0.1 * (static_cast<double>(y) + 0.5) - 4.8,
                 dz = 0.2 * (static_cast<double>(z) + 0.5) - 4.8;
    const double r = std::sqrt(dx * dx + dy * dy + dz * dz);
    return r > 4 ? 0 : r > 2.5 ? 1 : 2;
  });
  Series point = cone(20, 40, 48, 0.5);
  point.angle = 33;
  const std::vector<float> all = lengths(volume, 2, spacing, point, Walk::kAuto);
  const View view = view_at(point, {9.6, 9.6, 9.6}, 33);
  double squares = 0;
  for (std::int64_t i = 0; i < 48 * 48; ++i) {
    const Ray ray = view.ray(i % 48, i / 48);
    const double inner = chord_of_ball(ray, {4.8, 4.8, 4.8}, 2.5);
    const double wall = chord_of_ball(ray, {4.8, 4.8, 4.8}, 4) - inner;
    const double off = all[static_cast<std::size_t>(i)] - wall;
    const double inner_off = all[static_cast<std::size_t>(i + 48 * 48)] - inner;
    squares += off * off + inner_off * inner_off;
    if (inner == 0 && wall == 0) {
      EXPECT_LT(std::abs(off), 1.6) << i;  // grazed at most
    }
  }
  EXPECT_LT(std::sqrt(squares / (48 * 48)), 0.2);  // voxels are 0.1 to 0.2
}

TEST(VolumeLengths, OfATorusAreItsChords) {
  const GreyVolume volume =
      labels_where({100, 100, 40}, [](std::int64_t x, std::int64_t y, std::int64_t z) {
        const double dx = static_cast<double>(x) - 49.5, dy = static_cast<double>(y) - 49.5,
                     dz = static_cast<double>(z) - 19.5;
        const double ring = std::sqrt(dx * dx + dy * dy) - 32;
        return ring * ring + dz * dz <= 144 ? 1 : 0;
      });
  const Series beam = parallel(Axis::kZ, 100, 40, 1);
  const std::vector<float> all = lengths(volume, 1, {}, beam, Walk::kAuto);
  double squares = 0, volume_of_chords = 0;
  for (std::int64_t i = 0; i < 4000; ++i) {  // along y, at x and z: two discs of the ring
    const double x = std::abs(static_cast<double>(i % 100) - 49.5);
    const double z = static_cast<double>(i / 100) - 19.5;
    double chord = 0;
    if (z * z < 144) {
      const double half = std::sqrt(144 - z * z), outer = 32 + half, inner = 32 - half;
      if (x < outer) chord = 2 * std::sqrt(outer * outer - x * x);
      if (x < inner) chord -= 2 * std::sqrt(inner * inner - x * x);
    }
    const double off = all[static_cast<std::size_t>(i)] - chord;
    squares += off * off;
    volume_of_chords += all[static_cast<std::size_t>(i)];
  }
  EXPECT_LT(std::sqrt(squares / 4000), 1.0);
  const double pi = 3.141592653589793;
  EXPECT_NEAR(volume_of_chords / (2 * pi * pi * 32 * 144), 1, 0.002);
}

// A box is exact: rays of a tilted beam against the clipping of its two pairs of faces.
TEST(VolumeLengths, OfABoxAreExact) {
  const GreyVolume volume =
      labels_where({40, 40, 4}, [](std::int64_t x, std::int64_t y, std::int64_t) {
        return x >= 8 && x < 29 && y >= 11 && y < 30 ? 1 : 0;
      });
  Series beam = parallel(Axis::kZ, 64, 1, 0.77);
  for (const double angle : {17.0, 101.5, 250.0}) {
    beam.angle = angle;
    const std::vector<float> all = lengths(volume, 1, {}, beam, Walk::kSlices);
    const View view = view_at(beam, {40, 40, 4}, angle);
    for (std::int64_t c = 0; c < 64; ++c) {
      const Ray ray = view.ray(c, 0);
      const double x0 = (8 - ray.origin.x) / ray.direction.x;
      const double x1 = (29 - ray.origin.x) / ray.direction.x;
      const double y0 = (11 - ray.origin.y) / ray.direction.y;
      const double y1 = (30 - ray.origin.y) / ray.direction.y;
      const double begin = std::max(std::min(x0, x1), std::min(y0, y1));
      const double end = std::min(std::max(x0, x1), std::max(y0, y1));
      const double expected = std::max(0.0, end - begin) * length(ray.direction);
      EXPECT_NEAR(all[static_cast<std::size_t>(c)], expected, 2e-6) << angle << ", " << c;
    }
  }
}

// ---- Other -----------------------------------------------------------------------------------

TEST(VolumeLengths, SeriesAreTheirAnglesBitForBit) {
  const GreyVolume volume = random_labels({33, 20, 25}, 4, 1);
  for (const BeamKind beam : {BeamKind::kCone, BeamKind::kParallel}) {
    Series series = cone(60, 100, 20, 2);
    series.beam = beam;
    series.angles = 7;
    series.range = 180;
    series.angle = 5;
    const std::vector<float> all = lengths(volume, 2, {}, series, Walk::kAuto);
    std::vector<float> single;
    for (int i = 0; i < 7; ++i) {
      Series one = series;
      one.angles = 1;
      one.angle = angle_of(series, i);
      const std::vector<float> image = lengths(volume, 2, {}, one, Walk::kAuto, i + 1);
      single.insert(single.end(), image.begin(), image.end());
    }
    EXPECT_EQ(all, single);
  }
}

TEST(VolumeLengths, ARowIsThatOfTheWholeImage) {
  const GreyVolume volume = random_labels({33, 20, 25}, 4, 1);
  NoProgress progress;
  const LabelMaterials source(volume, first_labels(1));
  for (const BeamKind beam : {BeamKind::kCone, BeamKind::kParallel}) {
    Series geometry = cone(60, 100, 20, 2);
    geometry.beam = beam;
    geometry.angle = 20;
    const VolumeLengths all(source, {}, beam, Axis::kZ, Walk::kAuto, kTest, 2, progress);
    const View view = view_at(geometry, {33, 20, 25}, 20);
    std::vector<float> image(400), row(20);
    all.measure({&view, 1}, {20, 0, 20}, 2, image.data(), progress);
    for (std::int64_t r = 0; r < 20; ++r) {
      all.measure({&view, 1}, {20, r, 1}, 2, row.data(), progress);
      EXPECT_TRUE(std::equal(row.begin(), row.end(), image.begin() + r * 20)) << r;
    }
  }
}

TEST(VolumeLengths, SumOfAllMaterialsIsTheBox) {
  const GreyVolume volume = random_labels({50, 50, 50}, 1, 8);
  for (std::int64_t i = 0; i < volume.shape().voxel_count(); ++i) {
    ASSERT_LT(volume.data<std::uint8_t>()[i], 4);
  }
  const GreyVolume full = labels_where({50, 50, 50}, [](auto, auto, auto) { return 1; });
  const GreyVolume shifted = labels_where({50, 50, 50}, [&](auto x, auto y, auto z) {
    return volume.data<std::uint8_t>()[(z * 50 + y) * 50 + x] + 1;
  });
  Series point = cone(100, 200, 30, 5);
  point.angle = 20;
  const std::vector<float> box = lengths(full, 1, {}, point, Walk::kBricks);
  const std::vector<float> parts = lengths(shifted, 4, {}, point, Walk::kCells);
  for (std::size_t i = 0; i < box.size(); ++i) {
    const float sum = parts[i] + parts[i + 900] + parts[i + 1800] + parts[i + 2700];
    EXPECT_NEAR(sum, box[i], 2e-5) << i;
  }
}

TEST(VolumeLengths, ManyMaterials) {
  const GreyVolume volume = labels_where({24, 24, 24}, [](auto x, auto y, auto z) {
    return static_cast<int>((x + 5 * y + 25 * z) % 256);
  });
  const Series beam = parallel(Axis::kY, 24, 24, 1);
  EXPECT_EQ(lengths(volume, 255, {}, beam, Walk::kCells),
            lengths(volume, 255, {}, beam, Walk::kSlices));
  EXPECT_EQ(lengths(volume, 14, {}, beam, Walk::kBricks),
            lengths(volume, 14, {}, beam, Walk::kSlices));
}

TEST(VolumeLengths, ForegroundIsALabel) {
  const BitVolume bits = bitvox::test::random_volume({70, 20, 9}, 0.4, 3);
  const GreyVolume volume = labels_where({70, 20, 9}, [&](auto x, auto y, auto z) {
    return bitvox::test::voxel(bits, x, y, z) ? 1 : 0;
  });
  NoProgress progress;
  const Series point = cone(100, 200, 12, 10);
  const View view = view_at(point, {70, 20, 9}, 0);
  std::vector<float> image(144);
  VolumeLengths(ForegroundMaterial(bits), {}, BeamKind::kCone, Axis::kZ, Walk::kAuto, kTest, 2,
                progress)
      .measure({&view, 1}, {12, 0, 12}, 2, image.data(), progress);
  EXPECT_EQ(image, lengths(volume, 1, {}, point, Walk::kAuto));
}

TEST(LabelMaterials, LabelsOfAllTypes) {
  NoProgress progress;
  GreyVolume shorts({3, 2, 1}, PixelType::kUint16);
  shorts.data<std::uint16_t>()[1] = 40000;
  shorts.data<std::uint16_t>()[5] = 7;
  EXPECT_EQ(labels_of(shorts, 1, progress), (std::vector<double>{7, 40000}));
  GreyVolume floats({3, 2, 1}, PixelType::kFloat32);
  floats.data<float>()[1] = 16777216;
  floats.data<float>()[5] = 7;
  EXPECT_EQ(labels_of(floats, 1, progress), (std::vector<double>{7, 16777216}));
  std::vector<std::uint8_t> materials(6);
  LabelMaterials(floats, {16777216, 7}).open()->read(0, materials.data());
  EXPECT_EQ(materials, (std::vector<std::uint8_t>{0, 1, 0, 0, 0, 2}));
  LabelMaterials(shorts, {40000}).open()->read(0, materials.data());
  EXPECT_EQ(materials, (std::vector<std::uint8_t>{0, 1, 0, 0, 0, 0}));
}

std::string refusal(const std::function<void()>& body) {
  try {
    body();
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "";
}

TEST(LabelMaterials, SayWhatIsWrong) {
  NoProgress progress;
  GreyVolume floats({300, 2, 1}, PixelType::kFloat32);
  EXPECT_EQ(refusal([&] { labels_of(floats, 1, progress); }),
            "the image has no label: all its voxels are 0");
  floats.data<float>()[7] = 0.5F;
  EXPECT_EQ(refusal([&] { labels_of(floats, 1, progress); }),
            "the image has the value 0.5, which is no label; labels are whole numbers from 0 to "
            "16777216; of a grey image give a threshold (threshold=T)");
  floats.data<float>()[7] = std::nanf("");
  EXPECT_NE(refusal([&] { labels_of(floats, 1, progress); }), "");
  for (int i = 0; i < 300; ++i) floats.data<float>()[i] = static_cast<float>(i + 1);
  EXPECT_EQ(refusal([&] { labels_of(floats, 1, progress); }),
            "the image has 300 labels; 64 are the most where materials= does not name them, 255 "
            "where it does: name those that count, such as materials=1:water,2:bone_cortical, or "
            "give a threshold (threshold=T)");
  EXPECT_EQ(refusal([&] { LabelMaterials(floats, {}); }),
            "a radiograph is of 1 to 255 materials, not of 0");
  EXPECT_EQ(refusal([&] { LabelMaterials(floats, {3, 3}); }), "label 3 has two materials");
  EXPECT_NE(refusal([&] { LabelMaterials(floats, {-1}); }), "");
}

TEST(BeamGeometry, TurnsExactlyByQuarters) {
  for (int quarter = -9; quarter < 9; ++quarter) {
    const Turn turn = turn_by(90 * quarter);
    EXPECT_EQ(std::abs(turn.sine) + std::abs(turn.cosine), 1);
    EXPECT_EQ(turn.cosine, std::round(std::cos(quarter * 1.5707963267948966)));
    EXPECT_EQ(turn.sine, std::round(std::sin(quarter * 1.5707963267948966)));
  }
  for (double degrees = -800; degrees < 800; degrees += 0.37) {
    const long double radians = static_cast<long double>(degrees) * 3.14159265358979323846L / 180;
    EXPECT_NEAR(turn_by(degrees).sine, static_cast<double>(sinl(radians)), 3e-16) << degrees;
    EXPECT_NEAR(turn_by(degrees).cosine, static_cast<double>(cosl(radians)), 3e-16) << degrees;
  }
}

}  // namespace
}  // namespace bitvox::rays
