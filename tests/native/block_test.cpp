// SPDX-License-Identifier: BSD-2-Clause
// Blocks, what they see of their inputs, and their runner, by an operation that sums boxes.
#include "core/blocks/block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/blocks/block_views.hpp"
#include "core/blocks/plan_blocks.hpp"
#include "core/blocks/run_blocks.hpp"
#include "core/blocks/write_core.hpp"
#include "core/error.hpp"
#include "test_volumes.hpp"

namespace bitvox {
namespace {

bool bit_at(const BitVolume& volume, std::int64_t x, std::int64_t y, std::int64_t z) {
  const Shape& s = volume.shape();
  return (volume.words()[(z * s.height + y) * s.words_per_row() + x / 64] >> (x % 64) & 1) != 0;
}

std::vector<std::uint64_t> all_words(const VolumeSource& source) {
  std::vector<std::uint64_t> words(static_cast<std::size_t>(source.shape().word_count()));
  source.open()->read_slices(0, source.shape().depth, words.data());
  return words;
}

template <class Visit>
void for_voxels(const Shape& shape, const Visit& visit) {
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      for (std::int64_t x = 0; x < shape.width; ++x) visit(x, y, z);
    }
  }
}

bool bit_of(const std::vector<std::uint64_t>& words, const Shape& s, std::int64_t x, std::int64_t y,
            std::int64_t z) {
  const std::int64_t at = (z * s.height + y) * s.words_per_row() + x / 64;
  return (words[static_cast<std::size_t>(at)] >> (x % 64) & 1) != 0;
}

constexpr Shape kShape{150, 11, 9};
const std::vector<Box> kBoxes = {{{0, 0, 0}, {150, 11, 9}}, {{0, 0, 2}, {150, 11, 5}},
                                 {{1, 2, 3}, {150, 9, 4}},  {{63, 0, 0}, {128, 11, 9}},
                                 {{64, 5, 1}, {65, 6, 9}},  {{127, 3, 0}, {149, 11, 2}}};

TEST(Block, ReadsWhatIsWithinReachAndInTheVolume) {
  const Block block = block_at({10, 10, 10}, {{0, 4, 8}, {5, 6, 10}}, {{3, 1, 2}, {2, 4, 9}});
  EXPECT_EQ(block.read, (Box{{0, 3, 6}, {7, 10, 10}}));
  EXPECT_EQ(block.core_in_read(), (Box{{0, 1, 2}, {5, 3, 4}}));
  EXPECT_TRUE(block.low_is_real(0));
  EXPECT_FALSE(block.low_is_real(1));
  EXPECT_FALSE(block.high_is_real(0));
  EXPECT_TRUE(block.high_is_real(1));
  EXPECT_TRUE(block.high_is_real(2));
  const Index far{Reach::kEverything, Reach::kEverything, Reach::kEverything};
  EXPECT_EQ(block_at({10, 10, 10}, block.core, {far, far}).read, box_of({10, 10, 10}));
}

TEST(Block, CoresFillTheVolumeInOrder) {
  const std::vector<Block> blocks = cut_blocks({10, 7, 5}, {4, 7, 2}, {{1, 0, 3}, {0, 2, 1}});
  ASSERT_EQ(blocks.size(), 9u);
  std::vector<int> times(10 * 7 * 5);
  for (const Block& block : blocks) {
    for_voxels(block.core.shape(), [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      const std::int64_t at =
          ((block.core.begin[2] + z) * 7 + block.core.begin[1] + y) * 10 + block.core.begin[0] + x;
      ++times[static_cast<std::size_t>(at)];
    });
  }
  EXPECT_EQ(std::count(times.begin(), times.end(), 1), 350);
  EXPECT_EQ(blocks[1].core.begin, (Index{4, 0, 0}));
  EXPECT_EQ(blocks[3].core.begin, (Index{0, 0, 2}));
}

TEST(BoxSource, HasTheBitsOfTheBox) {
  const BitVolume volume = test::random_volume(kShape, 0.5, 7);
  for (const Box& box : kBoxes) {
    const BoxSource source(volume, box);
    const Shape s = source.shape();
    const std::vector<std::uint64_t> words = all_words(source);
    BitVolume expected(s);
    for_voxels(s, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      if (bit_at(volume, box.begin[0] + x, box.begin[1] + y, box.begin[2] + z)) {
        expected.words()[(z * s.height + y) * s.words_per_row() + x / 64] |= std::uint64_t{1}
                                                                             << (x % 64);
      }
    });
    EXPECT_TRUE(std::equal(words.begin(), words.end(), expected.words()));
  }
}

