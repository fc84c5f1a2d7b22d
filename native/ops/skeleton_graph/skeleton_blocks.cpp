// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/skeleton_blocks.hpp"

#include <limits>
#include <string>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"
#include "ops/skeleton_graph/skeleton_steps.hpp"

namespace bitvox::skeleton_graph {
namespace {

constexpr std::int64_t kBytesOfNumber = sizeof(std::int64_t);

std::int64_t number_of(const VoxelPosition& at, const Shape& whole) {
  return (at.z * whole.height + at.y) * whole.width + at.x;
}

// Calls visit(words, z) for the slices of a core, counted from 0.
template <class Visit>
void for_slices(const VolumeSource& volume, const Block& block, Progress& progress, Visit&& visit) {
  const Shape core = block.core.shape();
  std::vector<std::uint64_t> words(static_cast<std::size_t>(core.words_per_slice()));
  const auto reader = volume.open_box(block.core);
  for (std::int64_t z = 0; z < core.depth; ++z) {
    progress.report(z, core.depth);
    reader->read_slices(z, 1, words.data());
    visit(words.data(), z);
  }
  progress.report(1, 1);
}

void check_count(std::int64_t voxels) {
  const std::string what =
      "the list of " + std::to_string(voxels) + " foreground voxels of a block";
  if (voxels > std::numeric_limits<std::int32_t>::max()) {
    throw InvalidInput(what + " is too long; skeletonize the image first, or use smaller blocks");
  }
  require_memory({what, "Skeletonize the image first."}, host_memory(), kBytesOfNumber * voxels);
}

}  // namespace

BlockMemory memory_for(const Block& block) {
  const Shape core = block.core.shape();
  const std::int64_t slice = core.words_per_slice() * kBytesOfNumber;
  return {slice + core.voxel_count() / 64 * kBytesOfNumber, 0};
}

std::vector<std::int64_t> list_block(const VolumeSource& volume, const Block& block,
                                     Progress& progress) {
  const Shape core = block.core.shape();
  auto [counting, listing] = progress_parts(progress, 1, 1);
  std::int64_t count = 0;
  for_slices(volume, block, counting, [&](const std::uint64_t* words, std::int64_t) {
    count += packing_rows().count_bits(words, core.words_per_slice());
  });
  check_count(count);
  std::vector<std::int64_t> numbers;
  numbers.reserve(static_cast<std::size_t>(count));
  const Index& first = block.core.begin;
  for_slices(volume, block, listing, [&](const std::uint64_t* words, std::int64_t z) {
    for_voxels(words, core, [&](std::int64_t x, std::int64_t y) {
      numbers.push_back(number_of({first[0] + x, first[1] + y, first[2] + z}, block.whole));
    });
  });
  return numbers;
}

Skeleton skeleton_of(const Shape& whole, const std::vector<std::int64_t>& numbers,
                     Progress& progress) {
  Steps steps(progress);
  Skeleton skeleton{whole, {}};
  skeleton.voxels.reserve(numbers.size());
  std::int64_t before = -1;
  for (const std::int64_t number : numbers) {
    if (number <= before || number >= whole.voxel_count()) {
      throw InvalidInput("these are not the numbers of a block's results");
    }
    const std::int64_t row = number / whole.width;
    skeleton.voxels.push_back({number % whole.width, row % whole.height, row / whole.height});
    before = number;
    steps.add();
  }
  return skeleton;
}

std::vector<std::int64_t> numbers_of(const Skeleton& skeleton, Progress& progress) {
  Steps steps(progress);
  std::vector<std::int64_t> numbers;
  numbers.reserve(skeleton.voxels.size());
  for (const VoxelPosition& at : skeleton.voxels) {
    numbers.push_back(number_of(at, skeleton.shape));
    steps.add();
  }
  return numbers;
}

}  // namespace bitvox::skeleton_graph
