// SPDX-License-Identifier: BSD-2-Clause
// The words that the GPU's kernels for frames work on, against pixels and bits one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "colour/clean_plane.hpp"
#include "colour/clean_words.hpp"
#include "colour/colour_table.hpp"
#include "colour/frame_words.hpp"
#include "colour/run_words.hpp"
#include "test_volumes.hpp"

namespace bitvox::colour {
namespace {

using Four = std::array<std::uint32_t, 4>;

std::uint32_t byte(std::uint32_t word, int i) { return word >> (8 * i) & 255; }

Four random_colours(test::Random& random) {
  Four rgb{};
  for (std::uint32_t& each : rgb) each = static_cast<std::uint32_t>(random.next());
  return rgb;
}

TEST(FrameWords, ColoursAndTheirPlacesInTables) {
  test::Random random(1);
  for (int run = 0; run < 20000; ++run) {
    const Four rgb = random_colours(random);
    const ChannelWords words = channels_of(rgb.data());
    const TablePlaces places(words);
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t colour = rgb[static_cast<std::size_t>(i)] & 0xffffff;
      ASSERT_EQ(colour_of(words, i), colour);
      ASSERT_EQ(places.of(i), table_index(colour));
    }
  }
}

TEST(FrameWords, MovesWhereTheSumIsAboveTheThreshold) {
  test::Random random(2);
  for (const int threshold : {0, 1, 60, 127, 128, 255, 256, 500, 764, 765}) {
    for (int run = 0; run < 5000; ++run) {
      Four frame = random_colours(random);
      Four back = random_colours(random);
      if (run % 3 == 0) back = frame;
      if (run % 7 == 0) frame[1] = 0xffffff, back[1] = 0, back[2] = frame[2] ^ 1;
      const std::uint32_t moving =
          moving_bytes(channels_of(frame.data()), channels_of(back.data()), threshold);
      for (int i = 0; i < 4; ++i) {
        int sum = 0;
        for (int shift = 0; shift < 24; shift += 8) {
          sum += std::abs(static_cast<int>(frame[static_cast<std::size_t>(i)] >> shift & 255) -
                          static_cast<int>(back[static_cast<std::size_t>(i)] >> shift & 255));
        }
        ASSERT_EQ(byte(moving, i), sum > threshold ? 255U : 0U) << sum << " " << threshold;
      }
    }
  }
}

TEST(FrameWords, InsideOfARow) {
  for (int width = 1; width < 20; ++width) {
    for (int x = 0; x < 40; x += 4) {
      for (int i = 0; i < 4; ++i) {
        ASSERT_EQ(byte(inside_bytes(x, width), i), x + i < width ? 255U : 0U);
      }
    }
  }
}

TEST(FrameWords, BackgroundsFollow) {
  test::Random random(3);
  for (int shift = 1; shift <= 8; ++shift) {
    auto word = static_cast<std::uint32_t>(random.next());
    FollowingWord state = following(word);
    ASSERT_EQ(rounded_word(state), word);
    std::array<int, 4> expected{};
    for (int i = 0; i < 4; ++i) {
      expected[static_cast<std::size_t>(i)] = 256 * static_cast<int>(byte(word, i));
    }
    for (int step = 0; step < 500; ++step) {
      if (step % 50 == 0)
        word = step % 100 == 0 ? 0xff00ff00U : static_cast<std::uint32_t>(random.next());
      state = followed_word(state, word, shift);
      for (int i = 0; i < 4; ++i) {
        int& level = expected[static_cast<std::size_t>(i)];
        const int gap = 256 * static_cast<int>(byte(word, i)) - level;
        level += gap >= 0 ? gap >> shift : -((-gap + (1 << shift) - 1) >> shift);
        ASSERT_EQ(byte(rounded_word(state), i), static_cast<std::uint32_t>((level + 128) / 256));
      }
    }
  }
}

// Eight threads, as the kernel lets them exchange words.
TEST(FrameWords, TurnedWordsArePlanes) {
  test::Random random(4);
  for (int run = 0; run < 3000; ++run) {
    std::array<std::uint32_t, 8> classes{};
    for (std::uint32_t& four : classes) {
      for (int i = 0; i < 4; ++i) {
        const auto cls = static_cast<std::uint32_t>(random.chance(0.2) ? 255 : random.below(13));
        four |= cls << (8 * i);
      }
    }
    for (const int first : {0, kTurnedClasses}) {
      std::array<std::uint32_t, 8> words{};
      for (std::size_t lane = 0; lane < 8; ++lane) {
        words[lane] = bits_of_classes(classes[lane], first);
      }
      for (std::size_t step = 4; step > 0; step /= 2) {
        const std::array<std::uint32_t, 8> before = words;
        for (std::size_t lane = 0; lane < 8; ++lane) {
          words[lane] =
              turned(before[lane], before[lane ^ step], static_cast<int>(step), (lane & step) != 0);
        }
      }
      for (std::size_t pixel = 0; pixel < 32; ++pixel) {
        const std::uint32_t cls = byte(classes[pixel / 4], static_cast<int>(pixel % 4));
        for (std::uint32_t k = 0; k < 8; ++k) {
          ASSERT_EQ(words[k] >> pixel & 1U, cls == static_cast<std::uint32_t>(first) + k ? 1U : 0U);
        }
      }
    }
  }
}

TEST(FrameWords, BytesOfBits) {
  for (std::uint32_t bits = 0; bits < 16; ++bits) {
    for (int i = 0; i < 4; ++i) ASSERT_EQ(byte(bytes_of_bits(bits), i), bits >> i & 1U);
  }
}

// A row of five words, whose middle one is wanted.
TEST(CleanWords, GrowAlongX) {
  test::Random random(5);
  for (int radius = 0; radius <= 127; ++radius) {
    for (int run = 0; run < 20; ++run) {
      std::array<std::uint64_t, 5> words{};
      for (int i = 0; i < run; ++i) {
        const auto at = static_cast<std::size_t>(random.below(320));
        words[at / 64] |= std::uint64_t{1} << (at % 64);
      }
      const std::array<std::uint64_t, 5> row = words;
      const std::uint64_t grown = grown_along_x(words.data(), radius);
      for (int x = 128; x < 192; ++x) {
        bool any = false;
        for (int u = std::max(0, x - radius); u <= std::min(319, x + radius); ++u) {
          any |= (row[static_cast<std::size_t>(u / 64)] >> (u % 64) & 1) != 0;
        }
        ASSERT_EQ((grown >> (x - 128) & 1) != 0, any) << radius;
      }
    }
  }
}

TEST(CleanWords, SidesOfAWord) {
  const std::uint64_t bits = with_sides(0xabcd1234U, 0x87654321U, 0x5678ef01U);
  EXPECT_EQ(bits, 0xef0187654321abcdU);
  EXPECT_EQ(without_sides(bits), 0x87654321U);
  for (int width = 1; width < 150; ++width) {
    for (int word = 0; 32 * word < width; ++word) {
      for (int i = 0; i < 64; ++i) {
        const int x = 32 * word - kSidePixels + i;
        ASSERT_EQ(inside_sides(word, width) >> i & 1, x >= 0 && x < width ? 1U : 0U);
      }
    }
  }
}

// A plane that is a word wide and has 9 rows, of which a thread cleans the first 8.
template <int kOpen, int kClose>
void check_clean_rows(int width, double density) {
  constexpr int kReach = 2 * (kOpen + kClose);
  constexpr int kCount = 8 + 2 * kReach;
  const Shape shape{width, 9, 1};
  const BitVolume raw = test::random_volume(shape, density, 3);
  std::array<std::uint64_t, kCount> rows{};
  const auto is_there = [](int i) { return i >= kReach && i < kReach + 9; };
  for (int i = 0; i < kCount; ++i) {
    if (!is_there(i)) continue;
    const std::uint64_t word = raw.words()[i - kReach];
    rows[static_cast<std::size_t>(i)] =
        with_sides(0, static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32));
  }
  const std::uint64_t inside = inside_sides(0, width);
  clean_rows<kOpen, kClose, kCount>(rows.data(), [&](int i) { return is_there(i) ? inside : 0; });
  std::vector<std::uint64_t> scratch;
  BitVolume plane(shape);
  clean_plane({kOpen, kClose}, shape, raw.words(), plane.words(), scratch);
  for (int y = 0; y < 8; ++y) {
    ASSERT_EQ(without_sides(rows[static_cast<std::size_t>(kReach + y)] & inside),
              static_cast<std::uint32_t>(plane.words()[y]))
        << width << " " << density << " " << y;
  }
}

