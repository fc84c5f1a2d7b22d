// SPDX-License-Identifier: BSD-2-Clause
#include "ops/radiograph/radiograph.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "core/error.hpp"
#include "test_volumes.hpp"

namespace bitvox::radiograph {
namespace {

using test::CollectSlices;

// Ten slices of label 1, then ten of label 2; a voxel is 0.5 x 1 x 2.
GreyVolume layers() {
  GreyVolume volume({30, 12, 20}, PixelType::kUint8);
  for (std::int64_t i = 0; i < volume.shape().voxel_count(); ++i) {
    volume.data<std::uint8_t>()[i] = i / 360 < 10 ? 1 : 2;
  }
  return volume;
}

// Pixels of voxels' size, all of it in view.
Options parallel_along_y() {
  Options options;
  options.detector.beam = rays::BeamKind::kParallel;
  options.detector.columns = 30;
  options.detector.rows = 20;
  options.detector.pixel_width = 0.5;
  options.detector.pixel_height = 2;
  options.spacing = {0.5, 1, 2};
  return options;
}

Photons one_energy(std::vector<double> coefficients) {
  Photons photons;
  photons.photons = {1};
  photons.response = {1};
  photons.attenuation = std::move(coefficients);
  return photons;
}

TEST(Radiograph, LengthsAndWhatArrives) {
  const GreyVolume volume = layers();
  NoProgress progress;
  CollectSlices lengths, transmission, attenuation;
  const Photons photons = one_energy({0.1, 0.25});
  const rays::LabelMaterials materials(volume, {2, 1});
  const Result result = project(materials, &photons, parallel_along_y(),
                                {&lengths, &transmission, &attenuation}, progress);
  EXPECT_EQ(lengths.slices(), 2);
  EXPECT_EQ(lengths.shape(), (Shape{30, 20, 1}));
  for (std::int64_t r = 0; r < 20; ++r) {
    for (std::int64_t c = 0; c < 30; ++c) {
      EXPECT_EQ(lengths.at(c, r, 0, 0), r < 10 ? 0 : 12);
      EXPECT_EQ(lengths.at(c, r, 0, 1), r < 10 ? 12 : 0);
      const float depth = r < 10 ? 3.0F : 1.2F;
      EXPECT_FLOAT_EQ(attenuation.at(c, r, 0), depth);
      EXPECT_NEAR(transmission.at(c, r, 0), std::exp(-depth), 1e-7);
    }
  }
  EXPECT_EQ(result.voxels, (std::vector<std::int64_t>{3600, 3600}));
  EXPECT_EQ(result.longest, (std::vector<double>{12, 12}));
  EXPECT_EQ(result.projected, (std::vector<double>{3600, 3600}));  // a voxel's volume is 1
  EXPECT_EQ(result.rays, 600);
  EXPECT_EQ(result.through, 600);
  EXPECT_EQ(result.dark, 0);
  EXPECT_FLOAT_EQ(static_cast<float>(result.most), 3);
  EXPECT_NEAR(result.least, std::exp(-3.0), 1e-7);
}

// More angles than are computed at once.
TEST(Radiograph, SeriesAreTheirAngles) {
  const BitVolume volume = test::balls({40, 30, 20}, 6, 20, 3);
  const rays::ForegroundMaterial foreground(volume);
  const Photons photons = one_energy({0.03});
  NoProgress progress;
  for (const rays::BeamKind beam : {rays::BeamKind::kCone, rays::BeamKind::kParallel}) {
    Options options;
    options.detector.beam = beam;
    options.detector.columns = 40;
    options.detector.rows = 20;
    options.detector.pixel_width = options.detector.pixel_height = 2.5;
    options.angles = 70;
    options.range = 180;
    CollectSlices lengths, attenuation;
    project(foreground, &photons, options, {&lengths, nullptr, &attenuation}, progress);
    EXPECT_EQ(attenuation.slices(), 70);
    for (const int angle : {0, 1, 63, 64, 69}) {
      Options one = options;
      one.detector.angle = angle_of(options, angle);
      one.angles = 1;
      CollectSlices single_lengths, single;
      project(foreground, &photons, one, {&single_lengths, nullptr, &single}, progress);
      for (std::int64_t i = 0; i < 800; ++i) {
        ASSERT_EQ(lengths.at(i % 40, i / 40, angle), single_lengths.at(i % 40, i / 40, 0)) << i;
        ASSERT_EQ(attenuation.at(i % 40, i / 40, angle), single.at(i % 40, i / 40, 0)) << i;
      }
    }
  }
}

TEST(Radiograph, ARowIsThatOfAllRows) {
  const BitVolume volume = test::balls({40, 30, 20}, 6, 20, 3);
  const rays::ForegroundMaterial foreground(volume);
  NoProgress progress;
  Options options;
  options.detector.columns = 40;
  options.detector.rows = 20;
  options.detector.pixel_width = options.detector.pixel_height = 2.5;
  options.angles = 5;
  CollectSlices all, row;
  project(foreground, nullptr, options, {&all, nullptr, nullptr}, progress);
  options.row = 12;
  const Result result = project(foreground, nullptr, options, {&row, nullptr, nullptr}, progress);
  EXPECT_EQ(result.rays, 200);
  EXPECT_EQ(row.shape(), (Shape{40, 1, 5}));
  for (std::int64_t i = 0; i < 200; ++i) {
    ASSERT_EQ(row.at(i % 40, 0, i / 40), all.at(i % 40, 11, i / 40)) << i;
  }
}

TEST(Radiograph, NoiseIsOfItsSeedAndScatters) {
  const GreyVolume volume = layers();
  const rays::LabelMaterials materials(volume, {1, 2});
  const Photons photons = one_energy({0.05, 0.05});
  NoProgress progress;
  Options options = parallel_along_y();
  options.noise = 1000;
  std::vector<std::vector<float>> images;
  for (const int seed : {1, 1, 2}) {
    options.seed = seed;
    CollectSlices transmission;
    project(materials, &photons, options, {nullptr, &transmission, nullptr}, progress);
    images.push_back(transmission.values());
  }
  EXPECT_EQ(images[0], images[1]);
  EXPECT_NE(images[0], images[2]);
  double sum = 0, squares = 0;
  for (const float value : images[0]) {
    sum += value;
    squares += static_cast<double>(value) * value;
  }
  const double mean = sum / 600, expected = std::exp(-0.6);
  EXPECT_NEAR(mean, expected, 5 * std::sqrt(expected / 1000 / 600));
  EXPECT_NEAR((squares / 600 - mean * mean) / (expected / 1000), 1, 0.3);  // variance
}

// ---- On every backend
// ----------------------------------------------------------------------------

// Blocks of labels 0 to `most`.
GreyVolume blocks(const Shape& shape, std::int64_t side, int most) {
  GreyVolume volume(shape, PixelType::kUint8);
  auto* voxel = volume.data<std::uint8_t>();
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      for (std::int64_t x = 0; x < shape.width; ++x) {
        test::Random random(static_cast<std::uint64_t>((x / side) * 7919 + (y / side) * 104729 +
                                                       (z / side) * 1299709));
        *voxel++ = static_cast<std::uint8_t>(random.below(most + 1));
      }
    }
  }
  return volume;
}

