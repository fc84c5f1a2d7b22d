// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "colour/colour_table.hpp"
#include "colour/frame_classes.hpp"
#include "core/backends/dispatch.hpp"
#include "seen_frame.hpp"
#include "test_volumes.hpp"

namespace bitvox::colour {
namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr int kClasses = 3;

// Classes by a rule that has nothing to do with bricks; 5 is none.
std::uint8_t class_by_hand(std::uint32_t rgb) {
  const std::uint32_t red = rgb >> 16 & 255;
  const std::uint32_t blue = rgb & 255;
  if (red > 150) return 0;
  if (blue > 100) return 1;
  return (rgb >> 8 & 255) % 2 == 0 ? 2 : kRejected;
}

const Bytes& table() {
  static const Bytes made = [] {
    Bytes bytes(static_cast<std::size_t>(kTableBytes));
    for (std::uint32_t rgb = 0; rgb < kTableBytes; ++rgb) {
      bytes[table_index(rgb)] = class_by_hand(rgb);
    }
    return bytes;
  }();
  return made;
}

// A smooth field of colours with noise, so that objects have several pixels.
std::vector<std::uint32_t> random_frame(const Shape& shape, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<std::uint32_t> frame;
  for (std::int64_t y = 0; y < shape.height; ++y) {
    for (std::int64_t x = 0; x < shape.width; ++x) {
      const auto patch = static_cast<std::uint64_t>(x / 5 * 7919 + y / 4 * 104729) + seed;
      std::uint32_t rgb = static_cast<std::uint32_t>(test::Random(patch).next()) & 0xffffff;
      if (random.chance(0.1)) rgb = static_cast<std::uint32_t>(random.next()) & 0xffffff;
      frame.push_back(rgb);
    }
  }
  return frame;
}

// The same, and how probable they are: something.
const std::vector<std::uint16_t>& certain_table() {
  static const std::vector<std::uint16_t> made = [] {
    std::vector<std::uint16_t> pairs;
    for (const std::uint8_t cls : table()) {
      pairs.push_back(static_cast<std::uint16_t>(cls | (pairs.size() % 251) << 8));
    }
    pairs.push_back(0);  // is read
    return pairs;
  }();
  return made;
}

class Frames : public testing::TestWithParam<std::string> {
 protected:
  const frames::Rows& rows() const {
    return rows_for<frames::Rows>(*choose_backend(GetParam()).instructions);
  }

  RgbFrame split(const Shape& shape, const std::vector<std::uint32_t>& pixels) const {
    RgbFrame frame(shape);
    for (std::int64_t y = 0; y < shape.height; ++y) {
      rows().split(pixels.data() + y * shape.width, shape.width, frame.row(0, y), frame.row(1, y),
                   frame.row(2, y));
    }
    return frame;
  }
};

std::vector<std::string> cpu_backends() {
  std::vector<std::string> names;
  for (const Backend& backend : backends()) {
    if (backend.available && backend.instructions) names.push_back(backend.name);
  }
  return names;
}
INSTANTIATE_TEST_SUITE_P(All, Frames, testing::ValuesIn(cpu_backends()), test::backend_name);

const std::vector<Shape> kShapes{{1, 1, 1},  {2, 2, 1},    {63, 5, 1},  {64, 3, 1},
                                 {65, 8, 1}, {129, 20, 1}, {200, 33, 1}};

int difference(std::uint32_t a, std::uint32_t b) {
  int sum = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    sum += std::abs(static_cast<int>(a >> shift & 255) - static_cast<int>(b >> shift & 255));
  }
  return sum;
}

TEST_P(Frames, MovesWhereColoursDifferEnough) {
  for (const Shape& shape : kShapes) {
    const auto pixels = random_frame(shape, 1);
    const auto other = random_frame(shape, 2);
    const RgbFrame frame = split(shape, pixels);
    const RgbFrame background = split(shape, other);
    for (const int threshold : {0, 1, 60, 254, 255, 256, 700, 764, 765, 5000}) {
      std::vector<std::uint64_t> bits(static_cast<std::size_t>(shape.words_per_row()));
      for (std::int64_t y = 0; y < shape.height; ++y) {
        rows().moving(frame.row(y), background.row(y), shape.width, threshold, bits.data());
        for (std::int64_t x = 0; x < 64 * shape.words_per_row(); ++x) {
          const auto at = static_cast<std::size_t>(y * shape.width + x);
          const bool expected = x < shape.width && difference(pixels[at], other[at]) > threshold;
          ASSERT_EQ((bits[static_cast<std::size_t>(x / 64)] >> (x % 64) & 1) != 0, expected)
              << x << " " << threshold;
        }
      }
    }
  }
}

