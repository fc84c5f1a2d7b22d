// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/threads/progress_parts.hpp"
#include "ops/label/label_launch.cuh"
#include "ops/label/label_seams.cuh"
#include "ops/label/label_tiles.cuh"

namespace bitvox::label {

template <Connectivity kConnectivity>
void join_tiles_and_seams(const RunVolume& v, const Tiles& tiles, bool planar,
                          const cuda::Stream& stream, Progress& progress) {
  constexpr auto kKernel = join_tiles_kernel<kConnectivity>;
  constexpr std::size_t kShared = sizeof(typename TileThread<kConnectivity>::Memory);
  auto [within, between] = progress_parts(progress, 1, 1);
  cuda::allow_shared_bytes(kKernel, kShared);
  in_pieces(tiles.count(), 1, stream, within, [&](const ItemRange& range, cuda::LaunchShape shape) {
    shape.shared_bytes = kShared;
    cuda::launch(kKernel, shape, stream, v, range, tiles, planar);
  });
  each_word(join_seams_kernel<kConnectivity>, v, stream, between, tiles, planar);
}

// Makes the labels of runs a forest, see cuda/trees.cuh, with a tree for each component: of the
// volume, or of its slices.
inline void join_runs(const RunVolume& v, Connectivity connectivity, bool planar,
                      const cuda::Stream& stream, Progress& progress) {
  const Shape shape{v.width, v.height, v.depth};
  const auto join =
      [&]<Connectivity kConnectivity>(std::integral_constant<Connectivity, kConnectivity>) {
        join_tiles_and_seams<kConnectivity>(v, Tiles::of<kConnectivity>(shape, planar), planar,
                                            stream, progress);
      };
  if (connectivity == Connectivity::kFaces) {
    join(std::integral_constant<Connectivity, Connectivity::kFaces>{});
  } else if (connectivity == Connectivity::kAll && !planar) {
    join(std::integral_constant<Connectivity, Connectivity::kAll>{});
  } else {
    join(std::integral_constant<Connectivity, Connectivity::kEdges>{});  // slices have no corners
  }
}

}  // namespace bitvox::label
