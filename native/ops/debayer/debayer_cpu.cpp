// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "colour/bayer_rows.hpp"
#include "colour/bayer_window.hpp"
#include "core/blocks/block_views.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/threads/parallel.hpp"
#include "ops/debayer/debayer_twins.hpp"

namespace bitvox::debayer {
namespace {

// Rows that a thread computes at a time: it reads four more.
constexpr std::int64_t kBandRows = 64;

// Frames at a time: their colours stay in the cache until they are handed on.
std::int64_t batch_frames(const Job& job, const Shape& read) {
  constexpr std::int64_t kPreferredBytes = std::int64_t{8} << 20;
  return std::clamp<std::int64_t>(kPreferredBytes / job.colour_bytes(read.width * read.height), 1,
                                  read.depth);
}

template <class Pixel>
const bayer::Rows::OfMethod<Pixel>& loops_of(const bayer::Rows& rows, bayer::Method method) {
  const bool gradient = method == bayer::Method::kGradient;
  if constexpr (sizeof(Pixel) == 1) {
    return gradient ? rows.gradient_u8 : rows.bilinear_u8;
  } else {
    return gradient ? rows.gradient_u16 : rows.bilinear_u16;
  }
}

// The frames of a block, as wide and high as what it reads.
template <class Pixel>
class Frames {
 public:
  Frames(const Job& job, const bayer::Rows& rows, const Block& block)
      : job_(job),
        rows_(rows),
        loops_(loops_of<Pixel>(rows, job.options.method)),
        phase_(job.phase(block)),
        in_(job.in, block.read),
        shape_(in_.shape()),
        plane_(shape_.width * shape_.height),
        batch_(batch_frames(job, shape_)),
        colours_(aligned_array<std::uint8_t>(job.colour_bytes(batch_ * plane_))) {}

  void run(SliceSink& out, Progress& progress) {
    const SliceFormat format = job_.format(shape_);
    const std::int64_t slice_bytes = plane_ * bytes_per_pixel(format.type);
    for (std::int64_t first = 0; first < shape_.depth; first += batch_) {
      const std::int64_t count = std::min(batch_, shape_.depth - first);
      PhaseProgress part(progress, first, first + count, shape_.depth);
      compute(first, count, part);
      out.write_slices(
          {first * format.channels, count * format.channels, colours_.get(), slice_bytes},
          job_.threads);
    }
  }

 private:
  // What a thread has: the rows around one, and its colours where they are packed afterwards.
  struct Own {
    bayer::Window<Pixel> window;
    AlignedArray<Pixel> row;
  };

  void compute(std::int64_t first, std::int64_t count, Progress& progress) {
    const std::int64_t bands = (shape_.height + kBandRows - 1) / kBandRows;
    parallel_for(
        count * bands, job_.threads, progress,
        [&] {
          return Own{bayer::Window<Pixel>(in_), aligned_array<Pixel>(3 * shape_.width)};
        },
        [&](Own& own, std::int64_t i) {
          const std::int64_t frame = i / bands;
          const std::int64_t begin = i % bands * kBandRows;
          own.window.begin(first + frame, begin);
          for (std::int64_t y = begin; y < std::min(shape_.height, begin + kBandRows); ++y) {
            compute_row(own, frame, y);
          }
        });
  }

  // The next row of the window, to where it belongs in the batch.
  void compute_row(Own& own, std::int64_t frame, std::int64_t y) {
    const std::int64_t width = shape_.width;
    Pixel* to = own.row.get();
    std::int64_t next_colour = width;
    if (!job_.is_packed()) {
      to = reinterpret_cast<Pixel*>(colours_.get()) + 3 * frame * plane_ + y * width;
      next_colour = plane_;
    }
    Pixel* const red = to;
    Pixel* const green = to + next_colour;
    Pixel* const blue = green + next_colour;
    const bool is_red = phase_.is_red_row(y);
    const auto demosaic = phase_.chroma_first(y) ? loops_.chroma_first : loops_.green_first;
    demosaic(own.window.next(), width, is_red ? red : blue, green, is_red ? blue : red);
    if constexpr (sizeof(Pixel) == 1) {
      if (job_.is_packed()) {
        rows_.pack(red, green, blue, width,
                   reinterpret_cast<std::uint32_t*>(colours_.get()) + frame * plane_ + y * width);
      }
    }
  }

  const Job& job_;
  const bayer::Rows& rows_;
  const bayer::Rows::OfMethod<Pixel>& loops_;
  const bayer::Phase phase_;
  const GreyBox in_;
  const Shape shape_;
  const std::int64_t plane_;
  const std::int64_t batch_;
  AlignedArray<std::uint8_t> colours_;  // of a batch
};

}  // namespace

MemoryUser CpuTwin::user() { return {"Debayer", "Crop the image."}; }

std::int64_t CpuTwin::bytes(const Job& job, const Block& block) {
  const Shape shape = block.read.shape();
  const std::int64_t colours =
      job.colour_bytes(batch_frames(job, shape) * shape.width * shape.height);
  return colours +
         job.threads * (bayer::Window<std::uint16_t>::bytes(shape.width) + 6 * shape.width);
}

CpuTwin::CpuTwin(const Job& job, InstructionSet instructions, const Block&)
    : job_(job), instructions_(instructions) {}

NoNumbers CpuTwin::compute(const Block& block, SliceSink* out, Progress& progress) {
  if (out == nullptr) return {};
  with_pixel_type(job_.in.type(), [&](auto pixel) {
    using Pixel = decltype(pixel);
    if constexpr (std::is_integral_v<Pixel>) {  // others are an error before
      Frames<Pixel>(job_, rows_for<bayer::Rows>(instructions_), block).run(*out, progress);
    }
  });
  return {};
}

}  // namespace bitvox::debayer
