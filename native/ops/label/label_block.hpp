// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/blocks/run_block.hpp"
#include "ops/label/label.hpp"
#include "ops/label/label_block_objects.hpp"
#include "ops/label/label_parts.hpp"

// One block, for who goes through those of a volume elsewhere, twice: to find the components of all
// blocks, which are joined then, and to hand out their labels.
namespace bitvox::label {

// The components of some blocks, in the order in which they were added.
struct BlockParts {
  Parts parts;
  std::vector<std::int64_t> voxels;  // of each part, in the core
  std::vector<std::uint8_t> faces;   // of the volume, that it touches; empty without no_border

  void add(const BlockParts& other);
  void check() const;  // throws InvalidInput for numbers of something else

  template <class Each>
  static void fields(Each&& field) {
    field("parts", &BlockParts::parts);
    field("voxels", &BlockParts::voxels);
    field("faces", &BlockParts::faces);
  }
};

// What all of them are called.
struct LabelledBlocks {
  std::int64_t found = 0;            // objects
  std::int64_t kept = 0;             // that the filters leave
  std::vector<std::int32_t> labels;  // of the parts, one block after the other; 0: is left out
  std::vector<std::int64_t> starts;  // of the blocks in them, and the end
  std::vector<std::int64_t> voxels;  // of each object that is kept

  template <class Each>
  static void fields(Each&& field) {
    field("found", &LabelledBlocks::found);
    field("kept", &LabelledBlocks::kept);
    field("labels", &LabelledBlocks::labels);
    field("starts", &LabelledBlocks::starts);
    field("voxels", &LabelledBlocks::voxels);
  }
};
constexpr std::string_view java_name(const LabelledBlocks*) { return "LabelledBlocks"; }

Reach reach_of(const Options& options, const Shape& whole);
BlockMemory memory_for(const Block& block, const Options& options);

// in: what the block reads, as a volume of its own. Throws InvalidInput for what label() does.
BlockParts find_in_block(const VolumeSource& in, const Block& block, const Options& options,
                         RunReport& report, Progress& progress);

// Throws InvalidInput if blocks lack, or were looked at without no_border if that is asked for.
LabelledBlocks finish(const Shape& whole, BlockParts parts, const Options& options,
                      Progress& progress);

// What is handed out of a block: null for nowhere, and whether its objects are measured.
struct BlockOutputs {
  SliceSink* labels = nullptr;  // 32-bit integers
  bool objects = false;
  const GreySource* second = nullptr;  // of what the block reads, measured in them; or null
};

// The labels of the core, and what is known of its objects; labels are those of the block's parts.
ObjectParts label_block(const VolumeSource& in, const Block& block, const Options& options,
                        const std::vector<std::int32_t>& labels, const BlockOutputs& outputs,
                        RunReport& report, Progress& progress);

}  // namespace bitvox::label