TEST(WriteCore, PutsCoresTogether) {
  const BitVolume volume = test::random_volume(kShape, 0.5, 11);
  for (const Index& sides :
       {Index{150, 11, 4}, Index{150, 3, 9}, Index{63, 11, 9}, Index{64, 5, 2}, Index{7, 2, 5}}) {
    BitVolume whole(kShape);
    std::fill_n(whole.words(), kShape.word_count(), ~std::uint64_t{0});
    for (const Block& block : cut_blocks(kShape, sides, {{3, 1, 0}, {70, 2, 1}})) {
      make_core(block, whole, 1, [&](BitVolume& part) {
        BoxSource(volume, block.read).open()->read_slices(0, part.shape().depth, part.words());
      });
    }
    EXPECT_TRUE(std::equal(whole.words(), whole.words() + kShape.word_count(), volume.words()));
  }
}

TEST(WriteCore, LetsSlicesThatAreAllCoreBeMadeInTheirPlace) {
  const BitVolume volume = test::random_volume(kShape, 0.5, 12);
  BitVolume whole(kShape);
  const auto make_all = [&](const Index& sides) {
    int in_place = 0;
    std::fill_n(whole.words(), kShape.word_count(), ~std::uint64_t{0});
    for (const Block& block : cut_blocks(kShape, sides, {{Reach::kEverything, 3, 0}, {}})) {
      make_core_words(block, whole, 1, [&](std::uint64_t* words) {
        BoxSource(volume, block.read).open()->read_slices(0, block.read.shape().depth, words);
        in_place += words == whole.slice(block.core.begin[2]) ? 1 : 0;
      });
    }
    EXPECT_TRUE(std::equal(whole.words(), whole.words() + kShape.word_count(), volume.words()));
    return in_place;
  };
  EXPECT_EQ(make_all({150, 11, 4}), 3);
  EXPECT_EQ(make_all({70, 11, 9}), 0);
}

TEST(CountedVoxels, AreTheCoreInTheMask) {
  const BitVolume mask = test::random_volume(kShape, 0.3, 8);
  for (const Box& core : kBoxes) {
    const Block block = block_at(kShape, core, {{5, 1, 2}, {70, 3, 0}});
    for (const BitVolume* in : {&mask, static_cast<const BitVolume*>(nullptr)}) {
      const CountedVoxels counted(block, in);
      const std::vector<std::uint64_t> words = all_words(counted);
      const Shape s = counted.shape();
      for_voxels(s, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
        const Index at{block.read.begin[0] + x, block.read.begin[1] + y, block.read.begin[2] + z};
        bool counts = in == nullptr || bit_at(mask, at[0], at[1], at[2]);
        for (std::size_t a = 0; a < 3; ++a) {
          counts = counts && at[a] >= core.begin[a] && at[a] < core.end[a];
        }
        ASSERT_EQ(bit_of(words, s, x, y, z), counts);
      });
    }
  }
}

TEST(Intersection, HasWhatBothHave) {
  const BitVolume a = test::random_volume(kShape, 0.5, 9);
  const BitVolume b = test::random_volume(kShape, 0.5, 10);
  const std::vector<std::uint64_t> words = all_words(Intersection(a, b));
  for (std::size_t i = 0; i < words.size(); ++i) EXPECT_EQ(words[i], a.words()[i] & b.words()[i]);
}

TEST(GreyBox, HasThePixelsOfTheBox) {
  GreyVolume volume(kShape, PixelType::kUint16);
  for (std::int64_t i = 0; i < kShape.voxel_count(); ++i) {
    volume.data<std::uint16_t>()[i] = static_cast<std::uint16_t>(i);
  }
  for (const Box& box : kBoxes) {
    const GreyBox source(volume, box);
    const Shape s = source.shape();
    std::vector<std::uint16_t> slice(static_cast<std::size_t>(s.width * s.height));
    for (std::int64_t z = 0; z < s.depth; ++z) {
      const std::int64_t half = s.width * s.height / 2;
      const auto reader = source.open();
      reader->read(z, 0, half, slice.data());
      reader->read(z, half, s.width * s.height - half, slice.data() + half);
      for_voxels({s.width, s.height, 1}, [&](std::int64_t x, std::int64_t y, std::int64_t) {
        const std::int64_t from =
            ((box.begin[2] + z) * kShape.height + box.begin[1] + y) * kShape.width + box.begin[0] +
            x;
        ASSERT_EQ(slice[static_cast<std::size_t>(y * s.width + x)],
                  static_cast<std::uint16_t>(from));
      });
    }
  }
}

