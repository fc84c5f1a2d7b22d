// SPDX-License-Identifier: BSD-2-Clause
// Movies of 1388 x 1036 pixels, mosaics and RGB, in memory, to objects: frames a second, with the
// table of all colours, which takes as long as a hundred frames or two.
#include <benchmark/benchmark.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "../native/classify_colours_runs.hpp"
#include "ops/classify_colours/classify_colours.hpp"
#include "whole_calls.hpp"

namespace bitvox::classify_colours {
namespace {

constexpr std::int64_t kFrames = 1600;
constexpr std::int64_t kDifferent = 32;  // of them; they come again and again
constexpr std::int64_t kWidth = 1388;
constexpr std::int64_t kHeight = 1036;

// Grass in two greens with noise, and 22 players of two colours who move; of a mosaic each pixel
// has the channel that it measures.
std::array<int, 3> colour_at(std::int64_t x, std::int64_t y, std::int64_t z) {
  const std::int64_t column = x / 60;
  const std::int64_t left = column * 60 + z % 30;
  const std::int64_t top = column % 7 * 140 + 30;
  if (x >= left && x < left + 20 && y >= top && y < top + 50) {
    return column % 2 == 0 ? std::array{200, 40, 40} : std::array{50, 60, 190};
  }
  return x / 100 % 2 == 0 ? std::array{60, 140, 50} : std::array{70, 155, 60};
}

GreyVolume match(PixelType type, std::int64_t frames) {
  GreyVolume movie({kWidth, kHeight, frames}, type);
  test::Random random(1);
  std::int64_t i = 0;
  for (std::int64_t z = 0; z < frames; ++z) {
    for (std::int64_t y = 0; y < kHeight; ++y) {
      for (std::int64_t x = 0; x < kWidth; ++x, ++i) {
        std::array<int, 3> colour = colour_at(x, y, z);
        std::uint64_t bits = random.next();
        for (int& level : colour) {
          int noise = -30;  // a sum of four has about a normal distribution of deviation 9
          for (int k = 0; k < 4; ++k, bits >>= 4) noise += static_cast<int>(bits & 15);
          level += noise / 2;
        }
        if (type == PixelType::kUint8) {
          const auto channel = static_cast<std::size_t>(x % 2 + y % 2);
          movie.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(colour[channel]);
        } else {
          movie.data<std::uint32_t>()[i] =
              static_cast<std::uint32_t>(colour[0] << 16 | colour[1] << 8 | colour[2]);
        }
      }
    }
  }
  return movie;
}

const GreyVolume& different_frames(PixelType type) {
  static const GreyVolume mosaic = match(PixelType::kUint8, kDifferent);
  if (type == PixelType::kUint8) return mosaic;
  static const GreyVolume rgb = match(PixelType::kInt32, kDifferent);
  return rgb;
}

class Movie final : public GreySource {
 public:
  Movie(PixelType type, std::int64_t frames)
      : different_(different_frames(type)), shape_{kWidth, kHeight, frames} {}

  const Shape& shape() const override { return shape_; }
  PixelType type() const override { return different_.type(); }
  std::unique_ptr<GreyReader> open() const override {
    return std::make_unique<Reader>(different_.open());
  }

 private:
  class Reader final : public GreyReader {
   public:
    explicit Reader(std::unique_ptr<GreyReader> of) : of_(std::move(of)) {}
    void read(std::int64_t z, std::int64_t first, std::int64_t count, void* pixels) override {
      of_->read(z % kDifferent, first, count, pixels);
    }

   private:
    std::unique_ptr<GreyReader> of_;
  };

  const GreyVolume& different_;
  Shape shape_;
};

// Three classes of five Gaussians in HSV: grass, and two teams.
colour::Model match_model() {
  colour::Model model;
  model.space = colour::Space::kHsv;
  const double means[3][3] = {{480, 170, 148}, {0, 204, 200}, {975, 188, 190}};
  for (const auto& mean : means) {
    model.priors.push_back(1);
    model.gaussians.push_back(5);
    for (int i = 0; i < 5; ++i) {
      model.weights.push_back(0.2);
      model.means.insert(model.means.end(), {mean[0] + 6 * i, mean[1] - 4 * i, mean[2] + 3 * i});
      model.covariances.insert(model.covariances.end(), {400, 5, -3, 200, 10, 80});
    }
  }
  return model;
}

struct Case {
  const char* name;
  PixelType type;
  Motion motion;
  int table;
};

void movie_bench(benchmark::State& state, const Case& one, const std::string& backend,
                 bool class_maps) {
  const Movie movie(one.type, one.table == 0 ? kFrames / 8 : kFrames);
  static const colour::Model model = match_model();
  const GreyVolume background = match(PixelType::kInt32, 1);
  Options options;
  options.mosaic = one.type == PixelType::kUint8 ? Mosaic::kRggb : Mosaic::kNone;
  options.motion = one.motion;
  options.table = one.table;
  options.backend = backend;
  class Nowhere final : public SliceSink {
    void write_slice(std::int64_t, const void* pixels) override {
      benchmark::DoNotOptimize(pixels);
    }
  };
  Nowhere nowhere;
  Sinks sinks;
  if (class_maps) sinks.classes = &nowhere;
  NoProgress quiet;
  std::int64_t objects = 0;
  test::whole_calls(state, [&] {
    objects = std::ssize(classify(movie, model, &background, options, sinks, quiet).objects.frame);
  });
  state.SetItemsProcessed(state.iterations() * movie.shape().depth);  // frames
  state.counters["objects"] = static_cast<double>(objects);
}

const bool registered = [] {
  for (const Case& one : {Case{"mosaic/every_pixel", PixelType::kUint8, Motion::kNone, 8},
                          Case{"mosaic/moving", PixelType::kUint8, Motion::kBackground, 8},
                          Case{"mosaic/running", PixelType::kUint8, Motion::kRunning, 8},
                          Case{"mosaic/exact", PixelType::kUint8, Motion::kNone, 0},
                          Case{"rgb/every_pixel", PixelType::kInt32, Motion::kNone, 8},
                          Case{"rgb/moving", PixelType::kInt32, Motion::kBackground, 8}}) {
    for (const std::string& backend : test::available_backends()) {
      for (const bool class_maps : {false, true}) {
        benchmark::RegisterBenchmark((std::string("classify_colours/") + one.name + "/" + backend +
                                      (class_maps ? "/class_maps" : ""))
                                         .c_str(),
                                     movie_bench, one, backend, class_maps)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime()
            ->MeasureProcessCPUTime();
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::classify_colours
