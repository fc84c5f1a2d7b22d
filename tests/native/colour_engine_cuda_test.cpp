// SPDX-License-Identifier: BSD-2-Clause
// What the GPU sees in frames, against one frame at a time on the CPU, whose colours and motion
// come from loops over pixels; and the words that its kernels work on, against bits one by one.
#include <gtest/gtest.h>

#ifdef BITVOX_WITH_CUDA
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "colour/colour_table.hpp"
#include "colour/frame_classes.hpp"
#include "colour/frame_engine.hpp"
#include "colour/mixture.hpp"
#include "colour_models.hpp"
#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/use_gpu.hpp"
#include "debayer_reference.hpp"
#include "seen_frame.hpp"
#include "test_volumes.hpp"

namespace bitvox::colour {
namespace {

using Bytes = std::vector<std::uint8_t>;
using bayer::Method;
using bayer::Pattern;

// Tables by rules that have nothing to do with bricks: classes of brightness, and none above them.
struct Tables {
  explicit Tables(int classes) : cls(static_cast<std::size_t>(kTableBytes)), certainty(cls.size()) {
    for (std::uint32_t rgb = 0; rgb < kTableBytes; ++rgb) {
      const std::uint32_t brightness =
          (3 * (rgb >> 16) + 5 * (rgb >> 8 & 255) + 2 * (rgb & 255)) / 10;
      const std::uint32_t k = brightness * static_cast<std::uint32_t>(classes + 1) / 256;
      const std::uint32_t at = table_index(rgb);
      const bool is_none = k == static_cast<std::uint32_t>(classes);
      cls[at] = static_cast<std::uint8_t>(is_none ? kRejected : k);
      certainty[at] = static_cast<std::uint8_t>(is_none ? 0 : rgb * 2654435761U >> 24);
    }
  }
  Bytes cls;
  Bytes certainty;
};

const Tables& tables_of(int classes) {
  static std::array<std::unique_ptr<Tables>, kMostClasses + 1> made;
  auto& tables = made[static_cast<std::size_t>(classes)];
  if (tables == nullptr) tables = std::make_unique<Tables>(classes);
  return *tables;
}

struct Case {
  Shape shape;  // depth: frames in all
  std::optional<Pattern> mosaic = Pattern::kRggb;
  Method method = Method::kBilinear;
  Background background = Background::kNone;
  int threshold = 60;
  Cleaning cleaning{1, 1};
  std::int64_t min_area = 1;
  int classes = 3;
  double noise = 0.02;  // share of the pixels that are of any value
  int patch = 6;        // pixels along a side of what has one colour
  bool exact = false;   // probabilities too
  bool certain = true;

  std::string words() const {
    return size_text(shape) + (mosaic ? " mosaic " : " rgb ") +
           std::to_string(mosaic ? static_cast<int>(*mosaic) : 0) + " method " +
           std::to_string(static_cast<int>(method)) + " background " +
           std::to_string(static_cast<int>(background)) + " radii " +
           std::to_string(cleaning.open) + " " + std::to_string(cleaning.close) + " area " +
           std::to_string(min_area) + " classes " + std::to_string(classes) + " noise " +
           std::to_string(noise);
  }
};

// Values of patches, which are others in each frame for a third of them.
GreyVolume values_of(const Case& c, std::uint64_t seed, int bytes) {
  Shape shape = c.shape;
  shape.width *= bytes;
  GreyVolume out(shape, PixelType::kUint8);
  test::Random random(seed);
  std::int64_t i = 0;
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      for (std::int64_t x = 0; x < shape.width; ++x) {
        const auto patch =
            static_cast<std::uint64_t>(x / (bytes * c.patch) * 7919 + y / c.patch * 104729) + 17;
        const std::uint64_t still = test::Random(patch).next();
        const bool moves = still % 3 == 0;
        std::uint64_t value =
            moves ? test::Random(patch + seed + static_cast<std::uint64_t>(z)).next() : still >> 20;
        if (random.chance(c.noise)) value = random.next();
        out.data<std::uint8_t>()[i++] = static_cast<std::uint8_t>(value >> 11);
      }
    }
  }
  return out;
}