// ---- Planning --------------------------------------------------------------------------------

constexpr MemoryUser kUser{"Test", "Crop the image."};

std::vector<Block> planned(const Index& requested, std::int64_t free) {
  const Reach reach{{0, 0, 8}, {0, 0, 8}};
  return plan_blocks({{10, 10, 100}, reach, requested}, kUser, {Memory::Kind::kHost, free},
                     [](const Block& block) { return block.read.shape().voxel_count(); });
}

TEST(PlanBlocks, TakesAsManySlicesAsMemoryAllows) {
  EXPECT_EQ(planned({}, 10000).size(), 1u);
  const std::vector<Block> blocks = planned({}, 5000);
  EXPECT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[1].core.shape().depth, 34);
  for (const Block& block : blocks) EXPECT_LE(block.read.shape().voxel_count(), 5000);
}

TEST(PlanBlocks, RefusesWhatWouldBeMostlyReach) {
  EXPECT_EQ(planned({}, 2000).front().core.shape().depth, 4);
  EXPECT_THROW(planned({}, 1999), HostOutOfMemory);
}

TEST(PlanBlocks, CutsAlongTheAxisThatIsSaid) {
  const Reach all{{Reach::kEverything, Reach::kEverything, Reach::kEverything},
                  {Reach::kEverything, Reach::kEverything, Reach::kEverything}};
  const auto planned_along = [&](std::size_t axis, std::int64_t most) {
    BlockRules rules{{100, 10, 10}, all};
    rules.axis = axis;
    rules.most = most;
    return plan_blocks(rules, kUser, {Memory::Kind::kHost, 2500},
                       [](const Block& block) { return block.core.shape().voxel_count(); });
  };
  const std::vector<Block> columns = planned_along(0, 100);
  EXPECT_EQ(columns.size(), 4u);
  EXPECT_EQ(columns.front().core.shape(), (Shape{25, 10, 10}));
  EXPECT_EQ(columns.front().read, box_of({100, 10, 10}));
  EXPECT_EQ(planned_along(0, 20).size(), 5u);
  EXPECT_EQ(planned_along(1, 100).front().core.shape(), (Shape{100, 2, 10}));
}

TEST(PlanBlocks, HeedsWhatIsAskedFor) {
  const std::vector<Block> blocks = planned({3, 0, 50}, 10000);
  EXPECT_EQ(blocks.size(), 8u);
  EXPECT_EQ(blocks.front().core.shape(), (Shape{3, 10, 50}));
  EXPECT_THROW(planned({3, 0, 50}, 100), HostOutOfMemory);
}

TEST(PlanBlocks, TakesNoMoreSlicesThanTheTwinTakes) {
  const auto planned_for = [](const Index& requested) {
    return plan_blocks({{10, 10, 100}, {}, requested, 30}, kUser, {Memory::Kind::kHost, 10000},
                       [](const Block& block) { return block.read.shape().voxel_count(); });
  };
  EXPECT_EQ(planned_for({}).size(), 4u);
  EXPECT_EQ(planned_for({5, 0, 0}).size(), 8u);
  EXPECT_EQ(planned_for({0, 0, 10}).size(), 10u);
}

// ---- The runner ------------------------------------------------------------------------------

// Of each voxel, how many foreground voxels there are in the cube around it; their sum.
struct BoxSums {
  struct Partial {
    std::int64_t sum = 0;
    void add(const Partial& other) { sum += other.sum; }
  };

  const BitVolume& in;
  std::int64_t radius;

  Reach reach() const { return {{radius, radius, radius}, {radius, radius, radius}}; }