TEST(CleanWords, RowsAreCleanedAsAPlane) {
  for (const int width : {1, 2, 31, 32, 33, 40, 48, 49, 64}) {
    for (const double density : {0.0, 0.3, 0.6, 0.8, 0.95, 1.0}) {
      check_clean_rows<1, 1>(width, density);
      check_clean_rows<1, 0>(width, density);
      check_clean_rows<0, 1>(width, density);
    }
  }
}

std::vector<std::uint64_t> random_words() {
  test::Random random(6);
  std::vector<std::uint64_t> words{0, 1, ~std::uint64_t{0}, std::uint64_t{1} << 63,
                                   0x8000000000000001U};
  for (int i = 0; i < 500; ++i) {
    words.push_back(random.next());
    words.push_back(random.next() & random.next() & random.next());
    words.push_back(random.next() | random.next() | random.next());
    words.push_back(~std::uint64_t{0} << random.below(64) >> random.below(64));
  }
  return words;
}

bool bit(std::uint64_t word, int i) { return i >= 0 && i < 64 && (word >> i & 1) != 0; }

// Of each bit the number of its run, or -1.
std::array<int, 64> runs_of(std::uint64_t word) {
  std::array<int, 64> runs{};
  int count = 0;
  for (int i = 0; i < 64; ++i) {
    if (bit(word, i) && !bit(word, i - 1)) ++count;
    runs[static_cast<std::size_t>(i)] = bit(word, i) ? count - 1 : -1;
  }
  return runs;
}

