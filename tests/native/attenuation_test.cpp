// SPDX-License-Identifier: BSD-2-Clause
// What arrives behind materials, against the definition in long double.
#include "rays/attenuation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "core/backends/dispatch.hpp"
#include "refusal.hpp"

namespace bitvox::rays {
namespace {

struct Images {
  std::vector<float> transmission, attenuation;
  std::int64_t dark = 0;
};

Images images_of(const PhotonBeam& beam, const std::vector<float>& lengths,
                 InstructionSet set = best_cpu(), int threads = 1,
                 const std::optional<PhotonNoise>& noise = {}, std::int64_t image = 0) {
  const std::size_t pixels = lengths.size() / static_cast<std::size_t>(beam.materials());
  Images images{std::vector<float>(pixels), std::vector<float>(pixels)};
  NoProgress progress;
  images.dark = attenuate(set, beam, noise, lengths, image,
                          {images.transmission, images.attenuation}, threads, progress)
                    .dark;
  return images;
}

// The sum itself: one pixel after the other, one energy after the other.
long double expected_transmission(const PhotonBeam& beam, const std::vector<float>& lengths,
                                  std::size_t pixel) {
  const auto materials = static_cast<std::size_t>(beam.materials());
  const std::size_t pixels = lengths.size() / materials;
  long double arrives = 0, all = 0;
  for (std::size_t k = 0; k < beam.photons.size(); ++k) {
    long double depth = 0;
    for (std::size_t m = 0; m < materials; ++m) {
      depth += static_cast<long double>(beam.attenuation[k * materials + m]) *
               lengths[m * pixels + pixel];
    }
    long double build_up = 1;
    if (!beam.build_up_a.empty()) {
      build_up += beam.build_up_a[k] * depth * std::exp(beam.build_up_b[k] * depth);
    }
    const long double signal = static_cast<long double>(beam.photons[k]) * beam.response[k];
    arrives += signal * build_up * std::exp(-depth);
    all += signal;
  }
  return arrives / all;
}

void expect_images(const PhotonBeam& beam, const std::vector<float>& lengths,
                   const Images& images) {
  for (std::size_t x = 0; x < images.attenuation.size(); ++x) {
    const long double arrives = expected_transmission(beam, lengths, x);
    const auto attenuation = static_cast<double>(-std::log(arrives));
    const auto transmission = static_cast<double>(arrives);
    ASSERT_NEAR(images.attenuation[x], attenuation, 1e-6 + 5e-7 * std::abs(attenuation)) << x;
    ASSERT_NEAR(images.transmission[x], transmission, transmission * 2e-6 + 1e-44) << x;
  }
}

// Coefficients that fall with the energy by their own power in each material.
PhotonBeam tube(std::int64_t energies, std::int64_t materials) {
  PhotonBeam beam;
  for (std::int64_t k = 0; k < energies; ++k) {
    const double energy = 20 + 100.0 * static_cast<double>(k) / static_cast<double>(energies);
    beam.photons.push_back((120 - energy) / energy * 1e4);
    beam.response.push_back(energy);
    for (std::int64_t m = 0; m < materials; ++m) {
      const double power = 0.5 + 2.5 * static_cast<double>(m) / static_cast<double>(materials);
      beam.attenuation.push_back(0.02 + 0.3 * std::pow(energy / 40, -power));
    }
  }
  return beam;
}

std::vector<float> random_lengths(std::int64_t pixels, std::int64_t materials, float most) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> length(0, most);
  std::vector<float> lengths(static_cast<std::size_t>(pixels * materials));
  for (float& one : lengths) one = random() % 5 == 0 ? 0 : length(random);
  return lengths;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

TEST(AttenuationTest, IsTheSumOverEnergies) {
  for (const std::int64_t materials : {1, 2, 3, 4, 5, 9})
    for (const std::int64_t energies : {1, 2, 16, 17, 50})
      for (const float most : {0.01F, 10.0F, 200.0F}) {
        SCOPED_TRACE(testing::Message() << materials << " " << energies << " " << most);
        const PhotonBeam beam = tube(energies, materials);
        const std::vector<float> lengths = random_lengths(301, materials, most);
        expect_images(beam, lengths, images_of(beam, lengths));
      }
}

TEST(AttenuationTest, OfOneEnergyIsTheOpticalDepth) {
  const PhotonBeam beam{{3}, {60}, {0.2059, 1.5}, {}, {}};
  // Material after material, of three pixels.
  const std::vector<float> lengths{0.0F, 1.25F, 800.0F, 0.0F, 1e-8F, 70.0F};
  const Images images = images_of(beam, lengths);
  EXPECT_EQ(images.attenuation[0], 0.0F);
  EXPECT_EQ(images.transmission[0], 1.0F);
  EXPECT_FLOAT_EQ(images.attenuation[1], static_cast<float>(0.2059 * 1.25 + 1.5e-8));
  EXPECT_FLOAT_EQ(images.attenuation[2], static_cast<float>(0.2059 * 800 + 105));  // exp(-270)
  EXPECT_EQ(images.transmission[2], 0.0F);
}

TEST(AttenuationTest, NothingInTheWayIsNothingExactly) {
  for (const std::int64_t energies : {1, 3, 50, 333}) {
    const Images images = images_of(tube(energies, 3), std::vector<float>(3 * 40));
    for (const float value : images.attenuation) ASSERT_EQ(value, 0.0F);
    for (const float value : images.transmission) ASSERT_EQ(value, 1.0F);
  }
}

TEST(AttenuationTest, LengthsThatAreNoneCountAsNone) {
  const float none = std::numeric_limits<float>::quiet_NaN();
  const Images images = images_of(tube(5, 1), {none, -3.0F, -0.0F});
  EXPECT_EQ(images.attenuation, std::vector<float>(3, 0.0F));
}

// Thick steps let through the hard part of a beam: the attenuation grows ever slower, from the mean
// coefficient of all that the detector sees to that of the hardest energy.
TEST(AttenuationTest, AStepWedgeHardensTheBeam) {
  const PhotonBeam beam = tube(50, 1);
  std::vector<float> wedge;
  for (int step = 0; step <= 60; ++step) wedge.push_back(static_cast<float>(step) * 2.0F);
  const Images images = images_of(beam, wedge);
  expect_images(beam, wedge, images);
  double mean = 0, all = 0;
  for (std::size_t k = 0; k < 50; ++k) {
    mean += beam.photons[k] * beam.response[k] * beam.attenuation[k];
    all += beam.photons[k] * beam.response[k];
  }
  mean /= all;
  EXPECT_NEAR(images_of(beam, {0.001F}).attenuation[0] / 0.001, mean, 1e-3 * mean);
  float before = 1e9F;
  for (std::size_t step = 1; step < wedge.size(); ++step) {
    const float rise = images.attenuation[step] - images.attenuation[step - 1];
    EXPECT_LT(rise, before) << step;
    EXPECT_GT(rise, 2 * beam.attenuation.back()) << step;
    before = rise;
  }
}

TEST(AttenuationTest, CountingAndAddingUpEnergiesDiffer) {
  PhotonBeam beam = tube(20, 1);
  const std::vector<float> thick{5.0F};
  const float by_energy = images_of(beam, thick).attenuation[0];
  beam.response.assign(20, 1.0);
  const Images counted = images_of(beam, thick);
  expect_images(beam, thick, counted);
  EXPECT_GT(counted.attenuation[0], 1.02F * by_energy);  // soft photons count as much as hard ones
}

TEST(AttenuationTest, BuildsUpAsBergerSays) {
  for (const double b : {-0.05, 0.0, 0.09}) {
    SCOPED_TRACE(b);
    PhotonBeam beam = tube(40, 3);
    for (int k = 0; k < 40; ++k) {
      beam.build_up_a.push_back(0.5 + 0.02 * k);
      beam.build_up_b.push_back(b);
    }
    const std::vector<float> lengths = random_lengths(203, 3, 60);
    expect_images(beam, lengths, images_of(beam, lengths));
  }
  // One energy, by hand: x = 2, B = 1 + 1.2 * 2 exp(0.1).
  const PhotonBeam one{{1}, {1}, {0.5}, {1.2}, {0.05}};
  EXPECT_NEAR(images_of(one, {4.0F}).transmission[0],
              (1 + 1.2 * 2 * std::exp(0.1)) * std::exp(-2.0), 1e-6);
}

TEST(AttenuationTest, ThicknessesThatLetNothingThroughStayFinite) {
  PhotonBeam beam = tube(2, 2);
  beam.attenuation = {1, 30, 30, 1};  // each energy is stopped by one of them
  const Images images = images_of(beam, {500.0F, 500.0F});
  EXPECT_EQ(images.transmission[0], 0.0F);
  EXPECT_GT(images.attenuation[0], 1000.0F);
  EXPECT_TRUE(std::isfinite(images.attenuation[0]));
}

TEST(AttenuationTest, IsTheSameForAllInstructionsAndThreads) {
  for (const std::int64_t materials : {1, 4, 7})
    for (const bool builds_up : {false, true}) {
      PhotonBeam beam = tube(37, materials);
      if (builds_up) beam.build_up_a.assign(37, 1.1), beam.build_up_b.assign(37, 0.03);
      const std::vector<float> lengths = random_lengths(3001, materials, 40);
      const Images scalar = images_of(beam, lengths, InstructionSet::kScalar);
      for (const Backend& backend : backends()) {
        if (!backend.available || !backend.instructions) continue;
        const Images other = images_of(beam, lengths, *backend.instructions, 3);
        EXPECT_TRUE(same_bits(scalar.transmission, other.transmission)) << backend.name;
        EXPECT_TRUE(same_bits(scalar.attenuation, other.attenuation)) << backend.name;
      }
    }
}

TEST(AttenuationTest, NoiseIsTheSameForAllInstructionsAndThreads) {
  const PhotonBeam beam = tube(9, 2);
  const std::vector<float> lengths = random_lengths(3001, 2, 20);
  const PhotonNoise noise{300, 5};
  const Images one = images_of(beam, lengths, InstructionSet::kScalar, 1, noise);
  for (const Backend& backend : backends()) {
    if (!backend.available || !backend.instructions) continue;
    const Images other = images_of(beam, lengths, *backend.instructions, 4, noise);
    EXPECT_TRUE(same_bits(one.transmission, other.transmission)) << backend.name;
    EXPECT_TRUE(same_bits(one.attenuation, other.attenuation)) << backend.name;
    EXPECT_EQ(one.dark, other.dark);
  }
  const Images next = images_of(beam, lengths, best_cpu(), 1, noise, 1);
  EXPECT_FALSE(same_bits(one.transmission, next.transmission));
  const Images seeded = images_of(beam, lengths, best_cpu(), 1, PhotonNoise{300, 6});
  EXPECT_FALSE(same_bits(one.transmission, seeded.transmission));
}

// Mean and variance of many pixels of one length.
void expect_moments(const PhotonBeam& beam, double photons) {
  constexpr int kPixels = 40000;
  const std::vector<float> lengths(kPixels, 3.0F);
  const Images images = images_of(beam, lengths, best_cpu(), 2, PhotonNoise{photons, 11});
  double photons_of_beam = 0, signal_of_beam = 0;
  for (std::size_t k = 0; k < beam.photons.size(); ++k) {
    photons_of_beam += beam.photons[k];
    signal_of_beam += beam.photons[k] * beam.response[k];
  }
  // In units of the beam's signal: each energy's number has its mean as variance.
  double mean = 0, variance = 0;
  for (std::size_t k = 0; k < beam.photons.size(); ++k) {
    const double arrives =
        beam.photons[k] / photons_of_beam * photons * std::exp(-beam.attenuation[k] * 3);
    const double one = beam.response[k] / (signal_of_beam / photons_of_beam * photons);
    mean += arrives * one;
    variance += arrives * one * one;
  }
  double sum = 0, squares = 0;
  for (const float value : images.transmission) sum += value;
  const double found = sum / kPixels;
  for (const float value : images.transmission) squares += (value - found) * (value - found);
  EXPECT_NEAR(found, mean, 4 * std::sqrt(variance / kPixels));
  EXPECT_NEAR(squares / kPixels, variance, 0.05 * variance);
}

TEST(AttenuationTest, NoiseHasTheMeanAndVarianceOfPhotons) {
  PhotonBeam beam = tube(12, 1);
  for (const double photons : {20.0, 2000.0}) expect_moments(beam, photons);
  beam.response.assign(12, 1.0);
  for (const double photons : {20.0, 2000.0}) expect_moments(beam, photons);
}

TEST(AttenuationTest, DarkPixelsAreCounted) {
  const PhotonBeam beam{{1}, {1}, {1}, {}, {}};
  const Images images = images_of(beam, {0.0F, 50.0F, 60.0F}, best_cpu(), 1, PhotonNoise{1000, 1});
  EXPECT_EQ(images.dark, 2);
  EXPECT_EQ(images.transmission[2], 0.0F);
  EXPECT_FLOAT_EQ(images.attenuation[2], std::log(1000.0F));
}

TEST(AttenuationTest, WrongBeamsAreRefused) {
  const auto says = [](const PhotonBeam& beam) { return test::refusal([&] { check(beam); }); };
  EXPECT_EQ(says({}), "a beam has 1 to 10000 energies, not 0");
  EXPECT_EQ(says({{1, 2}, {1}, {1, 1}, {}, {}}), "there are 2 energies, but 1 responses");
  EXPECT_EQ(
      says({{1, 2}, {1, 1}, {1, 1, 1}, {}, {}}),
      "3 attenuation coefficients are not those of 2 energies in each of 1 to 1000 materials");
  EXPECT_EQ(says({{1}, {1}, {-1}, {}, {}}),
            "the attenuation coefficients must be numbers from 0; one is -1.000000");
  EXPECT_EQ(says({{1}, {1}, {std::nan("")}, {}, {}}),
            "the attenuation coefficients must be numbers from 0; one is nan");
  EXPECT_EQ(says({{1}, {1}, {1}, {1}, {1}}),
            "the build-up factors b must be above -1 and below 1; one is 1.000000");
  EXPECT_EQ(says({{1, 0}, {0, 1}, {1, 1}, {}, {}}),
            "no energy of the beam has both photons and a response");
  EXPECT_EQ(says({{1}, {1}, {1}, {}, {}}), "accepted");
  EXPECT_EQ(test::refusal([] {
              images_of({{1}, {1}, {1}, {}, {}}, {1}, best_cpu(), 1, PhotonNoise{0, 1});
            }),
            "photons per pixel must be above 0 and at most 1e12, not 0.000000");
}

}  // namespace
}  // namespace bitvox::rays
