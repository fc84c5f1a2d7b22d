// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "bits.hpp"
#include "block_contract.hpp"
#include "ops/label/components_blocks.hpp"

namespace bitvox::label {
namespace {

using test::Bits;

// The map of labels and sizes. Where there is a mask, which is the marker here, all else that is
// asked too: each question finds the components of the blocks again.
struct Blocks {
  using CpuTwin = label::CpuTwin;
  using GpuTwin = label::GpuTwin;
  static constexpr PixelType kPixels = PixelType::kInt32;

  struct Job : label::Job {
    const BitVolume* marker = nullptr;
  };

  static Job job(const BitVolume& in, const BitVolume* mask, test::Random& random) {
    constexpr Connectivity kAny[] = {Connectivity::kFaces, Connectivity::kEdges,
                                     Connectivity::kAll};
    const Connectivity connectivity = kAny[random.below(3)];
    const Extent extent = random.chance(0.3) ? Extent::kPerSlice : Extent::kVolume;
    return {{in, connectivity, extent, 1}, mask};
  }

  template <class Twin>
  static Bits run_passes(const Job& job, const Twin& twin, const std::vector<Block>& blocks,
                         SliceSink& map) {
    NoProgress quiet;
    const std::unique_ptr<Components> components =
        blocks.size() == 1 ? twin.find(job.volume, quiet)
                           : components_in_blocks(std::make_unique<Twin>(twin), blocks, quiet);
    Bits bits;
    bits.add(components->count()).add(components->sizes(quiet));
    components->write(kPixels, map, quiet);
    if (job.marker == nullptr) return bits;
    bits.add(components->faces(quiet)).add(components->marked(*job.marker, quiet));
    bits.add(components->labels_of_runs(quiet));
    std::vector<std::uint8_t> odd(static_cast<std::size_t>(components->count()));
    for (std::size_t i = 0; i < odd.size(); i += 2) odd[i] = 1;
    components->keep(odd, quiet);
    BitVolume kept(job.volume.shape());
    components->write(kept, quiet);
    return bits.add(kept);
  }

  static std::optional<Bits> counted(const Job&, const GreyVolume& map, const BitVolume* marker) {
    const Shape& s = map.shape();
    const auto* label = map.data<std::int32_t>();
    const std::int32_t count = *std::max_element(label, label + s.voxel_count());
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(count));
    std::vector<std::uint8_t> faces(sizes.size());
    std::vector<std::uint8_t> marked(sizes.size());
    std::vector<std::uint32_t> of_runs;
    BitVolume odd(s);
    for (std::int64_t z = 0; z < s.depth; ++z) {
      for (std::int64_t y = 0; y < s.height; ++y) {
        for (std::int64_t x = 0; x < s.width; ++x, ++label) {
          if (*label == 0) continue;
          const auto i = static_cast<std::size_t>(*label - 1);
          ++sizes[i];
          const int touched = (x == 0 ? kLowX : 0) | (x == s.width - 1 ? kHighX : 0) |
                              (y == 0 ? kLowY : 0) | (y == s.height - 1 ? kHighY : 0) |
                              (z == 0 ? kLowZ : 0) | (z == s.depth - 1 ? kHighZ : 0);
          faces[i] = static_cast<std::uint8_t>(faces[i] | touched);
          if (marker != nullptr && test::voxel(*marker, x, y, z)) marked[i] = 1;
          if (x == 0 || label[-1] == 0) of_runs.push_back(static_cast<std::uint32_t>(*label));
          if (*label % 2 == 1) test::set_voxel(odd, x, y, z);
        }
      }
    }
    Bits bits;
    bits.add(std::int64_t{count}).add(sizes);
    if (marker == nullptr) return bits;
    return bits.add(faces).add(marked).add(of_runs).add(odd);
  }
};

}  // namespace
}  // namespace bitvox::label

namespace bitvox::test {
INSTANTIATE_TYPED_TEST_SUITE_P(Label, BlockContract, label::Blocks);
}
