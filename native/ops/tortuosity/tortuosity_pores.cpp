// SPDX-License-Identifier: BSD-2-Clause
#include "ops/tortuosity/tortuosity_pores.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "core/backends/built_with_cuda.hpp"
#include "core/blocks/block.hpp"
#include "core/disjoint_sets.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"
#include "ops/label/components.hpp"

namespace bitvox::tortuosity {
namespace {

constexpr std::int64_t kWord = 64;

// Bit i of word j becomes bit j of word i: swaps the off-diagonal quarters of blocks of 64, 32, ...
// (Warren, Hacker's Delight, 2012).
void transpose(std::array<std::uint64_t, kWord>& words) {
  std::uint64_t mask = 0xffffffff;
  for (unsigned half = kWord / 2; half != 0; half /= 2, mask ^= mask << half) {
    for (unsigned i = 0; i < kWord; i = ((i | half) + 1) & ~half) {
      const std::uint64_t swapped = (words[i] >> half ^ words[i | half]) & mask;
      words[i] ^= swapped << half;
      words[i | half] ^= swapped;
    }
  }
}

// Components of pores that are one where sides are periodic.
using Joined = DisjointSets<std::size_t>;

// Joins the labels that touch across opposite sides of a slice.
class SideJoiner final : public SliceSink {
 public:
  SideJoiner(const Shape& shape, Joined& joined) : shape_(shape), joined_(joined) {}

  void write_slice(std::int64_t, const void* pixels) override {
    const auto* const labels = static_cast<const std::int32_t*>(pixels);
    const std::int64_t last_row = (shape_.height - 1) * shape_.width;
    for (std::int64_t x = 0; x < shape_.width; ++x) join(labels[x], labels[last_row + x]);
    for (std::int64_t y = 0; y < shape_.height; ++y) {
      const std::int32_t* const row = labels + y * shape_.width;
      join(row[0], row[shape_.width - 1]);
    }
  }

 private:
  void join(std::int32_t a, std::int32_t b) {
    if (a > 0 && b > 0)
      joined_.join(static_cast<std::size_t>(a - 1), static_cast<std::size_t>(b - 1));
  }

  Shape shape_;
  Joined& joined_;
};

std::unique_ptr<label::Components> find_components(std::optional<InstructionSet> instructions,
                                                   const BitVolume& pores, int threads,
                                                   Progress& progress) {
  const label::Job job{pores, label::Connectivity::kFaces, Extent::kVolume, threads};
  if constexpr (kBuiltWithCuda) {
    if (!instructions) {
      return label::components_cuda(job, progress);
    }
  }
  return label::components_cpu(*instructions, job, progress);
}

}  // namespace

Shape Turn::of(const Shape& shape) const {
  const auto sides = sides_of(shape);
  const auto side = [&](std::size_t i) { return sides[static_cast<std::size_t>(axis[i])]; };
  return {side(0), side(1), side(2)};
}

Turn turn_for(Direction direction, const Shape& shape) {
  const auto sides = sides_of(shape);
  const int along = static_cast<int>(direction);
  int across = along == 0 ? 1 : 0;
  int other = 3 - along - across;
  if (sides[static_cast<std::size_t>(other)] > sides[static_cast<std::size_t>(across)]) {
    std::swap(across, other);
  }
  return {{across, other, along}};
}

BitVolume turned(const BitVolume& volume, const Turn& turn, int threads, Progress& progress) {
  const Shape& from = volume.shape();
  const Shape shape = turn.of(from);
  BitVolume out(shape);
  const std::array<std::int64_t, 3> steps{0, from.words_per_row(), from.words_per_slice()};
  const auto step = [&](std::size_t i) { return steps[static_cast<std::size_t>(turn.axis[i])]; };
  if (turn.axis[0] == 0) {  // rows stay rows
    parallel_for(shape.depth, threads, progress, [&](std::int64_t z) {
      for (std::int64_t y = 0; y < shape.height; ++y) {
        std::copy_n(volume.words() + y * step(1) + z * step(2), shape.words_per_row(),
                    out.slice(z) + y * shape.words_per_row());
      }
    });
    return out;
  }
  // The old x is the new y or z: blocks of 64 x 64 bits are transposed.
  const std::size_t of_x = turn.axis[1] == 0 ? 1 : 2;
  const std::size_t third = 3 - of_x;
  const std::int64_t third_side = third == 1 ? shape.height : shape.depth;
  const std::array<std::int64_t, 3> out_steps{0, shape.words_per_row(), shape.words_per_slice()};
  parallel_for(from.words_per_row() * third_side, threads, progress, [&](std::int64_t i) {
    const std::int64_t word = i / third_side;
    const std::int64_t at = i % third_side;
    const std::int64_t count = std::min(kWord, from.width - word * kWord);
    for (std::int64_t block = 0; block < shape.words_per_row(); ++block) {
      std::array<std::uint64_t, kWord> words{};
      const std::int64_t left = std::min(kWord, shape.width - block * kWord);
      for (std::int64_t x = 0; x < left; ++x) {
        words[static_cast<std::size_t>(x)] =
            volume.words()[(block * kWord + x) * step(0) + at * step(third) + word];
      }
      transpose(words);
      for (std::int64_t bit = 0; bit < count; ++bit) {
        out.words()[(word * kWord + bit) * out_steps[of_x] + at * out_steps[third] + block] =
            words[static_cast<std::size_t>(bit)];
      }
    }
  });
  return out;
}

BitVolume connected_pores(std::optional<InstructionSet> instructions, const BitVolume& pores,
                          Sides sides, int threads, Progress& progress) {
  auto [finding, touching, joining, dropping, writing] = progress_parts(progress, 10, 2, 4, 1, 3);
  const auto components = find_components(instructions, pores, threads, finding);
  const std::vector<std::uint8_t> faces = components->faces(touching);
  Joined joined(static_cast<std::size_t>(components->count()));
  if (sides == Sides::kPeriodic) {
    SideJoiner joiner(pores.shape(), joined);
    components->write(PixelType::kInt32, joiner, joining);
  }
  std::vector<std::uint8_t> reached(faces.size());
  for (std::size_t i = 0; i < faces.size(); ++i) reached[joined.root(i)] |= faces[i];
  std::vector<std::uint8_t> stay(faces.size());
  constexpr unsigned kBoth = label::kLowZ | label::kHighZ;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    stay[i] = (reached[joined.root(i)] & kBoth) == kBoth ? 1 : 0;
  }
  components->keep(stay, dropping);
  BitVolume out(pores.shape());
  components->write(out, writing);
  return out;
}

std::vector<std::int64_t> count_slices(const BitVolume& volume, int threads, Progress& progress) {
  const Shape& shape = volume.shape();
  std::vector<std::int64_t> counts(static_cast<std::size_t>(shape.depth));
  parallel_for(shape.depth, threads, progress, [&](std::int64_t z) {
    counts[static_cast<std::size_t>(z)] =
        packing_rows().count_bits(volume.slice(z), shape.words_per_slice());
  });
  return counts;
}

}  // namespace bitvox::tortuosity
