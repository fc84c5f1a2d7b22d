// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/blocks/block.hpp"
#include "core/memory/memory.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "ops/label/label_terms.hpp"

namespace bitvox::label {

inline constexpr MemoryUser kHostUser{"Label Components", "Crop the image."};

// Below this the CPU is done before a GPU has been given its work.
inline constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 21;

// The six faces of a volume, as bits.
inline constexpr std::uint8_t kLowX = 1;
inline constexpr std::uint8_t kHighX = 2;
inline constexpr std::uint8_t kLowY = 4;
inline constexpr std::uint8_t kHighY = 8;
inline constexpr std::uint8_t kLowZ = 16;
inline constexpr std::uint8_t kHighZ = 32;
inline constexpr std::uint8_t kAllFaces = 63;
inline constexpr std::uint8_t kFacesOfSlices = 15;

// The connected components of a binary volume, found on its runs of voxels: union-find in which the
// smaller rank is the root, so that a component's root is its first voxel and labels 1, 2, ... are
// in raster order of the first voxels, on every backend. Made by components_cpu() or
// components_cuda(), at once where all that is found meanwhile fits, else over blocks
// (components_blocks.hpp). Per slice, components end at slices and labels go on from slice to
// slice.
//
// All throw Cancelled, HostOutOfMemory or DeviceError.
class Components {
 public:
  virtual ~Components() = default;

  // How many there are.
  virtual std::int64_t count() const = 0;

  // Voxels of each; label i is at i - 1.
  virtual std::vector<std::int64_t> sizes(Progress& progress) = 0;

  // The faces of the volume that each touches.
  virtual std::vector<std::uint8_t> faces(Progress& progress) = 0;

  // 1 for each that has a voxel of the marker, which is of the same shape, else 0.
  virtual std::vector<std::uint8_t> marked(const BitVolume& marker, Progress& progress) = 0;

  // Gives new labels: label i becomes labels[i - 1]; 0 is none. For the functions below.
  virtual void relabel(const std::vector<std::uint32_t>& labels, Progress& progress) = 0;

  // Takes away label i where stay[i - 1] is 0; the others remain.
  virtual void keep(const std::vector<std::uint8_t>& stay, Progress& progress) = 0;

  // The voxels that have a label.
  virtual void write(BitVolume& out, Progress& progress) = 0;

  // The labels as 16-bit integers, 32-bit floats or 32-bit integers; 0 is background.
  virtual void write(PixelType type, SliceSink& out, Progress& progress) = 0;

  // The label of every run, by its rank.
  virtual std::vector<std::uint32_t> labels_of_runs(Progress& progress) = 0;
};

// Throws InvalidInput where there are more runs than ranks.
void require_runs(std::int64_t runs);

// What is looked for, where. The volume must stay as it is while the components live.
struct Job {
  const BitVolume& volume;
  Connectivity connectivity = Connectivity::kFaces;
  Extent extent = Extent::kVolume;
  int threads = 1;
  // The sides of the blocks that are computed one after the other, 0 for the whole. All 0: as
  // memory allows.
  Index block{};
};

std::unique_ptr<Components> components_cpu(InstructionSet instructions, const Job& job,
                                           Progress& progress);
std::unique_ptr<Components> components_cuda(const Job& job, Progress& progress);
// The same where `volume`, that of the job, is read from `in` on the way.
std::unique_ptr<Components> components_cuda(const VolumeSource& in, BitVolume& volume,
                                            const Job& job, Progress& progress);

// ---- For operations on bits ------------------------------------------------------------------

struct JoinOptions {
  Connectivity connectivity = Connectivity::kFaces;
  Extent extent = Extent::kVolume;
  std::string backend = "auto";  // or cuda, avx512, avx2, scalar
  int threads = 0;               // of the CPU; 0: all cores
  Index block{};                 // see Job
};

// All throw Cancelled, HostOutOfMemory and DeviceError, and InvalidInput for the backend, the
// number of threads and the block.

// The voxels of `volume` that are joined to a voxel of it in the given faces (kLowX | ...): what a
// fluid reaches from there. Of the complement of an object (see below), joined to all faces, it is
// what is outside; the complement of that is the object with its holes filled.
BitVolume joined_to_faces(const BitVolume& volume, std::uint8_t faces, const JoinOptions& options,
                          RunReport& run, Progress& progress);

// The components of `volume` that touch none of the faces.
BitVolume clear_of_faces(const BitVolume& volume, std::uint8_t faces, const JoinOptions& options,
                         RunReport& run, Progress& progress);

// The components of `volume` that have a voxel of the marker: its reconstruction by dilation.
// Throws InvalidInput if the marker is of another shape.
BitVolume joined_to_marker(const BitVolume& volume, const BitVolume& marker,
                           const JoinOptions& options, RunReport& run, Progress& progress);

// The components of `volume` that have `least` voxels at least (its area opening); the largest one,
// of equal ones the first.
BitVolume components_of_size(const BitVolume& volume, std::int64_t least,
                             const JoinOptions& options, RunReport& run, Progress& progress);
BitVolume largest_component(const BitVolume& volume, const JoinOptions& options, RunReport& run,
                            Progress& progress);

// Background where the volume is foreground, and the other way round.
BitVolume complement(const BitVolume& volume, int threads, Progress& progress);

}  // namespace bitvox::label