// Frames as the engine takes them, and their colours [frame][channel][height][width].
struct Movie {
  explicit Movie(const Case& c, std::uint64_t seed = 5)
      : frame_pixels(c.shape.width * c.shape.height) {
    const GreyVolume values = values_of(c, seed, c.mosaic ? 1 : 4);
    const std::int64_t pixels = c.shape.voxel_count();
    bytes.assign(values.data<std::uint8_t>(),
                 values.data<std::uint8_t>() + pixels * (c.mosaic ? 1 : 4));
    colours.resize(static_cast<std::size_t>(3 * pixels));
    for (std::int64_t i = 0; i < pixels; ++i) {
      const std::int64_t z = i / frame_pixels;
      const std::int64_t at = i % frame_pixels;
      for (int channel = 0; channel < 3; ++channel) {
        std::uint8_t& to = colours[static_cast<std::size_t>((3 * z + channel) * frame_pixels + at)];
        if (c.mosaic) {
          const test::ObviousDebayer debayer(values, *c.mosaic, c.method);
          to = static_cast<std::uint8_t>(
              debayer.colour("RGB"[channel], at % c.shape.width, at / c.shape.width, z));
        } else {  // little endian: blue first
          to = bytes[static_cast<std::size_t>(4 * i + 2 - channel)];
        }
      }
    }
  }
  const std::uint8_t* frame(std::int64_t z) const { return colours.data() + 3 * z * frame_pixels; }
  std::uint32_t rgb(std::int64_t z, std::int64_t at) const {
    const std::uint8_t* const of = frame(z) + at;
    return std::uint32_t{of[0]} << 16 | std::uint32_t{of[frame_pixels]} << 8 | of[2 * frame_pixels];
  }

  std::int64_t frame_pixels;
  Bytes bytes;
  Bytes colours;
};

// One frame after the other.
class Expected {
 public:
  static constexpr int kShift = 3;

  Expected(const Case& c, const Movie& movie, const std::uint8_t* background)
      : case_(c),
        movie_(movie),
        tables_(tables_of(c.classes)),
        classes_({c.shape, tables_.cls.data(), c.classes, c.cleaning, c.min_area}) {
    for (std::int64_t i = 0; i < 3 * movie.frame_pixels; ++i) {
      background_.push_back(c.background == Background::kNone ? 0 : 256 * background[i]);
    }
  }

  void see(std::int64_t z) {
    const std::int64_t width = case_.shape.width;
    RgbFrame frame(case_.shape);
    for (std::int64_t y = 0; y < case_.shape.height; ++y) {
      std::vector<std::uint64_t> moving(static_cast<std::size_t>(case_.shape.words_per_row()));
      for (std::int64_t x = 0; x < width; ++x) {
        int sum = 0;
        for (int channel = 0; channel < 3; ++channel) {
          const std::int64_t at = channel * movie_.frame_pixels + y * width + x;
          const int value = movie_.frame(z)[at];
          int& background = background_[static_cast<std::size_t>(at)];
          frame.row(channel, y)[x] = static_cast<std::uint8_t>(value);
          sum += std::abs(value - (background + 128) / 256);
          if (case_.background == Background::kRunning) {
            const int gap = 256 * value - background;
            const int part = 1 << kShift;
            background += gap >= 0 ? gap / part : -((-gap + part - 1) / part);
          }
        }
        if (sum > case_.threshold) {
          moving[static_cast<std::size_t>(x / 64)] |= std::uint64_t{1} << (x % 64);
        }
      }
      const RgbFrame& colours = frame;
      classes_.set_row(y, colours.row(y),
                       case_.background == Background::kNone ? nullptr : moving.data());
    }
    classes_.finish();
    objects.clear();
    for (const ClassObject& object : classes_.objects()) objects.push_back({object, 0, 0});
    classes_.each_own_pixel([&](std::size_t object, std::int64_t y, std::int64_t x) {
      ++objects[object].own;
      if (!case_.certain) return;
      objects[object].certainty += tables_.certainty[table_index(movie_.rgb(z, y * width + x))];
    });
    map.assign(static_cast<std::size_t>(movie_.frame_pixels), 77);
    classes_.classes().write_class_map(map.data());
    const std::int64_t words = case_.classes * case_.shape.words_per_slice();
    const std::uint64_t* const first = classes_.classes().plane(0);
    planes.assign(first, first + words);
  }

  std::vector<SeenObject> objects;
  Bytes map;
  std::vector<std::uint64_t> planes;

 private:
  Case case_;
  const Movie& movie_;
  const Tables& tables_;
  test::SeenFrame classes_;
  std::vector<int> background_;
};

class ColourEngineCuda : public testing::Test {
 protected:
  void SetUp() override {
    if (!backends().front().available) GTEST_SKIP() << backends().front().detail;
    cuda::use_gpu(backends().front().gpu);
  }

