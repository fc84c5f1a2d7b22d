// SPDX-License-Identifier: BSD-2-Clause
#include "ops/morphology/morphology_windows.hpp"

#include <cstring>

#include "core/parallel.hpp"

namespace bitvox::morphology {
namespace {

// Words of a slice whose columns along z a thread treats at a time.
constexpr std::int64_t kColumnWords = 32;

// Windows along x, then along y, of one slice.
void erode_slice(const Rows& rows, const RowForm& form, const Step& step, const Shape& shape,
                 SliceBuffer& buffer, const std::uint64_t* from, std::uint64_t* to) {
  buffer.load(form, from);
  const std::int64_t width = 2 * step.radius + 1;
  // From the gap before the first row on.
  std::uint64_t* const first = buffer.first_row() - buffer.gap();
  const auto widen = [&](std::int64_t bits) {
    return [&, bits](std::int64_t shift) {
      rows.and_shifted(first, buffer.span() + buffer.gap() - shift * bits / 64, shift * bits);
    };
  };
  widen_window(width, widen(1));
  widen_window(width, widen(64 * buffer.stride()));
  // The window of (x, y) begins at (x - radius, y - radius).
  const std::int64_t words = shape.words_per_row();
  const int bits = static_cast<int>((64 - step.radius % 64) % 64);
  for (std::int64_t y = 0; y < shape.height; ++y) {
    const std::uint64_t* window = buffer.row(y - step.radius) - (step.radius + 63) / 64;
    std::uint64_t* const row = to + y * words;
    for (std::int64_t i = 0; i < words; ++i) {
      const std::uint64_t word =
          bits == 0 ? window[i] : window[i] >> bits | window[i + 1] << (64 - bits);
      row[i] = word ^ form.flip();
    }
    row[words - 1] &= shape.last_word_mask();
  }
}

// Windows along z of some columns, in place.
void erode_columns(const Rows& rows, const Step& step, std::vector<std::uint64_t>& buffer,
                   std::int64_t first, std::int64_t words, BitVolume& volume) {
  const std::int64_t depth = volume.shape().depth;
  const std::int64_t all = depth + 2 * step.radius;
  std::fill(buffer.begin(), buffer.end(), step.outside());
  for (std::int64_t z = 0; z < depth; ++z) {
    const std::uint64_t* const from = volume.slice(z) + first;
    std::uint64_t* const to = buffer.data() + (z + step.radius) * words;
    for (std::int64_t i = 0; i < words; ++i) to[i] = from[i] ^ step.flip();
  }
  widen_window(2 * step.radius + 1, [&](std::int64_t shift) {
    rows.and_shifted(buffer.data(), (all - shift) * words, 64 * shift * words);
  });
  for (std::int64_t z = 0; z < depth; ++z) {
    const std::uint64_t* const from = buffer.data() + z * words;
    std::uint64_t* const to = volume.slice(z) + first;
    for (std::int64_t i = 0; i < words; ++i) to[i] = from[i] ^ step.flip();
  }
}

// Of slice z, from radius k to k + s.
void cross_slice(const Rows& rows, const RowForm& form, bool planar, std::int64_t s,
                 SliceBuffer& buffer, SliceBuffer& result, const BitVolume& from, std::int64_t z,
                 std::uint64_t* to) {
  const Shape& shape = from.shape();
  const std::int64_t words = shape.words_per_row();
  const bool low = planar || z >= s;
  const bool high = planar || z + s < shape.depth;
  if (!(low && high) && form.outside() == 0) {
    std::fill_n(to, shape.words_per_slice(), form.flip());  // an erosion: nothing is left
    return;
  }
  buffer.load(form, from.slice(z));
  rows.and_cross(buffer.row(0), result.row(0), shape.height * buffer.stride(), s,
                 s * buffer.stride());
  const std::uint64_t* const below = !planar && low ? from.slice(z - s) : nullptr;
  const std::uint64_t* const above = !planar && high ? from.slice(z + s) : nullptr;
  for (std::int64_t y = 0; y < shape.height; ++y) {
    std::uint64_t* const row = result.row(y);
    for (const std::uint64_t* const slice : {below, above}) {
      for (std::int64_t i = 0; slice != nullptr && i < words; ++i) {
        row[i] &= slice[y * words + i] ^ form.flip();
      }
    }
    form.store(row, to + y * words);
  }
}

}  // namespace

void step_by_cube(const Rows& rows, const Step& step, const BitVolume& from, BitVolume& to,
                  int threads, Progress& progress) {
  const Shape& shape = from.shape();
  const RowForm form(step, shape);
  PhaseProgress in_slices(progress, 0, step.planar ? 1000 : 500);
  parallel_for(
      shape.depth, threads, in_slices, [&] { return SliceBuffer(shape, step.radius, step.radius); },
      [&](SliceBuffer& buffer, std::int64_t z) {
        erode_slice(rows, form, step, shape, buffer, from.slice(z), to.slice(z));
      });
  if (step.planar) {
    return;
  }
  PhaseProgress across(progress, 500, 1000);
  const std::int64_t slice_words = shape.words_per_slice();
  const std::int64_t buffer_words = kColumnWords * (shape.depth + 2 * step.radius + 1) + kPadding;
  parallel_for((slice_words + kColumnWords - 1) / kColumnWords, threads, across,
               [&] { return std::vector<std::uint64_t>(static_cast<std::size_t>(buffer_words)); },
               [&](std::vector<std::uint64_t>& buffer, std::int64_t i) {
                 const std::int64_t first = i * kColumnWords;
                 erode_columns(rows, step, buffer, first,
                               std::min(kColumnWords, slice_words - first), to);
               });
}

void step_by_cross(const Rows& rows, const Step& step, const BitVolume& from, BitVolume& to,
                   BitVolume& scratch, int threads, Progress& progress) {
  const Shape& shape = from.shape();
  const RowForm form(step, shape);
  std::vector<std::int64_t> steps;
  for (std::int64_t k = 0; k < step.radius; k += steps.back()) {
    steps.push_back(std::min(step.radius - k, cross_step(k, step.planar ? 2 : 3)));
  }
  const BitVolume* source = &from;
  const auto passes = static_cast<std::int64_t>(steps.size());
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    BitVolume& target = (passes - pass) % 2 == 1 ? to : scratch;  // the last one is `to`
    const std::int64_t s = steps[static_cast<std::size_t>(pass)];
    PhaseProgress part(progress, 1000 * pass / passes, 1000 * (pass + 1) / passes);
    struct Buffers {
      SliceBuffer slice;
      SliceBuffer result;
    };
    parallel_for(
        shape.depth, threads, part,
        [&] {
          return Buffers{SliceBuffer(shape, s, s), SliceBuffer(shape, s, 0)};
        },
        [&](Buffers& buffers, std::int64_t z) {
          cross_slice(rows, form, step.planar, s, buffers.slice, buffers.result, *source, z,
                      target.slice(z));
        });
    source = &target;
  }
}

std::int64_t bytes_of_thread(const Step& step, const Shape& shape) {
  switch (step.element) {
    case Element::kCube:
      return std::max(SliceBuffer::bytes(shape, step.radius, step.radius),
                      8 * (kColumnWords * (shape.depth + 2 * step.radius + 1) + kPadding));
    case Element::kCross: {
      const std::int64_t s = cross_step(step.radius, step.planar ? 2 : 3);
      return 2 * SliceBuffer::bytes(shape, s, s);
    }
    case Element::kBall:
      break;
  }
  return bytes_of_ball_thread(step, shape);
}

}  // namespace bitvox::morphology