TEST_P(Frames, LookColoursUp) {
  for (const Shape& shape : kShapes) {
    const auto pixels = random_frame(shape, 4);
    const RgbFrame frame = split(shape, pixels);
    test::Random random(5);
    for (std::int64_t y = 0; y < shape.height; ++y) {
      std::vector<std::uint64_t> bits;
      for (std::int64_t i = 0; i < shape.words_per_row(); ++i) {
        bits.push_back(random.chance(0.3) ? 0 : random.next());
      }
      for (const std::uint64_t* const some : {static_cast<const std::uint64_t*>(nullptr),
                                              static_cast<const std::uint64_t*>(bits.data())}) {
        const std::int64_t words = shape.words_per_row();
        std::vector<std::uint64_t> classes(kClasses * bits.size(), 77);
        Bytes certain(64 * bits.size(), 77);
        rows().look_up(frame.row(y), some, certain_table().data(), shape.width,
                       {classes.data(), words, kClasses}, certain.data());
        for (std::int64_t x = 0; x < 64 * words; ++x) {
          const auto at = static_cast<std::size_t>(x);
          const bool is_set =
              x < shape.width && (some == nullptr || (bits[at / 64] >> (at % 64) & 1) != 0);
          const std::uint32_t rgb =
              is_set ? pixels[static_cast<std::size_t>(y * shape.width + x)] : 0;
          for (int cls = 0; cls < kClasses; ++cls) {
            const std::uint64_t word = classes[static_cast<std::size_t>(cls * words + x / 64)];
            ASSERT_EQ((word >> (x % 64) & 1) != 0, is_set && class_by_hand(rgb) == cls) << x;
          }
          if (!is_set || class_by_hand(rgb) == kRejected) continue;
          ASSERT_EQ(certain[at], table_index(rgb) % 251) << x;
        }
      }
    }
  }
}