Photons some_energies(int materials, int energies, bool build_up) {
  Photons photons;
  for (int k = 0; k < energies; ++k) {
    photons.photons.push_back(1 + k % 3);
    photons.response.push_back(20 + k);
    for (int m = 0; m < materials; ++m) {
      photons.attenuation.push_back(0.002 * (1 + m % 7) * (1 + 0.3 * k));
    }
    if (!build_up) continue;
    photons.build_up_a.push_back(0.5 + 0.01 * k);
    photons.build_up_b.push_back(0.02);
  }
  return photons;
}

// Whatever comes out, as bits.
test::Bits everything(const GreyVolume& volume, int materials, const Photons& photons,
                      const Options& options) {
  std::vector<double> labels;
  for (int m = 1; m <= materials; ++m) labels.push_back(m);
  const rays::LabelMaterials source(volume, labels);
  CollectSlices lengths, transmission, attenuation;
  NoProgress progress;
  const Result result =
      project(source, &photons, options, {&lengths, &transmission, &attenuation}, progress);
  EXPECT_EQ(result.run.backend, options.backend);
  test::Bits bits;
  bits.add(lengths.volume).add(transmission.volume).add(attenuation.volume);
  bits.add(result.voxels).add(result.longest).add(result.projected).add(result.through);
  return bits.add(result.dark).add(result.least).add(result.most);
}

void expect_same_everywhere(const GreyVolume& volume, int materials, const Photons& photons,
                            Options options) {
  options.backend = "scalar";
  const test::Bits expected = everything(volume, materials, photons, options);
  for (const std::string& backend : test::available_backends()) {
    options.backend = backend;
    EXPECT_EQ(everything(volume, materials, photons, options), expected)
        << backend << ", materials " << materials << ", axis "
        << static_cast<int>(options.detector.axis) << ", beam "
        << static_cast<int>(options.detector.beam) << ", noise " << options.noise;
  }
}