TEST(RunWords, RunsOfAWord) {
  for (const std::uint64_t word : random_words()) {
    const std::array<int, 64> runs = runs_of(word);
    ASSERT_EQ(run_count(word), *std::max_element(runs.begin(), runs.end()) + 1);
    std::array<int, 64> found{};
    found.fill(-1);
    for_each_run_of_word(word, [&](int run, std::uint64_t bits) {
      for (int i = 0; i < 64; ++i) {
        if (bit(bits, i)) found[static_cast<std::size_t>(i)] = run;
      }
    });
    ASSERT_EQ(found, runs);
    for (int i = 0; i < 64; ++i) {
      if (bit(word, i)) {
        ASSERT_EQ(run_of_bit(word, i), runs[static_cast<std::size_t>(i)]);
      }
    }
  }
}

TEST(RunWords, ContactsByEdgesAndCorners) {
  const std::vector<std::uint64_t> words = random_words();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint64_t word = words[i];
    const std::uint64_t above = words[(i * 7 + 3) % words.size()];
    const std::array<int, 64> runs = runs_of(word);
    const std::array<int, 64> others = runs_of(above);
    std::set<std::pair<int, int>> expected;
    for (int x = 0; x < 64; ++x) {
      for (int u = x - 1; u <= x + 1; ++u) {
        if (bit(word, x) && bit(above, u)) {
          expected.insert({runs[static_cast<std::size_t>(x)], others[static_cast<std::size_t>(u)]});
        }
      }
    }
    std::set<std::pair<int, int>> found;
    for_each_contact(word, above, [&](int run, int other) { found.insert({run, other}); });
    ASSERT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace bitvox::colour
