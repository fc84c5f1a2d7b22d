// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "collect_slices.hpp"
#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "label_reference.hpp"
#include "ops/label/components.hpp"
#include "test_volumes.hpp"

// What operations on bits ask of components.
namespace bitvox::label {
namespace {

using test::flood_labels;
using test::obvious_objects;

BitVolume where_label(const std::vector<std::uint32_t>& labels, const Shape& s,
                      const std::vector<std::uint8_t>& kept) {
  std::size_t i = 0;
  return test::make_volume(s, [&](auto, auto, auto) {
    const std::uint32_t label = labels[i++];
    return label != 0 && kept[label - 1] != 0;
  });
}

TEST(Components, AreJoinedToFacesMarkersAndSizes) {
  const Shape shape{130, 30, 12};
  const BitVolume volume = test::random_volume(shape, 0.25, 12);
  const BitVolume marker = test::random_volume(shape, 0.01, 13);
  const auto same = [&](const BitVolume& a, const BitVolume& b) {
    return std::equal(a.words(), a.words() + shape.word_count(), b.words());
  };
  for (const Connectivity connectivity : {Connectivity::kFaces, Connectivity::kAll}) {
    const auto labels = flood_labels(volume, connectivity, Extent::kVolume);
    const Objects objects = obvious_objects(labels, shape);
    std::vector<std::uint8_t> touching, clear, large, marked(objects.voxels.size());
    std::vector<std::uint8_t> largest(objects.voxels.size());
    for (std::size_t i = 0; i < objects.voxels.size(); ++i) {
      touching.push_back((objects.faces[i] & (kLowX | kHighZ)) != 0 ? 1 : 0);
      clear.push_back((objects.faces[i] & kAllFaces) == 0 ? 1 : 0);
      large.push_back(objects.voxels[i] >= 6 ? 1 : 0);
    }
    largest[static_cast<std::size_t>(
        std::max_element(objects.voxels.begin(), objects.voxels.end()) - objects.voxels.begin())] =
        1;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto voxel = static_cast<std::int64_t>(i);
      if (labels[i] != 0 &&
          test::voxel(marker, voxel % shape.width, voxel / shape.width % shape.height,
                      voxel / shape.width / shape.height)) {
        marked[labels[i] - 1] = 1;
      }
    }
    for (const std::string& backend : test::available_backends()) {
      const JoinOptions options{connectivity, Extent::kVolume, backend, 2};
      RunReport run;
      NoProgress progress;
      EXPECT_TRUE(same(joined_to_faces(volume, kLowX | kHighZ, options, run, progress),
                       where_label(labels, shape, touching)));
      EXPECT_EQ(run.backend, backend);
      EXPECT_TRUE(same(clear_of_faces(volume, kAllFaces, options, run, progress),
                       where_label(labels, shape, clear)));
      EXPECT_TRUE(same(joined_to_marker(volume, marker, options, run, progress),
                       where_label(labels, shape, marked)));
      EXPECT_TRUE(same(components_of_size(volume, 6, options, run, progress),
                       where_label(labels, shape, large)));
      EXPECT_TRUE(same(largest_component(volume, options, run, progress),
                       where_label(labels, shape, largest)));
      EXPECT_THROW(joined_to_marker(volume, BitVolume({130, 30, 11}), options, run, progress),
                   InvalidInput);
    }
  }
  NoProgress progress;
  EXPECT_TRUE(
      same(complement(volume, 2, progress), test::make_volume(shape, [&](auto x, auto y, auto z) {
             return !test::voxel(volume, x, y, z);
           })));
}

// Blocks give what the whole volume gives, before and after changes of labels.
TEST(Components, AreTheSameInBlocks) {
  struct Found {
    explicit Found(const Shape& s) : bits(s), labels(s, PixelType::kInt32) {}
    std::vector<std::int64_t> sizes;
    std::vector<std::uint8_t> faces, marked;
    std::vector<std::uint32_t> of_runs;
    BitVolume bits;
    test::CollectSlices labels;
  };
  const auto ask = [](Components& components, const BitVolume& marker) {
    NoProgress progress;
    Found found(marker.shape());
    found.sizes = components.sizes(progress);
    found.faces = components.faces(progress);
    found.marked = components.marked(marker, progress);
    found.of_runs = components.labels_of_runs(progress);
    components.write(found.bits, progress);
    components.write(PixelType::kInt32, found.labels, progress);
    return found;
  };
  const auto expect_same = [](const Found& a, const Found& b, const std::string& what) {
    const Shape& s = a.bits.shape();
    EXPECT_EQ(a.sizes, b.sizes) << what;
    EXPECT_EQ(a.faces, b.faces) << what;
    EXPECT_EQ(a.marked, b.marked) << what;
    EXPECT_EQ(a.of_runs, b.of_runs) << what;
    EXPECT_TRUE(std::equal(a.bits.words(), a.bits.words() + s.word_count(), b.bits.words()));
    const auto* const labels = a.labels.volume.data<std::uint32_t>();
    EXPECT_TRUE(std::equal(labels, labels + s.voxel_count(), b.labels.volume.data<std::uint32_t>()))
        << what;
  };
  NoProgress progress;
  std::uint64_t seed = 200;
  for (const Shape& shape : {Shape{1, 1, 9}, Shape{70, 9, 11}})
    for (const double density : {0.05, 0.3, 1.0})
      for (const Connectivity connectivity : {Connectivity::kFaces, Connectivity::kAll})
        for (const Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
          const BitVolume volume = test::random_volume(shape, density, ++seed);
          const BitVolume marker = test::random_volume(shape, 0.02, ++seed);
          for (const std::string& backend : test::available_backends())
            for (const Index& block : {Index{0, 0, 4}, Index{40, 5, 6}}) {
              const auto find = [&](const Index& sides) {
                const Job job{volume, connectivity, extent, 2, sides};
                const auto instructions = choose_backend(backend).instructions;
#ifdef BITVOX_WITH_CUDA
                if (!instructions) return components_cuda(job, progress);
#endif
                return components_cpu(*instructions, job, progress);
              };
              const std::string what = size_text(shape) + ", density " + std::to_string(density) +
                                       ", blocks of " + std::to_string(block[0]) + " x " +
                                       std::to_string(block[1]) + " x " + std::to_string(block[2]) +
                                       ", " + backend;
              const auto whole = find({});
              const auto blocks = find(block);
              ASSERT_EQ(whole->count(), blocks->count()) << what;
              expect_same(ask(*whole, marker), ask(*blocks, marker), what);
              std::vector<std::uint32_t> labels(static_cast<std::size_t>(whole->count()));
              std::vector<std::uint8_t> stay(labels.size(), 1);
              for (std::size_t i = 0; i < labels.size(); ++i) {
                labels[i] = static_cast<std::uint32_t>(i % 3 == 0 ? 0 : i / 3 + 1);
                stay[i] = i % 2 == 0 ? 1 : 0;
              }
              for (Components* components : {whole.get(), blocks.get()}) {
                components->relabel(labels, progress);
                components->keep(stay, progress);
              }
              expect_same(ask(*whole, marker), ask(*blocks, marker), what + ", relabelled");
            }
        }
}

}  // namespace
}  // namespace bitvox::label