  // Batches of 5 frames, of 1 and so on; the frames are page-locked for every other case.
  void check(const Case& c, bool page_locked = false) {
    SCOPED_TRACE(c.words());
    const Movie movie(c);
    Case still = c;
    still.shape.depth = 1;
    const Movie background(still, 99);
    const Tables& tables = tables_of(c.classes);
    Expected expected(c, movie, background.frame(0));
    const PreparedModel model = prepare(
        random_model(Space::kHsv, Covariance::kFull, static_cast<std::size_t>(c.classes), 2, 3));
    EngineRule rule;
    rule.frame = {
        {c.shape.width, c.shape.height, 1}, tables.cls.data(), c.classes, c.cleaning, c.min_area};
    if (c.certain) rule.certainty = tables.certainty.data();
    rule.mosaic = c.mosaic;
    rule.method = c.method;
    rule.background = c.background;
    rule.threshold = c.threshold;
    rule.shift = Expected::kShift;
    rule.class_maps = true;
    rule.planes = true;
    if (c.exact) rule.probabilities = &model;
    constexpr int kMost = 5;
    EXPECT_GT(cuda_engine_bytes(rule, kMost), kTableBytes);
    const auto engine = make_cuda_engine(rule, kMost);
    if (c.background != Background::kNone) engine->set_background(background.frame(0));
    const auto bytes = static_cast<std::int64_t>(movie.bytes.size());
    const auto pinned = cuda::allocate_pinned<std::uint8_t>(bytes);
    std::copy(movie.bytes.begin(), movie.bytes.end(), pinned.get());
    const std::uint8_t* const frames = page_locked ? pinned.get() : movie.bytes.data();
    const std::int64_t frame_bytes = bytes / c.shape.depth;
    NoProgress quiet;
    int count = kMost;
    for (std::int64_t z = 0; z < c.shape.depth; z += count, count = count == 1 ? 3 : 1) {
      count = static_cast<int>(std::min<std::int64_t>(count, c.shape.depth - z));
      const SeenFrames& seen = engine->see(frames + z * frame_bytes, count, quiet);
      ASSERT_EQ(seen.objects.size(), static_cast<std::size_t>(count));
      for (std::int64_t i = 0; i < count; ++i) {
        SCOPED_TRACE("frame " + std::to_string(z + i));
        expected.see(z + i);
        compare(c, expected, seen, i);
        if (c.exact) compare_probabilities(c, movie, z + i, model, seen, i);
        if (HasFailure()) return;
      }
    }
  }

 private:
  static void compare(const Case& c, const Expected& expected, const SeenFrames& seen,
                      std::int64_t i) {
    const std::int64_t pixels = c.shape.width * c.shape.height;
    const auto words = static_cast<std::int64_t>(expected.planes.size());
    const std::uint64_t* const planes = seen.planes + i * words;
    std::int64_t wrong = 0;
    for (std::int64_t w = 0; w < words; ++w) {
      wrong += planes[w] == expected.planes[static_cast<std::size_t>(w)] ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0) << "words of planes";
    wrong = 0;
    for (std::int64_t at = 0; at < pixels; ++at) {
      wrong +=
          seen.class_maps[i * pixels + at] == expected.map[static_cast<std::size_t>(at)] ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0) << "pixels of class maps";
    const std::vector<SeenObject>& objects = seen.objects[static_cast<std::size_t>(i)];
    ASSERT_EQ(objects.size(), expected.objects.size());
    for (std::size_t k = 0; k < objects.size(); ++k) {
      const SeenObject& a = objects[k];
      const SeenObject& b = expected.objects[k];
      ASSERT_TRUE(a == b) << "object " << k << ": class " << a.cls << " " << b.cls << ", area "
                          << a.area << " " << b.area << ", x " << a.sum_x << " " << b.sum_x
                          << ", y " << a.sum_y << " " << b.sum_y << ", own " << a.own << " "
                          << b.own << ", certainty " << a.certainty << " " << b.certainty
                          << ", left " << a.left << " " << b.left << ", top " << a.top << " "
                          << b.top << ", right " << a.right << " " << b.right << ", bottom "
                          << a.bottom << " " << b.bottom;
    }
  }

  static void compare_probabilities(const Case& c, const Movie& movie, std::int64_t z,
                                    const PreparedModel& model, const SeenFrames& seen,
                                    std::int64_t i) {
    std::int64_t wrong = 0;
    for (std::int64_t at = 0; at < movie.frame_pixels; ++at) {
      std::array<float, kMostClasses> each{};
      probabilities(model, movie.rgb(z, at), each.data());
      for (int k = 0; k < c.classes; ++k) {
        wrong += seen.probabilities[(i * c.classes + k) * movie.frame_pixels + at] ==
                         each[static_cast<std::size_t>(k)]
                     ? 0
                     : 1;
      }
    }
    EXPECT_EQ(wrong, 0) << "probabilities";
  }
};

constexpr std::array kPatterns = {Pattern::kRggb, Pattern::kBggr, Pattern::kGrbg, Pattern::kGbrg};
constexpr std::array kBackgrounds = {Background::kNone, Background::kStill, Background::kRunning};

