// SPDX-License-Identifier: BSD-2-Clause
// Labels, movies and densities of frames that are made here.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "agents_frames.hpp"
#include "asked_progress.hpp"
#include "collect_slices.hpp"
#include "failing_sink.hpp"
#include "ops/agents/agent_camera.hpp"
#include "ops/agents/agent_pictures.hpp"
#include "refusal.hpp"

namespace bitvox::agents {
namespace {

using bitvox::test::CollectSlices;
using bitvox::test::refusal;

// Where frames are, and how large agents.
struct Scene {
  Shape shape;
  Spacing spacing;
  double radius;

  Place box() const {
    return {static_cast<double>(shape.width) * spacing.x,
            static_cast<double>(shape.height) * spacing.y,
            shape.depth == 1 ? 0 : static_cast<double>(shape.depth) * spacing.z};
  }
  Options options(std::int64_t frames, int threads = 1) const {
    Options options;
    options.spacing = spacing;
    options.radius = radius;
    options.steps = frames - 1;
    options.threads = threads;
    return options;
  }
};

Arena arena_of(const Shape& shape) {
  Arena arena;
  arena.shape = shape;
  return arena;
}

// The id of the agent that covers a pixel, by looking at all.
std::int64_t id_at(const Scene& scene, const Frame& frame, std::int64_t x, std::int64_t y,
                   std::int64_t z) {
  for (std::size_t i = 0; i < frame.ids.size(); ++i) {
    const double dx = (static_cast<double>(x) + 0.5) * scene.spacing.x - frame.places[i][0];
    const double dy = (static_cast<double>(y) + 0.5) * scene.spacing.y - frame.places[i][1];
    const double dz = (static_cast<double>(z) + 0.5) * scene.spacing.z - frame.places[i][2];
    const double depth = scene.shape.depth == 1 ? 0 : dz;
    if (dx * dx + (dy * dy + depth * depth) <= scene.radius * scene.radius) return frame.ids[i];
  }
  return 0;
}

std::vector<float> ids_of_all_pixels(const Scene& scene, const Frame& frame) {
  std::vector<float> ids;
  for (std::int64_t z = 0; z < scene.shape.depth; ++z) {
    for (std::int64_t y = 0; y < scene.shape.height; ++y) {
      for (std::int64_t x = 0; x < scene.shape.width; ++x) {
        ids.push_back(static_cast<float>(id_at(scene, frame, x, y, z)));
      }
    }
  }
  return ids;
}

const std::vector<Scene> kScenes = {
    {{97, 61, 1}, {1, 1, 1}, 4.2},
    {{40, 300, 1}, {0.5, 0.7, 3}, 2},
    {{33, 30, 21}, {1, 1, 2}, 4},
    {{64, 9, 5}, {0.3, 0.2, 0.11}, 0.25},
    {{20, 20, 1}, {1, 1, 1}, 0.3},
    {{1, 1, 1}, {1, 1, 1}, 0.5},
    {{15, 17, 12}, {1e-6, 1e-6, 1e-6}, 2e-5},
};

TEST(AgentPicturesTest, LabelsAndDensityAreThoseOfEveryPixel) {
  for (const Scene& scene : kScenes) {
    std::vector<SampleAgents> frames;
    for (unsigned f = 0; f < 3; ++f) frames.emplace_back(scene.box(), scene.radius, 200, f);
    std::vector<float> labels;
    std::vector<float> density(static_cast<std::size_t>(scene.shape.voxel_count()));
    for (const SampleAgents& agents : frames) {
      const std::vector<float> ids = ids_of_all_pixels(scene, agents.frame());
      labels.insert(labels.end(), ids.begin(), ids.end());
      for (std::size_t i = 0; i < ids.size(); ++i) density[i] += ids[i] > 0 ? 1.0F : 0.0F;
    }
    for (float& value : density) value = static_cast<float>(static_cast<double>(value) / 3);
    for (const int threads : {1, 2, 5}) {
      for (const double divide : {0.0, 100.0}) {
        Options options = scene.options(3, threads);
        options.divide = divide;
        const Arena arena = arena_of(scene.shape);
        const Shape all{scene.shape.width, scene.shape.height, 3 * scene.shape.depth};
        EXPECT_EQ(labels_are_floats(arena, options), divide > 0);
        CollectSlices found(all, divide > 0 ? PixelType::kFloat32 : PixelType::kUint16);
        CollectSlices covered(scene.shape, PixelType::kFloat32);
        NoProgress quiet;
        Pictures pictures(arena, options, {}, {&found, nullptr, &covered}, quiet);
        for (std::size_t f = 0; f < 3; ++f) {
          pictures.take(frames[f].frame(static_cast<std::int64_t>(f)));
        }
        pictures.finish();
        EXPECT_EQ(found.values(), labels) << size_text(scene.shape);
        EXPECT_EQ(covered.values(), density) << size_text(scene.shape);
      }
    }
  }
}

TEST(AgentPicturesTest, APixelAtTheRadiusIsCovered) {
  const Scene scene{{9, 9, 1}, {1, 1, 1}, 2};
  const SampleAgents agents({Place{4.5, 4.5, 0.5}});
  CollectSlices labels({9, 9, 1}, PixelType::kUint16);
  NoProgress quiet;
  Pictures(arena_of(scene.shape), scene.options(1), {}, {&labels}, quiet).take(agents.frame());
  int covered = 0;
  for (const float id : labels.values()) covered += id == 1 ? 1 : 0;
  EXPECT_EQ(covered, 13);
  EXPECT_EQ(labels.at(2, 4, 0), 1);
  EXPECT_EQ(labels.at(4, 6, 0), 1);
  EXPECT_EQ(labels.at(1, 4, 0), 0);
}

// The movie of one frame.
std::vector<float> film(const Scene& scene, const Frame& frame, const MovieOptions& movie,
                        int threads = 1, std::int64_t seed = 1) {
  CollectSlices sink({scene.shape.width, scene.shape.height, scene.shape.depth},
                     PixelType::kUint16);
  Options options = scene.options(1, threads);
  options.seed = seed;
  NoProgress quiet;
  Pictures(arena_of(scene.shape), options, movie, {nullptr, &sink}, quiet).take(frame);
  return sink.values();
}

struct Moments {
  double count = 0, mean = 0, variance = 0;
};

Moments moments_of(const std::vector<float>& values) {
  Moments moments{static_cast<double>(values.size())};
  for (const float value : values) moments.mean += static_cast<double>(value) / moments.count;
  for (const float value : values) {
    const double off = static_cast<double>(value) - moments.mean;
    moments.variance += off * off / moments.count;
  }
  return moments;
}

TEST(AgentPicturesTest, MovieHasTheMeanAndVarianceOfItsNoise) {
  const Scene scene{{400, 400, 1}, {1, 1, 1}, 100};
  const SampleAgents agents({Place{200, 200, 0.5}});
  for (const MovieOptions& movie :
       {MovieOptions{}, MovieOptions{50, 3, 0, 0}, MovieOptions{1000, 0, 0, 5.5}}) {
    const std::vector<float> pixels = film(scene, agents.frame(), movie);
    const std::vector<float> ids = ids_of_all_pixels(scene, agents.frame());
    for (const bool is_inside : {false, true}) {
      std::vector<float> values;
      for (std::size_t i = 0; i < ids.size(); ++i) {
        if ((ids[i] > 0) == is_inside) values.push_back(pixels[i]);
      }
      const Moments found = moments_of(values);
      const double mean = movie.background + (is_inside ? movie.photons : 0);
      const double noise = movie.read_noise * movie.read_noise;
      // Rounding adds a twelfth, to whole numbers nothing.
      const double variance = mean + noise + (noise > 0 ? 1 / 12.0 : 0);
      EXPECT_NEAR(found.mean, kOffset + mean, 4.5 * std::sqrt(variance / found.count));
      EXPECT_NEAR(found.variance, variance,
                  4.5 * std::sqrt((mean + 2 * variance * variance) / found.count));
    }
  }
}

// What a pixel of a blurred movie has on average, by a sum over all pixels.
double blurred_mean(const Scene& scene, const std::vector<float>& ids, const MovieOptions& movie,
                    std::int64_t x, std::int64_t y, std::int64_t z) {
  const auto weight = [&](std::int64_t d, double side) {
    const double sigma = movie.blur / side;
    double sum = 0;
    const auto reach = static_cast<std::int64_t>(std::ceil(4 * sigma));
    for (std::int64_t i = -reach; i <= reach; ++i) {
      sum += std::exp(-0.5 * static_cast<double>(i * i) / (sigma * sigma));
    }
    return std::abs(d) > reach
               ? 0
               : std::exp(-0.5 * static_cast<double>(d * d) / (sigma * sigma)) / sum;
  };
  double light = 0;
  for (std::int64_t c = 0; c < scene.shape.depth; ++c) {
    const double of_z = scene.shape.depth == 1 ? 1 : weight(c - z, scene.spacing.z);
    for (std::int64_t b = 0; b < scene.shape.height; ++b) {
      const double of_y = of_z * weight(b - y, scene.spacing.y);
      for (std::int64_t a = 0; a < scene.shape.width && of_y > 0; ++a) {
        const std::int64_t i = (c * scene.shape.height + b) * scene.shape.width + a;
        if (ids[static_cast<std::size_t>(i)] > 0) light += of_y * weight(a - x, scene.spacing.x);
      }
    }
  }
  return movie.background + movie.photons * light;
}

TEST(AgentPicturesTest, BlurredMovieHasTheMeanOfTheSum) {
  const std::vector<Scene> scenes = {{{40, 31, 1}, {1, 1.5, 9}, 5}, {{18, 16, 9}, {1, 1, 2}, 4}};
  const MovieOptions movie{20000, 5, 1.7, 0};
  for (const Scene& scene : scenes) {
    const SampleAgents agents(scene.box(), scene.radius, 100, 3);
    const std::vector<float> pixels = film(scene, agents.frame(), movie);
    const std::vector<float> ids = ids_of_all_pixels(scene, agents.frame());
    double chi = 0;
    std::size_t i = 0;
    for (std::int64_t z = 0; z < scene.shape.depth; ++z) {
      for (std::int64_t y = 0; y < scene.shape.height; ++y) {
        for (std::int64_t x = 0; x < scene.shape.width; ++x, ++i) {
          const double mean = blurred_mean(scene, ids, movie, x, y, z);
          const double off = static_cast<double>(pixels[i]) - kOffset - mean;
          chi += off * off / mean;
        }
      }
    }
    const auto count = static_cast<double>(i);
    EXPECT_NEAR(chi, count, 5 * std::sqrt(2 * count));
  }
}

TEST(AgentPicturesTest, MoviesAreTheSameForAllThreadsAndDifferBySeed) {
  const Scene scene{{150, 90, 3}, {1, 1, 1}, 6};
  const SampleAgents agents(scene.box(), scene.radius, 100, 4);
  for (const double blur : {0.0, 2.0}) {
    const MovieOptions movie{200, 10, blur, 2};
    const std::vector<float> expected = film(scene, agents.frame(), movie);
    for (const int threads : {2, 7}) {
      EXPECT_EQ(film(scene, agents.frame(), movie, threads), expected);
    }
    EXPECT_NE(film(scene, agents.frame(), movie, 1, 2), expected);
  }
}

TEST(AgentPicturesTest, BrightPixelsAreCutOff) {
  const Scene scene{{20, 20, 1}, {1, 1, 1}, 50};
  const SampleAgents agents({Place{10, 10, 0.5}});
  for (const float value : film(scene, agents.frame(), {30000, 30000, 0, 1000})) {
    EXPECT_LE(value, 65535);
    EXPECT_GT(value, 50000);
  }
}

TEST(AgentPicturesTest, PhotonsHaveTheirChances) {
  for (const double mean : {0.01, 3.0, 10.0, 210.0, 60000.0}) {
    const PoissonTable table(mean);
    constexpr int kDraws = 200000;
    std::map<double, int> found;
    for (int i = 0; i < kDraws; ++i) {
      Random random(3, static_cast<std::uint64_t>(i));
      ++found[table.draw(random)];
    }
    // Chi squared of the numbers that 20 draws or more are to have, and of the rest.
    double chi = 0, rest = kDraws, found_rest = kDraws, bins = 0;
    const double reach = 6 * std::sqrt(mean) + 6;
    for (double k = std::max(0.0, std::floor(mean - reach)); k < mean + reach; ++k) {
      const double expected = kDraws * std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
      if (expected < 20) continue;
      chi += (found[k] - expected) * (found[k] - expected) / expected;
      rest -= expected, found_rest -= found[k], ++bins;
    }
    if (rest >= 20) chi += (found_rest - rest) * (found_rest - rest) / rest;
    EXPECT_NEAR(chi, bins, 5 * std::sqrt(2 * bins) + 5) << mean;
  }
  Random random(1);
  EXPECT_EQ(PoissonTable(0).draw(random), 0);
}

TEST(AgentPicturesTest, NormalNumbersHaveTheirMoments) {
  constexpr int kDraws = 400000;
  double sum = 0, squares = 0, cubes = 0, fourths = 0, within = 0;
  for (int i = 0; i < kDraws; ++i) {
    Random random(5, static_cast<std::uint64_t>(i));
    const double n = normal(random);
    sum += n, squares += n * n, cubes += n * n * n, fourths += n * n * n * n;
    within += std::abs(n) < 0.5 ? 1 : 0;
  }
  const double root = std::sqrt(kDraws);
  EXPECT_NEAR(sum / kDraws, 0, 4.5 / root);
  EXPECT_NEAR(squares / kDraws, 1, 4.5 * std::sqrt(2.0) / root);
  EXPECT_NEAR(cubes / kDraws, 0, 4.5 * std::sqrt(15.0) / root);
  EXPECT_NEAR(fourths / kDraws, 3, 4.5 * std::sqrt(96.0) / root);
  EXPECT_NEAR(within / kDraws, std::erf(0.5 / std::sqrt(2.0)), 4.5 * 0.5 / root);
}

TEST(AgentPicturesTest, WhatCannotBeShownIsSaid) {
  const Scene scene{{20, 20, 1}, {0.5, 0.25, 1}, 2};
  CollectSlices sink;
  NoProgress quiet;
  const Arena arena = arena_of(scene.shape);
  EXPECT_EQ(refusal([&] {
              Pictures(arena, scene.options(1), {200, 10, 10, 2}, {nullptr, &sink}, quiet);
            }),
            "blur=10 is 40 pixels along y; at most 31.75 are possible");
  Options many = scene.options(1);
  many.agents = 65536;
  EXPECT_TRUE(labels_are_floats(arena, many));
  many.agents = 65535;
  EXPECT_FALSE(labels_are_floats(arena, many));
  const std::vector<Place> starts(65536);
  Arena given = arena;
  given.starts = &starts;
  EXPECT_TRUE(labels_are_floats(given, many));

  many.divide = 5;
  Pictures pictures(arena, many, {}, {&sink}, quiet);
  SampleAgents agents({Place{1, 1, 0.5}});
  agents.ids[0] = 1 << 24;
  pictures.take(agents.frame());
  EXPECT_EQ(sink.at(2, 4, 0), 16777216);
  ++agents.ids[0];
  EXPECT_EQ(refusal([&] { pictures.take(agents.frame(1)); }),
            "an agent has the number 16777217, but labels can be 16777216 at most; take fewer "
            "agents, or no labels");
}

TEST(AgentPicturesTest, ErrorsOfSinksAndCancellingArePassedOn) {
  const Scene scene{{50, 50, 5}, {1, 1, 1}, 3};
  const SampleAgents agents(scene.box(), scene.radius, 50, 6);
  bitvox::test::FailingSink failing;
  NoProgress quiet;
  for (const PictureSinks& sinks :
       {PictureSinks{&failing}, {nullptr, &failing}, {nullptr, nullptr, &failing}}) {
    for (const double blur : {0.0, 1.0}) {
      Pictures pictures(arena_of(scene.shape), scene.options(1), {200, 10, blur, 2}, sinks, quiet);
      EXPECT_THROW(
          {
            pictures.take(agents.frame());
            pictures.finish();
          },
          std::runtime_error);
    }
  }
  CollectSlices sink(PixelType::kUint16);
  bitvox::test::AskedProgress stop(3);
  Pictures pictures(arena_of(scene.shape), scene.options(1), {}, {nullptr, &sink}, stop);
  EXPECT_THROW(pictures.take(agents.frame()), Cancelled);
}

}  // namespace
}  // namespace bitvox::agents