TEST_P(Frames, SumsTheCertaintiesOfSetBits) {
  test::Random random(8);
  constexpr std::size_t kWords = 5;
  Bytes certain;
  for (std::size_t i = 0; i < 64 * kWords; ++i) {
    certain.push_back(random.chance(0.5) ? 255 : static_cast<std::uint8_t>(random.next()));
  }
  for (const double density : {0.0, 0.5, 1.0}) {
    std::vector<std::uint64_t> bits(kWords);
    for (std::size_t i = 0; i < certain.size(); ++i) {
      if (random.chance(density)) bits[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    for (const std::size_t first : {0U, 1U, 63U, 64U, 100U, 319U}) {
      for (const std::size_t end : {1U, 64U, 65U, 128U, 191U, 320U}) {
        frames::Sum expected{};
        for (std::size_t i = first; i < end; ++i) {
          if ((bits[i / 64] >> (i % 64) & 1) == 0) continue;
          ++expected.count;
          expected.certainty += certain[i];
        }
        if (first >= end) continue;
        const frames::Sum sum =
            rows().sum_of_set(bits.data(), certain.data(), static_cast<std::int64_t>(first),
                              static_cast<std::int64_t>(end));
        ASSERT_EQ(sum.count, expected.count) << first << " " << end;
        ASSERT_EQ(sum.certainty, expected.certainty) << first << " " << end;
      }
    }
  }
}

TEST_P(Frames, BackgroundsFollowTheFrames) {
  Bytes frame(64, 0);
  std::vector<std::uint16_t> state(64);
  for (std::size_t i = 0; i < 64; ++i) {
    frame[i] = static_cast<std::uint8_t>(4 * i);
    state[i] = static_cast<std::uint16_t>(256 * (255 - 4 * i));
  }
  for (const int shift : {1, 4, 7}) {
    std::vector<std::uint16_t> now = state;
    for (int step = 0; step < 3000; ++step) {
      std::vector<int> expected;
      for (std::size_t i = 0; i < 50; ++i) {
        const int gap = 256 * frame[i] - now[i];
        // Towards minus infinity, as a shift does.
        expected.push_back(
            now[i] + (gap >= 0 ? gap / (1 << shift) : -((-gap + (1 << shift) - 1) / (1 << shift))));
      }
      rows().follow(frame.data(), 50, shift, now.data());
      for (std::size_t i = 0; i < 50; ++i) ASSERT_EQ(now[i], expected[i]);
    }
    Bytes rounded(64);
    rows().round(now.data(), 50, rounded.data());
    for (std::size_t i = 0; i < 50; ++i) ASSERT_EQ(rounded[i], frame[i]) << shift;
  }
}

// All that a frame gives, pixel by pixel.
struct Expected {
  Bytes map;
  std::vector<std::tuple<int, PlaneObject, std::int64_t>> objects;  // class, object, own pixels
};

Expected by_hand(const Shape& shape, const std::vector<std::uint32_t>& pixels,
                 const std::vector<bool>& moves, const Cleaning& cleaning, std::int64_t min_area) {
  Expected expected;
  expected.map.assign(pixels.size(), 0);
  std::vector<std::uint64_t> scratch;
  for (int cls = 0; cls < kClasses; ++cls) {
    const auto own = [&](std::int64_t x, std::int64_t y) {
      const auto at = static_cast<std::size_t>(y * shape.width + x);
      return moves[at] && class_by_hand(pixels[at]) == cls;
    };
    const BitVolume raw = test::make_volume(
        shape, [&](std::int64_t x, std::int64_t y, std::int64_t) { return own(x, y); });
    BitVolume plane(shape);
    clean_plane(cleaning, shape, raw.words(), plane.words(), scratch);
    PlaneObjects found;
    found.find(shape, plane.words(), min_area);
    std::vector<std::int64_t> owned(found.objects().size());
    for (const PlaneObjects::Run& run : found.runs()) {
      for (std::int64_t x = run.first; x <= run.last; ++x) {
        std::uint8_t& to = expected.map[static_cast<std::size_t>(run.y * shape.width + x)];
        if (to == 0) to = static_cast<std::uint8_t>(cls + 1);
        owned[static_cast<std::size_t>(run.object)] += own(x, run.y) ? 1 : 0;
      }
    }
    for (std::size_t i = 0; i < owned.size(); ++i) {
      expected.objects.emplace_back(cls, found.objects()[i], owned[i]);
    }
  }
  return expected;
}

TEST_P(Frames, HaveTheClassesAndObjectsOfTheObviousLoop) {
  for (const Shape& shape : kShapes) {
    const auto pixels = random_frame(shape, 3);
    const RgbFrame frame = split(shape, pixels);
    for (const bool with_motion : {false, true}) {
      for (const Cleaning cleaning : {Cleaning{0, 0}, {1, 1}}) {
        for (const std::int64_t min_area : {1, 4}) {
          const FrameRule rule{shape, table().data(), kClasses, cleaning, min_area};
          test::SeenFrame classes(rule);
          std::vector<bool> moves(pixels.size(), true);
          test::Random random(9);
          for (std::int64_t y = 0; y < shape.height; ++y) {
            std::vector<std::uint64_t> bits(static_cast<std::size_t>(shape.words_per_row()));
            for (std::int64_t x = 0; with_motion && x < shape.width; ++x) {
              const bool moving = x < 130 ? random.chance(0.7) : false;  // some words are empty
              moves[static_cast<std::size_t>(y * shape.width + x)] = moving;
              if (moving) bits[static_cast<std::size_t>(x / 64)] |= std::uint64_t{1} << (x % 64);
            }
            classes.set_row(y, frame.row(y), with_motion ? bits.data() : nullptr);
          }
          classes.finish();
          const Expected expected = by_hand(shape, pixels, moves, cleaning, min_area);
          Bytes map(pixels.size(), 77);
          classes.classes().write_class_map(map.data());
          ASSERT_EQ(map, expected.map) << shape.width;
          std::vector<std::int64_t> owned(classes.objects().size());
          classes.each_own_pixel([&](std::size_t object, std::int64_t y, std::int64_t x) {
            const auto at = static_cast<std::size_t>(y * shape.width + x);
            ASSERT_EQ(class_by_hand(pixels[at]), classes.objects()[object].cls);
            ++owned[object];
          });
          ASSERT_EQ(owned.size(), expected.objects.size());
          for (std::size_t i = 0; i < owned.size(); ++i) {
            ASSERT_EQ(std::make_tuple(classes.objects()[i].cls,
                                      static_cast<PlaneObject>(classes.objects()[i]), owned[i]),
                      expected.objects[i]);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace bitvox::colour