  Partial compute(const Block& block, SliceSink* out, Progress& progress) const {
    const BoxSource box(in, block.read);
    const std::vector<std::uint64_t> words = all_words(box);
    const Shape s = box.shape();
    const Box core = block.core_in_read();
    Partial partial;
    for (std::int64_t z = core.begin[2]; z < core.end[2]; ++z) {
      progress.report(z - core.begin[2], core.end[2] - core.begin[2]);
      std::vector<std::uint16_t> slice(static_cast<std::size_t>(s.width * s.height));
      for_voxels({s.width, s.height, 1}, [&](std::int64_t x, std::int64_t y, std::int64_t) {
        std::uint16_t count = 0;
        for_voxels({2 * radius + 1, 2 * radius + 1, 2 * radius + 1},
                   [&](std::int64_t dx, std::int64_t dy, std::int64_t dz) {
                     const Index at{x + dx - radius, y + dy - radius, z + dz - radius};
                     const Index size = sides_of(s);
                     for (std::size_t a = 0; a < 3; ++a) {
                       if (at[a] < 0 || at[a] >= size[a]) return;
                     }
                     count = static_cast<std::uint16_t>(
                         count + (bit_of(words, s, at[0], at[1], at[2]) ? 1 : 0));
                   });
        slice[static_cast<std::size_t>(y * s.width + x)] = count;
        const bool in_core =
            x >= core.begin[0] && x < core.end[0] && y >= core.begin[1] && y < core.end[1];
        partial.sum += in_core ? count : 0;
      });
      if (out != nullptr) out->write_slice(z - core.begin[2], slice.data());
    }
    return partial;
  }
};

struct Kept final : SliceSink {
  std::vector<std::vector<std::uint16_t>> slices;
  std::int64_t slice_pixels;
  explicit Kept(const Shape& shape) : slice_pixels(shape.width * shape.height) {}
  void write_slice(std::int64_t z, const void* pixels) override {
    EXPECT_EQ(z, static_cast<std::int64_t>(slices.size()));
    const auto* const values = static_cast<const std::uint16_t*>(pixels);
    slices.emplace_back(values, values + slice_pixels);
  }
};

struct Rising final : Progress {
  double last = 0;
  std::int64_t reports = 0;
  std::int64_t stop_at = -1;
  void report(std::int64_t done, std::int64_t total) override {
    const double now = static_cast<double>(done) / static_cast<double>(total);
    EXPECT_GE(now, last);
    EXPECT_LE(now, 1);
    last = now;
    if (reports++ == stop_at) throw Cancelled();
  }
};

constexpr Shape kSmall{70, 9, 8};
const std::vector<Index> kGrids = {{70, 9, 8}, {70, 9, 3}, {70, 2, 8}, {20, 9, 8}, {33, 4, 5}};

TEST(RunBlocks, GivesTheWholeForEveryGrid) {
  const BitVolume volume = test::random_volume(kSmall, 0.4, 11);
  BoxSums twin{volume, 2};
  Kept whole(kSmall);
  CoreSink to_whole(whole, {kSmall, PixelType::kUint16});
  NoProgress quiet;
  const auto expected =
      run_blocks(cut_blocks(kSmall, sides_of(kSmall), twin.reach()), twin, &to_whole, quiet);
  for (const Index& grid : kGrids) {
    const std::vector<Block> blocks = cut_blocks(kSmall, grid, twin.reach());
    Kept kept(kSmall);
    CoreSink cores(kept, {kSmall, PixelType::kUint16});
    Rising progress;
    EXPECT_EQ(run_blocks(blocks, twin, &cores, progress).sum, expected.sum);
    EXPECT_EQ(kept.slices, whole.slices);
    EXPECT_EQ(run_blocks(blocks, twin, nullptr, quiet).sum, expected.sum);
  }
}

TEST(RunBlocks, NeedsAllOfItsReach) {
  const BitVolume volume = test::random_volume(kSmall, 0.4, 11);
  BoxSums twin{volume, 2};
  const Reach less{{1, 1, 1}, {1, 1, 1}};
  NoProgress quiet;
  EXPECT_NE(run_blocks(cut_blocks(kSmall, {20, 4, 3}, less), twin, nullptr, quiet).sum,
            run_blocks(cut_blocks(kSmall, {20, 4, 3}, twin.reach()), twin, nullptr, quiet).sum);
}

TEST(RunBlocks, StopsAtEveryReport) {
  const BitVolume volume = test::random_volume(kSmall, 0.4, 11);
  BoxSums twin{volume, 1};
  const std::vector<Block> blocks = cut_blocks(kSmall, {33, 9, 3}, twin.reach());
  Rising all;
  run_blocks(blocks, twin, nullptr, all);
  for (std::int64_t stop = 0; stop < all.reports; ++stop) {
    Kept kept(kSmall);
    CoreSink cores(kept, {kSmall, PixelType::kUint16});
    Rising progress;
    progress.stop_at = stop;
    EXPECT_THROW(run_blocks(blocks, twin, &cores, progress), Cancelled);
    EXPECT_EQ(progress.reports, stop + 1);
  }
}

}  // namespace
}  // namespace bitvox
