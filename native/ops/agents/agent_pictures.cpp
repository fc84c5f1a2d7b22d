// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_pictures.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "core/backends/dispatch.hpp"
#include "core/memory/memory.hpp"
#include "core/options/number.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress.hpp"
#include "ops/agents/agent_camera.hpp"

namespace bitvox::agents {
namespace {

constexpr std::int64_t kLargestLabel = 1 << 24;  // floats have all whole numbers to here
constexpr std::uint64_t kNoiseStream = std::numeric_limits<std::uint64_t>::max() / 2;
constexpr std::int64_t kAtOnce = 1 << 14;  // pixels

// One coefficient 1 along an axis without blur.
std::vector<float> row_of(double blur, double side, char axis) {
  constexpr double kMostSigma = (convolution::kLongestRow - 1) / 8.0;
  const double sigma = blur / side;
  if (sigma > kMostSigma) {
    throw InvalidInput("blur=" + short_number(blur) + " is " + short_number(sigma) +
                       " pixels along " + axis + "; at most " + short_number(kMostSigma) +
                       " are possible");
  }
  return convolution::gaussian_row(sigma);
}

std::optional<convolution::Options> blur_of(const Shape& shape, const Options& options,
                                            const MovieOptions& movie, const PictureSinks& sinks) {
  if (sinks.movie == nullptr || movie.blur == 0) return std::nullopt;
  const Spacing& spacing = options.spacing;
  convolution::Options blur;
  blur.backend = name_of(best_cpu());
  blur.threads = options.threads;
  blur.edges = convolution::Border::kZero;
  convolution::SeparableKernel& rows = blur.kernels.emplace_back().separable;
  rows.x = row_of(movie.blur, spacing.x, 'x');
  rows.y = row_of(movie.blur, spacing.y, 'y');
  if (shape.depth > 1) rows.z = row_of(movie.blur, spacing.z, 'z');
  return blur;
}

// Calls body(first, last) for parts of so many pixels.
template <class Body>
void in_parts(std::int64_t pixels, int threads, Progress& progress, const Body& body) {
  parallel_for((pixels + kAtOnce - 1) / kAtOnce, threads, progress, [&](std::int64_t part) {
    body(part * kAtOnce, std::min((part + 1) * kAtOnce, pixels));
  });
}

}  // namespace

bool labels_are_floats(const Arena& arena, const Options& options) {
  const std::int64_t agents = arena.starts != nullptr ? std::ssize(*arena.starts) : options.agents;
  return options.divide > 0 || agents > std::numeric_limits<std::uint16_t>::max();
}

Pictures::Pictures(const Arena& arena, const Options& options, const MovieOptions& movie,
                   const PictureSinks& sinks, Progress& progress)
    : photons_(movie),
      read_noise_(movie.read_noise),
      sinks_(sinks),
      progress_(progress),
      shape_(arena.shape),
      frames_(options.steps / options.every + 1),
      seed_(static_cast<std::uint64_t>(options.seed)),
      threads_(thread_count(options.threads)),
      labels_type_(labels_are_floats(arena, options) ? PixelType::kFloat32 : PixelType::kUint16),
      painter_(shape_, AgentPixels(shape_, options.spacing, options.radius), threads_),
      blur_(blur_of(shape_, options, movie, sinks)) {
  const std::int64_t pixels = shape_.voxel_count();
  const std::int64_t label_bytes = sinks_.labels != nullptr ? bytes_per_pixel(labels_type_) : 0;
  const bool is_covered_wanted = sinks_.movie != nullptr || sinks_.density != nullptr;
  const std::int64_t density_bytes = sinks_.density != nullptr ? 4 : 0;
  require_memory({"The agents' pictures", "Take a smaller arena."}, host_memory(),
                 pixels * (label_bytes + (is_covered_wanted ? 1 : 0) + density_bytes) +
                     (sinks_.movie != nullptr ? 6 * shape_.width * shape_.height : 0));
  if (label_bytes > 0) labels_ = aligned_array<std::uint8_t>(pixels * label_bytes);
  if (is_covered_wanted) covered_.emplace(shape_, PixelType::kUint8);
  if (sinks_.density != nullptr) {
    density_ = aligned_array<std::int32_t>(pixels);
    StandingProgress standing(progress);
    in_parts(pixels, threads_, standing, [&](std::int64_t first, std::int64_t last) {
      std::fill(density_.get() + first, density_.get() + last, 0);
    });
  }
}

void Pictures::begin() {
  const Shape all{shape_.width, shape_.height, shape_.depth * frames_};
  if (sinks_.labels != nullptr) sinks_.labels->begin({all, labels_type_, 1});
  if (sinks_.movie != nullptr) sinks_.movie->begin({all, PixelType::kUint16, 1});
  if (sinks_.density != nullptr) sinks_.density->begin({shape_, PixelType::kFloat32, 1});
}

void Pictures::check_ids(const Frame& frame) const {
  if (sinks_.labels == nullptr || frame.ids.empty() || frame.ids.back() <= kLargestLabel) return;
  throw InvalidInput("an agent has the number " + std::to_string(frame.ids.back()) +
                     ", but labels can be 16777216 at most; take fewer agents, or no labels");
}

void Pictures::take(const Frame& frame) {
  check_ids(frame);
  if (taken_++ == 0) begin();
  std::uint8_t* const covered = covered_ ? covered_->data<std::uint8_t>() : nullptr;
  painter_.paint(frame, {labels_.get(), labels_type_, covered}, progress_);
  if (sinks_.labels != nullptr) {
    const std::int64_t bytes = shape_.width * shape_.height * bytes_per_pixel(labels_type_);
    sinks_.labels->write_slices({frame.number * shape_.depth, shape_.depth, labels_.get(), bytes},
                                threads_);
  }
  if (sinks_.movie != nullptr) film(frame.number);
  if (sinks_.density != nullptr) add_to_density();
}

void Pictures::film(std::int64_t frame) {
  const std::int64_t pixels = shape_.width * shape_.height;
  const Random noise(Random(seed_, kNoiseStream).at(static_cast<std::uint64_t>(frame)));
  Camera camera(photons_, read_noise_, noise, *sinks_.movie, frame * shape_.depth, pixels,
                progress_);
  if (blur_) {
    convolution::convolve(*covered_, *blur_, camera, progress_);
    return;
  }
  const auto light = aligned_array<float>(pixels);
  for (std::int64_t z = 0; z < shape_.depth; ++z) {
    const std::uint8_t* const covered = covered_->data<std::uint8_t>() + z * pixels;
    std::copy_n(covered, pixels, light.get());
    camera.write_slices({z, 1, light.get(), pixels * static_cast<std::int64_t>(sizeof(float))},
                        threads_);
  }
}

void Pictures::add_to_density() {
  const std::uint8_t* const covered = covered_->data<std::uint8_t>();
  in_parts(shape_.voxel_count(), threads_, progress_, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) density_[static_cast<std::size_t>(i)] += covered[i];
  });
}

void Pictures::finish() {
  if (sinks_.density == nullptr) return;
  const std::int64_t pixels = shape_.width * shape_.height;
  const auto part = aligned_array<float>(pixels);
  for (std::int64_t z = 0; z < shape_.depth; ++z) {
    const std::int32_t* const counts = density_.get() + z * pixels;
    in_parts(pixels, threads_, progress_, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i) {
        part[static_cast<std::size_t>(i)] =
            static_cast<float>(static_cast<double>(counts[i]) / static_cast<double>(taken_));
      }
    });
    sinks_.density->write_slice(z, part.get());
  }
}

}  // namespace bitvox::agents
