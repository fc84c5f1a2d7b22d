// SPDX-License-Identifier: BSD-2-Clause
// The steps of the GPU's twin, on the CPU: items of a step one after the other in random orders, or
// on several threads, must make what the CPU's twin makes.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "collect_slices.hpp"
#include "core/threads/parallel.hpp"
#include "ops/label/components.hpp"
#include "ops/split_objects/split_objects_by_items.hpp"
#include "ops/split_objects/split_objects_splitter.hpp"
#include "test_volumes.hpp"

namespace bitvox::split_objects {
namespace {

using test::Random;

enum class Order { kForwards, kBackwards, kShuffled, kThreads };

// What split_objects_by_items.hpp asks for.
class AnyOrder {
 public:
  template <class U>
  using Array = std::unique_ptr<U[]>;

  AnyOrder(Order order, std::uint64_t seed) : order_(order), random_(seed) {}

  // What nobody writes is no number.
  template <class U>
  Array<U> array(std::int64_t count) {
    Array<U> made(new U[static_cast<std::size_t>(count)]);
    fill(made.get(), 0xa7, count);
    return made;
  }
  template <class U>
  void fill(U* array, unsigned char byte, std::int64_t count) {
    if (count > 0) std::memset(static_cast<void*>(array), byte, sizeof(U) * std::size_t(count));
  }
  template <class U>
  void put(U* to, const U* host, std::int64_t count) {
    std::copy_n(host, count, to);
  }
  template <class U>
  void fetch(U* host, const U* from, std::int64_t count) {
    std::copy_n(from, count, host);
  }

  void fetch(std::uint32_t* host, const std::uint32_t* from, std::int64_t count, Progress&) {
    fetch(host, from, count);
  }

  template <class Body>
  void each(std::int64_t count, const Body& body, Progress& progress) {
    progress.report(0, 1);
    in_order(count, body);
  }
  template <class Body>
  std::int64_t count(std::int64_t count, const Body& body, Progress&) {
    std::atomic<std::int64_t> all{0};
    in_order(count, [&](std::int64_t i) { all += body(i) ? 1 : 0; });
    return all;
  }

  template <class Flag>
  class Ranked {
   public:
    Ranked(AnyOrder& run, std::int64_t count, const Flag& flag)
        : run_(run), flag_(flag), before_(static_cast<std::size_t>(count) + 1) {
      for (std::size_t i = 0; i + 1 < before_.size(); ++i) {
        before_[i + 1] = before_[i] + flag(static_cast<std::int64_t>(i));
      }
    }
    std::int64_t total() const { return before_.back(); }
    template <class Use>
    void take(const Use& use) {
      run_.in_order(std::ssize(before_) - 1, [&](std::int64_t i) {
        use(i, flag_(i), before_[static_cast<std::size_t>(i)]);
      });
    }

   private:
    AnyOrder& run_;
    Flag flag_;
    std::vector<unsigned> before_;
  };
  template <class Flag>
  Ranked<Flag> ranked(std::int64_t count, const Flag& flag) {
    return {*this, count, flag};
  }

  template <class Body>
  void spread(const Body& body, const Layers& layers, std::int64_t most, Progress&) {
    std::uint32_t first = 0;
    for (std::uint64_t number = 0; layers.count(number) != 0; ++number) {
      const std::uint32_t next = first + layers.count(number);
      ASSERT_LE(next, most);
      in_order(layers.count(number),
               [&](std::int64_t i) { body(number, first, next, static_cast<std::uint32_t>(i)); });
      layers.count(number) = 0;
      first = next;
    }
  }

  static std::int64_t count_objects(const Ground& ground, Progress& progress) {
    const Options& options = ground.options;
    return label::components_cpu(
               best_cpu(), {ground.volume, options.connectivity, options.extent, 1, {}}, progress)
        ->count();
  }

  void write(const std::uint32_t* labels, const Shape& s, BitVolume& out, Progress&) {
    out = test::make_volume(
        s, [&](auto x, auto y, auto z) { return labels[(z * s.height + y) * s.width + x] != 0; });
  }
  void write(const std::uint32_t* labels, const Shape& s, PixelType type, SliceSink& out,
             Progress&) {
    ASSERT_EQ(type, PixelType::kInt32);
    out.begin({s, type});
    for (std::int64_t z = 0; z < s.depth; ++z) out.write_slice(z, labels + z * s.width * s.height);
  }

