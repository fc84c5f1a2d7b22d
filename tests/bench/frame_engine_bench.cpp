// SPDX-License-Identifier: BSD-2-Clause
// What is seen in frames of 1388 x 1036 and 3840 x 2160 on the GPU: two classes that are seen in
// rectangles that move over a still background, as players over a lawn, and noise. Floor: the frame
// is read once, and the planes are written and read.
#include <benchmark/benchmark.h>

#ifdef BITVOX_WITH_CUDA
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "../native/test_volumes.hpp"
#include "colour/colour_table.hpp"
#include "colour/device_batch.hpp"
#include "colour/frame_engine.hpp"
#include "core/backends/dispatch.hpp"
#include "cuda/copy.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/use_gpu.hpp"
#include "gpu_time.hpp"

namespace bitvox::colour {
namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr int kClasses = 2;

// What is measured.
struct Kind {
  std::string name;
  bool mosaic = true;
  bayer::Method method = bayer::Method::kBilinear;
  Background background = Background::kStill;
  bool certainty = true;
  bool class_maps = false;
  Cleaning cleaning{1, 1};
  bool lawn = false;  // a class of its own, so that planes are full
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = [] {
    std::vector<Kind> kinds{{"bayer/objects"}};
    const auto add = [&](const std::string& name, auto change) {
      kinds.push_back(kinds.front());
      kinds.back().name = name;
      change(kinds.back());
    };
    add("bayer/without_certainty", [](Kind& kind) { kind.certainty = false; });
    add("bayer/class_maps", [](Kind& kind) { kind.class_maps = true; });
    add("bayer/gradient", [](Kind& kind) { kind.method = bayer::Method::kGradient; });
    add("bayer/running", [](Kind& kind) { kind.background = Background::kRunning; });
    add("bayer/radii_of_3", [](Kind& kind) { kind.cleaning = {3, 3}; });
    add("bayer/lawn", [](Kind& kind) {
      kind.background = Background::kNone;
      kind.lawn = true;
    });
    add("rgb/objects", [](Kind& kind) { kind.mosaic = false; });
    return kinds;
  }();
  return all;
}

constexpr std::uint32_t lawn_at(std::int64_t x) { return x / 64 % 2 == 0 ? 0x3c8c3c : 0x4ba04b; }

// A lawn of green stripes, and 22 rectangles of red or blue on it.
std::vector<std::uint32_t> colours_of(const Shape& shape, std::int64_t frame) {
  std::vector<std::uint32_t> colours;
  for (std::int64_t i = 0; i < shape.width * shape.height; ++i) {
    colours.push_back(lawn_at(i % shape.width));
  }
  for (std::int64_t player = 0; player < 22; ++player) {
    const std::int64_t left = (player * 61 + frame % 7) * shape.width / 1388;
    const std::int64_t top = (player * 367 % 950 + frame % 5) * shape.width / 1388;
    for (std::int64_t y = top; y < top + 60 * shape.width / 1388; ++y) {
      for (std::int64_t x = left; x < left + 24 * shape.width / 1388; ++x) {
        colours[static_cast<std::size_t>(y * shape.width + x)] =
            player % 2 == 0 ? 0xc83c3c : 0x3c50c8;
      }
    }
  }
  return colours;
}

struct Movie {
  Movie(const Kind& kind, const Shape& shape) : table(static_cast<std::size_t>(kTableBytes)) {
    test::Random random(1);
    const auto noisy = [&](std::uint32_t value) {
      const auto noise = static_cast<int>(random.next() % 17) - 8;
      return static_cast<std::uint8_t>(std::clamp(static_cast<int>(value & 255) + noise, 0, 255));
    };
    constexpr std::int64_t kDistinct = 4;
    for (std::int64_t z = 0; z < std::min(kDistinct, shape.depth); ++z) {
      const std::vector<std::uint32_t> colours = colours_of(shape, z);
      for (std::int64_t i = 0; i < shape.width * shape.height; ++i) {
        const std::uint32_t rgb = colours[static_cast<std::size_t>(i)];
        if (kind.mosaic) {
          bytes.push_back(noisy(rgb >> (16 - 8 * (i % shape.width % 2 + i / shape.width % 2))));
        } else {
          for (int shift = 0; shift < 32; shift += 8) bytes.push_back(noisy(rgb >> shift));
        }
      }
    }
    const std::size_t distinct = bytes.size();
    bytes.resize(static_cast<std::size_t>(shape.voxel_count() * (kind.mosaic ? 1 : 4)));
    for (std::size_t i = distinct; i < bytes.size(); ++i) bytes[i] = bytes[i - distinct];
    for (int shift = 16; shift >= 0; shift -= 8) {
      for (std::int64_t i = 0; i < shape.width * shape.height; ++i) {
        background.push_back(static_cast<std::uint8_t>(lawn_at(i % shape.width) >> shift & 255));
      }
    }
    for (std::uint32_t rgb = 0; rgb < kTableBytes; ++rgb) {
      const std::uint32_t red = rgb >> 16;
      const std::uint32_t green = rgb >> 8 & 255;
      const std::uint32_t blue = rgb & 255;
      std::uint8_t& cls = table[table_index(rgb)];
      cls = red > green && red > blue ? 0 : blue > green ? 1 : kRejected;
      if (kind.lawn && cls == kRejected) cls = 1;
    }
  }
  Bytes bytes;
  Bytes background;
  Bytes table;
};

EngineRule rule_of(const Kind& kind, const Shape& shape, const Movie& movie) {
  EngineRule rule;
  rule.frame = {{shape.width, shape.height, 1}, movie.table.data(), kClasses, kind.cleaning, 10};
  if (kind.certainty) rule.certainty = movie.table.data();
  if (kind.mosaic) rule.mosaic = bayer::Pattern::kRggb;
  rule.method = kind.method;
  rule.background = kind.background;
  rule.threshold = 60;
  rule.shift = 6;
  rule.class_maps = kind.class_maps;
  return rule;
}

// The kernels on frames that lie on the GPU.
void kernels_bench(benchmark::State& state, const Kind& kind, const Shape& shape) {
  cuda::use_gpu(backends().front().gpu);
  const Movie movie(kind, shape);
  const EngineRule rule = rule_of(kind, shape, movie);
  const cuda::Stream stream;
  DeviceBatch batch(rule, shape.depth, stream);
  if (kind.background != Background::kNone) {
    batch.set_background(movie.background.data(), stream);
  }
  cuda::copy(batch.frame(0), movie.bytes.data(), shape.depth * batch.frame_bytes(), stream);
  const auto compute = [&] {
    batch.begin(shape.depth);
    batch.compute(0, shape.depth, stream);
  };
  compute();
  stream.wait();
  for (auto _ : state) state.SetIterationTime(test::gpu_seconds(stream, 20, compute));
  state.SetItemsProcessed(state.iterations() * shape.depth);  // frames
  state.counters["us_a_frame"] =
      benchmark::Counter(static_cast<double>(state.iterations() * shape.depth) / 1e6,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// From frames of the host, page-locked or not, to objects there.
void engine_bench(benchmark::State& state, const Kind& kind, const Shape& shape, bool page_locked) {
  cuda::use_gpu(backends().front().gpu);
  const Movie movie(kind, shape);
  const EngineRule rule = rule_of(kind, shape, movie);
  const auto engine = make_cuda_engine(rule, static_cast<int>(shape.depth));
  if (kind.background != Background::kNone) engine->set_background(movie.background.data());
  const auto pinned =
      cuda::allocate_pinned<std::uint8_t>(static_cast<std::int64_t>(movie.bytes.size()));
  std::copy(movie.bytes.begin(), movie.bytes.end(), pinned.get());
  NoProgress quiet;
  std::size_t objects = 0;
  for (auto _ : state) {
    const SeenFrames& seen = engine->see(page_locked ? pinned.get() : movie.bytes.data(),
                                         static_cast<int>(shape.depth), quiet);
    objects = seen.objects.front().size();
  }
  state.SetItemsProcessed(state.iterations() * shape.depth);  // frames
  state.counters["objects"] = static_cast<double>(objects);
}

std::string name_of(const char* how, const std::string& kind, const Shape& shape) {
  std::string name = "frame_engine/";
  name += how;
  name += '/';
  name += kind;
  for (const std::int64_t side : {shape.width, shape.height, shape.depth}) {
    name += side == shape.width ? '/' : 'x';
    name += std::to_string(side);
  }
  return name;
}

const bool registered = [] {
  if (!backends().front().available) return false;
  for (const Kind& kind : kinds()) {
    for (const Shape& shape :
         {Shape{1388, 1036, 1}, Shape{1388, 1036, 64}, Shape{3840, 2160, 12}}) {
      benchmark::RegisterBenchmark(name_of("kernels", kind.name, shape).c_str(), kernels_bench,
                                   kind, shape)
          ->Unit(benchmark::kMicrosecond)
          ->UseManualTime();
    }
    for (const Shape& shape :
         {Shape{1388, 1036, 1}, Shape{1388, 1036, 16}, Shape{1388, 1036, 64}}) {
      for (const bool page_locked : {true, false}) {
        const char* const from = page_locked ? "page_locked" : "pageable";
        benchmark::RegisterBenchmark(name_of(from, kind.name, shape).c_str(), engine_bench, kind,
                                     shape, page_locked)
            ->Unit(benchmark::kMicrosecond)
            ->UseRealTime();
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::colour
#endif
