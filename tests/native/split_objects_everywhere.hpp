// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "collect_slices.hpp"
#include "ops/split_objects/split_objects.hpp"
#include "test_volumes.hpp"

namespace bitvox::split_objects {

struct Split {
  Result result;
  std::vector<std::uint32_t> labels;
};

inline Split split_by(const std::string& backend, const BitVolume& volume, const Options& options,
                      const Images& images = {}) {
  Options with_integers = options;
  with_integers.backend = backend;
  with_integers.pixels = label::Pixels::kInteger;
  test::CollectSlices slices(volume.shape(), PixelType::kInt32);
  NoProgress progress;
  Split split{
      split_objects::split(volume, images, with_integers, {&slices, nullptr, true}, progress), {}};
  EXPECT_EQ(split.result.run.backend, backend);
  const auto* const labels = slices.volume.data<std::int32_t>();
  split.labels.assign(labels, labels + volume.shape().voxel_count());
  return split;
}

// By the first of the backends, and tests that the others and fewer threads do the same.
inline Split split_everywhere(const BitVolume& volume, const Options& options,
                              const Images& images = {}) {
  Split first;
  bool is_first = true;
  for (const std::string& backend : test::available_backends()) {
    for (const int threads : {1, 3}) {
      Options with_threads = options;
      with_threads.threads = threads;
      Split split = split_by(backend, volume, with_threads, images);
      if (is_first) {
        first = std::move(split);
        is_first = false;
      } else {
        EXPECT_EQ(split.labels, first.labels);
        EXPECT_EQ(split.result.objects.surface, first.result.objects.surface);
      }
    }
  }
  return first;
}

inline GreyVolume grey_image(const Shape& shape, PixelType type, int levels, test::Random& random) {
  GreyVolume image(shape, type);
  with_pixel_type(type, [&](auto pixel) {
    auto* const to = image.data<decltype(pixel)>();
    for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
      to[i] = static_cast<decltype(pixel)>(random.below(levels));
    }
  });
  return image;
}

}  // namespace bitvox::split_objects