 private:
  template <class Body>
  void in_order(std::int64_t count, const Body& body) {
    if (order_ == Order::kThreads) {
      NoProgress quiet;
      constexpr std::int64_t kEach = 8;  // so that threads meet
      parallel_for((count + kEach - 1) / kEach, 4, quiet, [&](std::int64_t part) {
        for (std::int64_t i = part * kEach; i < std::min(count, (part + 1) * kEach); ++i) body(i);
      });
      return;
    }
    std::vector<std::int64_t> items(static_cast<std::size_t>(count));
    std::iota(items.begin(), items.end(), 0);
    if (order_ == Order::kBackwards) std::reverse(items.begin(), items.end());
    if (order_ == Order::kShuffled) {
      for (std::int64_t i = count - 1; i > 0; --i) {
        std::swap(items[static_cast<std::size_t>(i)],
                  items[static_cast<std::size_t>(random_.below(i + 1))]);
      }
    }
    for (const std::int64_t i : items) body(i);
  }

  Order order_;
  Random random_;
};

template <class T>
std::unique_ptr<Watershed> by_items(Order order, const Ground& ground, const AlignedArray<T>& from,
                                    const HeightNumbers& numbers) {
  const Shape& shape = ground.volume.shape();
  auto run = std::make_unique<AnyOrder>(order, 7);
  auto heights = run->array<T>(shape.voxel_count());
  std::copy_n(from.get(), shape.voxel_count(), heights.get());
  return std::make_unique<WatershedByItems<AnyOrder, T>>(
      std::move(run), ground, MadeHeights<AnyOrder::Array<T>>{std::move(heights), numbers});
}

std::unique_ptr<Watershed> make_by_items(Order order, const Ground& ground) {
  NoProgress quiet;
  const bool planar =
      ground.options.extent == Extent::kPerSlice || ground.volume.shape().depth == 1;
  const HeightJob job{best_cpu(), ground.options, 1, planar};
  if (ground.options.heights != Heights::kDistance) {
    return by_items(order, ground, grey_heights(job, *ground.grey, ground.volume, quiet), {});
  }
  if (const auto squares = squared_distances(job, ground.volume, quiet)) {
    return by_items(order, ground, squares, {true, distance_job(job, ground.volume).scale});
  }
  return by_items(order, ground, distances(job, ground.volume, quiet), {});
}

struct Found {
  Result result;
  GreyVolume labels;
  BitVolume binary;
};

Found all_of(const MakeWatershed& make, const BitVolume& volume, const Images& images,
             const Options& options) {
  test::CollectSlices slices(volume.shape(), PixelType::kInt32);
  BitVolume binary(volume.shape());
  NoProgress progress;
  Result result = split_by(make, volume, images, options, {&slices, &binary, true}, progress);
  return {std::move(result), std::move(slices.volume), std::move(binary)};
}

void expect_the_same(const BitVolume& volume, const Images& images, Options options) {
  options.pixels = label::Pixels::kInteger;
  const Found expected =
      all_of([](const Ground& ground,
                Progress& progress) { return watershed_cpu(best_cpu(), ground, progress); },
             volume, images, options);
  for (const Order order :
       {Order::kForwards, Order::kBackwards, Order::kShuffled, Order::kThreads}) {
    SCOPED_TRACE("order " + std::to_string(static_cast<int>(order)));
    const Found found =
        all_of([&](const Ground& ground, Progress&) { return make_by_items(order, ground); },
               volume, images, options);
    EXPECT_EQ(found.result.found, expected.result.found);
    EXPECT_EQ(found.result.peaks, expected.result.peaks);
    EXPECT_EQ(found.result.parts, expected.result.parts);
    EXPECT_EQ(found.result.markers, expected.result.markers);
    EXPECT_EQ(found.result.unmarked, expected.result.unmarked);
    EXPECT_EQ(found.result.line_voxels, expected.result.line_voxels);
    EXPECT_EQ(found.result.marker_of, expected.result.marker_of);
    EXPECT_EQ(found.result.objects.surface, expected.result.objects.surface);
    EXPECT_TRUE(std::equal(expected.binary.words(),
                           expected.binary.words() + volume.shape().word_count(),
                           found.binary.words()));
    const auto* const labels = expected.labels.data<std::int32_t>();
    EXPECT_TRUE(std::equal(labels, labels + volume.shape().voxel_count(),
                           found.labels.data<std::int32_t>()));
  }
}

Shape some_shape(Random& random, bool planar) {
  constexpr std::int64_t kWidths[] = {1, 5, 17, 33, 63, 64, 65, 127};
  return {kWidths[random.below(8)], 1 + random.below(13), planar ? 1 : 1 + random.below(9)};
}

TEST(SplitObjectsItems, OfDistancesInAnyOrder) {
  Random random(11);
  for (int i = 0; i < 30; ++i) {
    const Shape shape = some_shape(random, i % 4 == 3);
    const BitVolume volume = i % 2 == 0 ? test::balls(shape, 6, 9, random.next())
                                        : test::random_volume(shape, 0.85, random.next());
    Options options;
    options.connectivity = static_cast<label::Connectivity>(random.below(3));
    options.extent = i % 5 == 4 ? Extent::kPerSlice : Extent::kVolume;
    options.tolerance = 0.3 * static_cast<double>(i % 3);
    options.line = i % 2 == 1;
    if (i % 3 == 0) options.spacing = {1, 1.5, 0.7};
    SCOPED_TRACE("case " + std::to_string(i) + ", " + size_text(shape));
    expect_the_same(volume, {}, options);
  }
}

GreyVolume terraces(const Shape& shape, int levels, Random& random) {
  GreyVolume image(shape, PixelType::kUint8);
  std::uint8_t* const to = image.data<std::uint8_t>();
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    to[i] = static_cast<std::uint8_t>(random.below(levels));
  }
  return image;
}

TEST(SplitObjectsItems, OfPlateausAndGivenMarkersInAnyOrder) {
  Random random(12);
  for (int i = 0; i < 30; ++i) {
    const Shape shape = some_shape(random, i % 4 == 3);
    const BitVolume volume = test::random_volume(shape, i % 3 == 0 ? 1 : 0.8, random.next());
    const GreyVolume image = terraces(shape, 1 + i % 4, random);  // few: plateaus are large
    GreyVolume markers(shape, PixelType::kUint16);
    for (int k = 0; k < 9; ++k) {
      markers.data<std::uint16_t>()[random.below(shape.voxel_count())] =
          static_cast<std::uint16_t>(1 + random.below(4));
    }
    Options options;
    options.heights = i % 2 == 0 ? Heights::kBright : Heights::kDark;
    options.connectivity = static_cast<label::Connectivity>(random.below(3));
    options.tolerance = i % 3;
    options.line = i % 5 == 0;
    SCOPED_TRACE("case " + std::to_string(i) + ", " + size_text(shape));
    expect_the_same(volume, {&image, i % 2 == 0 ? &markers : nullptr, nullptr}, options);
  }
}

// A corridor that winds through the volume, level but for its end: as many layers as voxels.
TEST(SplitObjectsItems, OfALongWayAcrossAPlateau) {
  const Shape shape{41, 21, 3};
  const BitVolume volume = test::make_volume(shape, [](auto x, auto y, auto z) {
    return z == 1 && (y % 2 == 0 || x == (y % 4 == 1 ? 40 : 0));
  });
  GreyVolume image(shape, PixelType::kUint8);
  image.data<std::uint8_t>()[41 * 21] = 1;
  Options options;
  options.heights = Heights::kBright;
  options.connectivity = label::Connectivity::kFaces;
  expect_the_same(volume, {&image, nullptr, nullptr}, options);
}

// What is in the table does not depend on who comes first; a full one says so.
TEST(SplitObjectsItems, TableOfPassesKeepsTheHighest) {
  Random random(13);
  std::vector<Pass> all;
  for (int i = 0; i < 4000; ++i) {
    const auto low = static_cast<std::uint32_t>(1 + random.below(20));
    const auto high = low + 1 + static_cast<std::uint32_t>(random.below(20));
    all.push_back({low, high, static_cast<std::uint32_t>(1 + random.below(1000))});
  }
  const auto in_table = [&](std::uint64_t places, std::uint32_t& full) {
    std::vector<std::uint64_t> pairs(places);
    std::vector<std::uint32_t> heights(places);
    std::uint32_t count = 0;
    full = 0;
    const PassTable table{pairs.data(), heights.data(), places, &count, &full};
    NoProgress quiet;
    parallel_for(std::ssize(all), 4, quiet, [&](std::int64_t i) {
      const Pass& pass = all[static_cast<std::size_t>(i)];
      table.add(pass.low, pass.high, pass.height);
    });
    std::vector<Pass> found;
    for (std::uint64_t place = 0; place < places; ++place) {
      if (table.is_taken(place)) found.push_back(table.pass(place));
    }
    EXPECT_EQ(std::size(found), count);
    keep_highest(found, quiet);
    return found;
  };
  std::vector<Pass> expected = all;
  NoProgress quiet;
  keep_highest(expected, quiet);
  std::uint32_t full = 0;
  for (const std::uint64_t places : {1024U, 4096U}) {
    const std::vector<Pass> found = in_table(places, full);
    ASSERT_EQ(full, 0U);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].low, expected[i].low);
      EXPECT_EQ(found[i].high, expected[i].high);
      EXPECT_EQ(found[i].height, expected[i].height);
    }
  }
  in_table(256, full);
  EXPECT_NE(full, 0U);
}

}  // namespace
}  // namespace bitvox::split_objects
