// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "collect_slices.hpp"
#include "colour_models.hpp"
#include "grey_test_volumes.hpp"
#include "ops/classify_colours/classify_colours.hpp"

// Movies, and all that Classify Colours makes of them.
namespace bitvox::classify_colours {

// Patches of few colours that go to the right by one pixel a frame, with noise; the highest bytes
// of words are anything. As a mosaic, bytes of the same sort.
inline GreyVolume random_movie(const Shape& shape, PixelType type, std::uint64_t seed,
                               double noise = 0.08) {
  GreyVolume movie(shape, type);
  test::Random random(seed);
  std::int64_t i = 0;
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      for (std::int64_t x = 0; x < shape.width; ++x, ++i) {
        const auto patch = static_cast<std::uint64_t>((x + 1000 - z) / 9 * 7919 + y / 7 * 104729);
        std::uint64_t value = test::Random(patch + seed).next();
        if (random.chance(noise)) value = random.next();
        if (type == PixelType::kUint8) {
          movie.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(value);
        } else {
          movie.data<std::uint32_t>()[i] = static_cast<std::uint32_t>(value);
        }
      }
    }
  }
  return movie;
}

inline colour::Model three_classes() {
  return colour::random_model(colour::Space::kRgb, colour::Covariance::kFull, 3, 2, 4);
}

struct Made {
  Result result;
  test::CollectSlices classes{PixelType::kUint8};
  test::CollectSlices probabilities{PixelType::kFloat32};
  test::CollectSlices labels{PixelType::kFloat32};
};

inline Made make(const GreyVolume& movie, const colour::Model& model, const GreyVolume* background,
                 const Options& options) {
  Made made;
  NoProgress quiet;
  made.result = classify(movie, model, background, options,
                         {&made.classes, &made.probabilities, &made.labels}, quiet);
  return made;
}

}  // namespace bitvox::classify_colours
