// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <optional>

#include "core/memory/memory.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/stiffness/stiffness_device_levels.cuh"
#include "ops/stiffness/stiffness_engine.hpp"

namespace bitvox::stiffness {
namespace {

constexpr MemoryUser kUser{"Stiffness", "Choose backend 'auto' or crop the image."};

// The body in the GPU's memory, and the levels of its nodes but for vectors.
class DeviceBody {
 public:
  explicit DeviceBody(const Structure& structure)
      : levels_(structure.lattice, voxel_of(structure.options), structure.solid.mean_dilatation()) {
    cuda::DeviceArena measure;
    take(measure, structure);
    require_memory(kUser, cuda::device_memory(), measure.used());
    arena_.emplace(measure.used());
    take(*arena_, structure);
  }

  void upload(const Structure& structure, int threads, Progress& progress,
              const cuda::Stream& stream, cuda::Staging& staging) {
    const Shape& shape = structure.body.shape();
    const VoxelMaterials host = structure.solid.of_voxels();
    const auto copy = [&](const auto* from, auto* to, std::int64_t count) {
      if (from == nullptr) return;
      cuda::upload(from, count * static_cast<std::int64_t>(sizeof *from), to, threads, staging,
                   progress);
    };
    copy(structure.body.words(), words_, shape.word_count());
    copy(host.numbers, numbers_, shape.voxel_count());
    copy(host.moduli, moduli_, shape.voxel_count());
    copy(host.materials, table_, materials_of(structure));
    bits_ = {words_, shape.width, shape.height, shape.depth, shape.words_per_row()};
    materials_ = {shape.width, shape.height, table_, numbers_, moduli_, host.modulus_of_one};
    levels_.find_blocks(bits_, stream);
  }

  DeviceLevels& levels() { return levels_; }
  const DeviceLevels& levels() const { return levels_; }
  const BodyBits& bits() const { return bits_; }
  const VoxelMaterials& materials() const { return materials_; }

 private:
  static std::int64_t materials_of(const Structure& structure) {
    return static_cast<std::int64_t>(structure.solid.materials().size());
  }
  void take(cuda::DeviceArena& arena, const Structure& structure) {
    const Shape& shape = structure.body.shape();
    const VoxelMaterials host = structure.solid.of_voxels();
    const auto voxels = [&](const void* array) {
      return array == nullptr ? 0 : shape.voxel_count();
    };
    words_ = arena.take<std::uint64_t>(shape.word_count());
    numbers_ = arena.take<std::uint16_t>(voxels(host.numbers));
    moduli_ = arena.take<float>(voxels(host.moduli));
    table_ = arena.take<Material>(materials_of(structure));
    if (host.numbers == nullptr) numbers_ = nullptr;
    if (host.moduli == nullptr) moduli_ = nullptr;
    levels_.take_blocks(arena);
  }

  DeviceLevels levels_;
  std::optional<cuda::DeviceArena> arena_;
  std::uint64_t* words_ = nullptr;
  std::uint16_t* numbers_ = nullptr;
  float* moduli_ = nullptr;
  Material* table_ = nullptr;
  BodyBits bits_{};
  VoxelMaterials materials_{};
};

}  // namespace
}  // namespace bitvox::stiffness