TEST_F(ColourEngineCuda, MosaicsOfAllPatternsAndMethods) {
  for (const Pattern pattern : kPatterns) {
    for (const Method method : {Method::kBilinear, Method::kGradient}) {
      for (const std::int64_t width : {64, 67}) {
        Case c{{width, 21, 7}};
        c.mosaic = pattern;
        c.method = method;
        c.background = kBackgrounds[static_cast<std::size_t>(pattern) % 3];
        check(c);
      }
    }
  }
}

TEST_F(ColourEngineCuda, WidthsAroundWords) {
  for (const std::int64_t width : {2, 3, 4, 5, 31, 32, 33, 63, 64, 65, 127, 128, 129, 260}) {
    for (const bool mosaic : {true, false}) {
      for (const Background background : kBackgrounds) {
        Case c{{width, 4 + width % 9, 7}};
        if (!mosaic) c.mosaic.reset();
        c.background = background;
        check(c, mosaic);
      }
    }
  }
}

TEST_F(ColourEngineCuda, LowFrames) {
  for (const std::int64_t height : {1, 2, 3}) {
    for (const std::int64_t width : {1, 2, 70}) {
      Case c{{width, height, 6}};
      c.background = Background::kRunning;
      c.mosaic.reset();
      check(c);
      if (width < 2 || height < 2) continue;
      c.mosaic = Pattern::kGbrg;
      c.method = Method::kGradient;
      check(c);
    }
  }
}

TEST_F(ColourEngineCuda, BackgroundsThatFollow) {
  for (const int threshold : {0, 40, 254, 764, 765}) {
    for (const Background background : {Background::kStill, Background::kRunning}) {
      Case c{{101, 30, 19}};
      c.background = background;
      c.threshold = threshold;
      c.cleaning = {0, 0};
      check(c, true);
    }
  }
}

TEST_F(ColourEngineCuda, RadiiAndLeastAreas) {
  for (const int open : {0, 1, 2, 7}) {
    for (const int close : {0, 1, 2, 7}) {
      Case c{{150, 90, 2}};
      c.cleaning = {open, close};
      c.patch = 20;
      c.noise = 0.005;
      for (const std::int64_t least : {1, 12, 500}) {
        c.min_area = least;
        check(c);
      }
    }
  }
  for (const Cleaning cleaning : {Cleaning{50, 50}, Cleaning{31, 1}, Cleaning{0, 33}}) {
    Case c{{300, 230, 1}};
    c.cleaning = cleaning;
    c.patch = 110;
    c.noise = 0.0005;
    check(c);
  }
}

TEST_F(ColourEngineCuda, NumbersOfClasses) {
  for (const int classes : {1, 3, 8, 9, 12}) {
    for (const bool exact : {false, true}) {
      Case c{{131, 40, 6}};
      c.classes = classes;
      c.exact = exact;
      c.certain = !exact;
      check(c);
      c.mosaic.reset();
      c.shape.width = 132;
      check(c);
    }
  }
}

// Planes that do not fit in a block's memory, or in what the GPU has for them.
TEST_F(ColourEngineCuda, DensePlanes) {
  struct Content {
    int patch;
    double noise;
  };
  for (const Content& content :
       {Content{20, 0.001}, Content{12, 0}, Content{90, 0.002}, Content{90, 0.3}, Content{90, 1}}) {
    for (const std::int64_t least : {1, 3, 150}) {
      Case c{{777, 600, 2}};
      c.cleaning = {0, 0};
      c.patch = content.patch;
      c.noise = content.noise;
      c.min_area = least;
      check(c);
    }
  }
  Case all{{1000, 700, 2}};  // everything is one object
  all.classes = 1;
  all.patch = 3000;
  all.noise = 0;
  check(all);
}

TEST_F(ColourEngineCuda, FramesOfACamera) {
  for (const Background background : kBackgrounds) {
    Case c{{1388, 1036, 2}};
    c.patch = 40;
    c.noise = 0.001;
    c.background = background;
    c.min_area = 10;
    check(c, background == Background::kStill);
  }
}

TEST_F(ColourEngineCuda, CanBeStopped) {
  class Stop final : public Progress {
   public:
    void report(std::int64_t, std::int64_t) override { throw Cancelled(); }
  };
  Stop stop;
  const Case c{{640, 480, 3}};
  const Movie movie(c);
  EngineRule rule;
  rule.frame = {{640, 480, 1}, tables_of(3).cls.data(), 3, {1, 1}, 1};
  rule.mosaic = Pattern::kRggb;
  const auto engine = make_cuda_engine(rule, 3);
  EXPECT_THROW(engine->see(movie.bytes.data(), 3, stop), Cancelled);
}

}  // namespace
}  // namespace bitvox::colour
#endif