// Bricks of one material, cells of many, and columns; sums in registers and in shared memory.
void expect_same_everywhere_with(std::initializer_list<int> numbers_of_materials) {
  for (const int materials : numbers_of_materials) {
    for (const std::int64_t side : {1, 11}) {
      const GreyVolume volume = blocks({45, 38, 70}, side, materials);
      for (const rays::BeamKind beam : {rays::BeamKind::kCone, rays::BeamKind::kParallel}) {
        for (const rays::Axis axis : {rays::Axis::kX, rays::Axis::kY, rays::Axis::kZ}) {
          Options options;
          options.detector.beam = beam;
          options.detector.axis = axis;
          options.detector.source_object = 90;
          options.detector.source_detector = 200;
          options.detector.columns = 43;
          options.detector.rows = 37;
          options.detector.pixel_width = 2.3;
          options.detector.pixel_height = beam == rays::BeamKind::kCone ? 3 : 2.6;
          options.spacing = {0.7, 1.3, 1.1};
          options.angles = 3;
          options.detector.angle = axis == rays::Axis::kY ? 0 : 17;
          options.row = axis == rays::Axis::kX ? 20 : 0;
          const bool noisy = axis == rays::Axis::kZ;
          options.noise = noisy ? 300 : 0;
          expect_same_everywhere(volume, materials, some_energies(materials, noisy ? 3 : 40, true),
                                 options);
          if (materials < 40) {
            expect_same_everywhere(volume, materials, some_energies(materials, 1, false), options);
          }
        }
      }
    }
  }
}

TEST(Radiograph, TheSameOnEveryBackend) { expect_same_everywhere_with({3, 255}); }

TEST(RadiographThorough, TheSameOnEveryBackend) { expect_same_everywhere_with({1, 9, 40}); }

// More slices than are walked together.
TEST(Radiograph, TallVolumesAreTheSameOnEveryBackend) {
  for (const int materials : {1, 2, 3}) {
    const GreyVolume volume = blocks({11, 9, 1100}, 2, materials);
    Options options;
    options.detector.beam = rays::BeamKind::kParallel;
    options.detector.columns = 13;
    options.detector.rows = 1000;
    options.detector.pixel_height = 1.3;
    options.detector.offset_rows = 90;
    options.angles = 2;
    options.detector.angle = 17;
    expect_same_everywhere(volume, materials, some_energies(materials, 1, false), options);
  }
}

// The source among the voxels, rays along planes, and nothing in view.
TEST(Radiograph, OddViewsAreTheSameOnEveryBackend) {
  const GreyVolume volume = blocks({32, 24, 40}, 5, 2);
  const Photons photons = some_energies(2, 5, false);
  Options options;
  options.detector.columns = 24;
  options.detector.rows = 40;
  for (const rays::BeamKind beam : {rays::BeamKind::kCone, rays::BeamKind::kParallel}) {
    options.detector.beam = beam;
    for (const double to_object : {0.0, 4.0, 12.0}) {
      options.detector.source_object = to_object;
      options.detector.source_detector = 50;
      for (const double offset : {0.0, 0.5, 1000.0}) {
        options.detector.offset_rows = offset;
        options.angles = 4;
        expect_same_everywhere(volume, 2, photons, options);
      }
    }
  }
}

std::string refusal(const std::function<void()>& body) {
  try {
    body();
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "";
}

TEST(Radiograph, SaysWhatIsWrong) {
  const GreyVolume volume = layers();
  const rays::LabelMaterials materials(volume, {1, 2});
  NoProgress progress;
  CollectSlices image;
  Options options = parallel_along_y();
  EXPECT_EQ(refusal([&] {
              project(materials, nullptr, options, {nullptr, &image}, progress);
            }),
            "what arrives of a beam needs its photons and what materials do to them");
  const Photons one = one_energy({1});
  EXPECT_EQ(refusal([&] {
              project(materials, &one, options, {nullptr, &image}, progress);
            }),
            "the number of materials is 2, the photons have coefficients of 1");
  options.row = 21;
  EXPECT_EQ(refusal([&] { project(materials, nullptr, options, {}, progress); }),
            "row is 21; the detector has 20 rows");
  options.row = 0;
  options.angles = 0;
  EXPECT_NE(refusal([&] { project(materials, nullptr, options, {}, progress); }), "");
}

}  // namespace
}  // namespace bitvox::radiograph
