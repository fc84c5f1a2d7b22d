// SPDX-License-Identifier: BSD-2-Clause
#include "ops/morphology/morphology_windows.hpp"

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/stop_request.hpp"

namespace bitvox::morphology {
namespace {

// Words of a slice whose columns along z a thread treats at a time.
constexpr std::int64_t kColumnWords = 32;

// The radius as an axis of this length feels it: from any place of it, what is as far away as its
// length is outside, and what is further too.
std::int64_t felt(std::int64_t radius, std::int64_t length) { return std::min(radius, length); }

// words[i] &= the bits `shift` further on, piece by piece, so that a stop is seen in long arrays.
void and_shifted(const Rows& rows, std::uint64_t* words, std::int64_t count, std::int64_t shift) {
  constexpr std::int64_t kPiece = std::int64_t{1}
                                  << 18;  // whole vectors, so that none is done twice
  for (std::int64_t i = 0; i < count && !stop_requested(); i += kPiece) {
    rows.and_shifted(words + i, std::min(kPiece, count - i), shift);
  }
}

// Windows along x, then along y, of one slice.
void erode_slice(const Rows& rows, const RowForm& form, const Step& step, const Shape& shape,
                 SliceBuffer& buffer, const std::uint64_t* from, std::uint64_t* to) {
  buffer.load(form, from);
  const std::int64_t rx = felt(step.radius, shape.width);
  const std::int64_t ry = felt(step.radius, shape.height);
  // From the gap before the first row on.
  std::uint64_t* const first = buffer.first_row() - buffer.gap();
  const auto widen = [&](std::int64_t bits) {
    return [&, bits](std::int64_t shift) {
      and_shifted(rows, first, buffer.span() + buffer.gap() - shift * bits / 64, shift * bits);
    };
  };
  widen_window(2 * rx + 1, widen(1));
  widen_window(2 * ry + 1, widen(64 * buffer.stride()));
  // The window of (x, y) begins at (x - rx, y - ry).
  const std::int64_t words = shape.words_per_row();
  const int bits = static_cast<int>((64 - rx % 64) % 64);
  for (std::int64_t y = 0; y < shape.height; ++y) {
    const std::uint64_t* window = buffer.row(y - ry) - (rx + 63) / 64;
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
  const std::int64_t radius = felt(step.radius, depth);
  const std::int64_t all = depth + 2 * radius;
  std::fill(buffer.begin(), buffer.end(), step.outside());
  for (std::int64_t z = 0; z < depth; ++z) {
    const std::uint64_t* const from = volume.slice(z) + first;
    std::uint64_t* const to = buffer.data() + (z + radius) * words;
    for (std::int64_t i = 0; i < words; ++i) to[i] = from[i] ^ step.flip();
  }
  widen_window(2 * radius + 1, [&](std::int64_t shift) {
    and_shifted(rows, buffer.data(), (all - shift) * words, 64 * shift * words);
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
  rows.and_cross(buffer.row(0), result.row(0), shape.height * buffer.stride(), felt(s, shape.width),
                 felt(s, shape.height) * buffer.stride());
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

// For a step that reaches so far along x and y.
SliceBuffer around(const Shape& shape, std::int64_t reach) {
  return {shape, felt(reach, shape.width), felt(reach, shape.height)};
}
std::int64_t bytes_around(const Shape& shape, std::int64_t reach) {
  return SliceBuffer::bytes(shape, felt(reach, shape.width), felt(reach, shape.height));
}

// Of the columns along z that a thread treats at a time.
std::int64_t words_of_columns(const Step& step, const Shape& shape) {
  const std::int64_t places = shape.depth + 2 * felt(step.radius, shape.depth) + 1;
  return std::min(kColumnWords, shape.words_per_slice()) * places + kPadding;
}

}  // namespace

void step_by_cube(const Rows& rows, const Step& step, const BitVolume& from, BitVolume& to,
                  int threads, Progress& progress) {
  const Shape& shape = from.shape();
  const RowForm form(step, shape);
  auto [in_slices, across] = progress_parts(progress, 1, step.planar ? 0 : 1);
  parallel_for(
      shape.depth, threads, in_slices, [&] { return around(shape, step.radius); },
      [&](SliceBuffer& buffer, std::int64_t z) {
        erode_slice(rows, form, step, shape, buffer, from.slice(z), to.slice(z));
      });
  if (step.planar) {
    return;
  }
  const std::int64_t slice_words = shape.words_per_slice();
  const std::int64_t buffer_words = words_of_columns(step, shape);
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
    PhaseProgress part(progress, pass, pass + 1, passes);
    struct Buffers {
      SliceBuffer slice;
      SliceBuffer result;
    };
    parallel_for(
        shape.depth, threads, part,
        [&] {
          return Buffers{around(shape, s), SliceBuffer(shape, felt(s, shape.width), 0)};
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
      return std::max(bytes_around(shape, step.radius),
                      step.planar ? 0 : 8 * words_of_columns(step, shape));
    case Element::kCross: {
      const std::int64_t s = cross_step(step.radius, step.planar ? 2 : 3);
      return 2 * bytes_around(shape, s);
    }
    case Element::kBall:
      break;
  }
  return bytes_of_ball_thread(step, shape);
}

}  // namespace bitvox::morphology
