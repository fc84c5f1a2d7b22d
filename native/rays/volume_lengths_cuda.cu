// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/upload.hpp"
#include "cuda/warp.cuh"
#include "rays/volume_lengths_cuda.hpp"
#include "rays/volume_lengths_kernels.cuh"

namespace bitvox::rays {
namespace {

// Of a block, which every GPU has.
constexpr std::int64_t kMostSharedBytes = std::int64_t{1} << 16;
// Steps of all rays of a launch, so that it is over in some milliseconds.
constexpr std::int64_t kStepsOfLaunch = std::int64_t{1} << 32;

// As many threads as these bytes of each allow.
int threads_for(std::int64_t bytes) {
  int threads = kThreads;
  while (threads > cuda::kWarp && threads * bytes > kMostSharedBytes) threads /= 2;
  return threads;
}

// launch(first, end, blocks) for all items of which a block has so many, some at a time.
template <class Launch>
void in_pieces(std::int64_t items, std::int64_t steps_of_item, int of_block,
               const cuda::Stream& stream, Progress& progress, const Launch& launch) {
  const std::int64_t piece = std::max<std::int64_t>(of_block, kStepsOfLaunch / steps_of_item);
  cuda::Pacer pacer(stream, progress, std::max<std::int64_t>(1, items));
  for (std::int64_t first = 0; first < items; first += piece) {
    const std::int64_t end = std::min(items, first + piece);
    launch(first, end, cuda::blocks_for(end - first, of_block));
    pacer.enqueued(end);
  }
  pacer.finish();
}

template <class Volume, class Sums>
void walk_tiles(const Volume& volume, const RayTiles& tiles, std::int64_t views, float* lengths,
                const cuda::Stream& stream, Progress& progress) {
  const std::int64_t each = std::is_same_v<Sums, OneSum> ? 0 : (tiles.materials + 1) * 8;
  const int threads = threads_for(each);
  const auto shared = static_cast<std::size_t>(threads * each);
  if (shared > 0) cuda::allow_shared_bytes(walk_kernel<Volume, Sums>, shared);
  const Shape& shape = tiles.shape;
  const std::int64_t steps = cuda::kWarp * (shape.width + shape.height + shape.depth);
  in_pieces(views * tiles.of_view(), steps, threads / cuda::kWarp, stream, progress,
            [&](std::int64_t first, std::int64_t end, unsigned blocks) {
              cuda::launch(walk_kernel<Volume, Sums>,
                           {blocks, static_cast<unsigned>(threads), shared}, stream, volume, tiles,
                           first, end, lengths);
            });
}

template <class Volume>
void walk_all(const Volume& volume, const RayTiles& tiles, std::int64_t views, float* lengths,
              const cuda::Stream& stream, Progress& progress) {
  if (tiles.materials == 1) {
    walk_tiles<Volume, OneSum>(volume, tiles, views, lengths, stream, progress);
  } else {
    walk_tiles<Volume, SharedSums>(volume, tiles, views, lengths, stream, progress);
  }
}

template <int kPlanes>
void walk_teams(const DeviceColumns& columns, const ColumnTeams& teams, int threads, float* lengths,
                const cuda::Stream& stream, Progress& progress) {
  const auto shared =
      static_cast<std::size_t>(threads) * 8 * columns.materials * teams.slices_of_lane;
  cuda::allow_shared_bytes(columns_kernel<kPlanes>, shared);
  const Shape& shape = columns.shape;
  const std::int64_t steps =
      teams.lanes * (shape.width + shape.height + shape.depth) * teams.slices_of_lane;
  in_pieces(teams.all, steps, threads / teams.lanes, stream, progress,
            [&](std::int64_t first, std::int64_t end, unsigned blocks) {
              cuda::launch(columns_kernel<kPlanes>,
                           {blocks, static_cast<unsigned>(threads), shared}, stream, columns, teams,
                           first, end, lengths);
            });
}

template <int kPlanes, int kWords, class Vector>
void walk_warps(const DeviceColumns& columns, ColumnTeams teams, std::int64_t views, float* lengths,
                const cuda::Stream& stream, Progress& progress) {
  constexpr std::int64_t kSlices = kWords * cuda::kWarp;
  teams.lanes = cuda::kWarp;
  teams.slices_of_lane = kWords;
  teams.parts = (columns.slices + kSlices - 1) / kSlices;
  teams.of_view = teams.part.columns * teams.parts;
  teams.all = views * teams.of_view;
  const Shape& shape = columns.shape;
  const std::int64_t steps = cuda::kWarp * (shape.width + shape.height + shape.depth);
  in_pieces(teams.all, steps, kThreads / cuda::kWarp, stream, progress,
            [&](std::int64_t first, std::int64_t end, unsigned blocks) {
              cuda::launch(together_kernel<kPlanes, kWords, Vector>,
                           {blocks, static_cast<unsigned>(kThreads)}, stream, columns, teams, first,
                           end, lengths);
            });
}

}  // namespace

struct VolumeLengthsCuda::Held {
  const VolumeLengths& host;
  const cuda::Stream& stream;
  cuda::DeviceBuffer<std::uint8_t> bytes;   // cells, or bricks of several materials
  cuda::DeviceBuffer<std::uint32_t> codes;  // of bricks
  cuda::DeviceBuffer<std::uint64_t> words;  // of columns

  void hold_bricks(const MaterialBricks& bricks, int threads, cuda::Staging& staging,
                   Progress& progress) {
    constexpr std::int64_t kBytes = 512;
    auto [first, second] = progress_parts(progress, 1, 4);
    std::vector<std::uint32_t> all = bricks.codes();
    const auto& layers = bricks.mixed_bricks();
    const std::size_t of_layer = all.size() / layers.size();
    std::int64_t before = 0;
    std::vector<std::int64_t> begins;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
      for (std::size_t i = layer * of_layer; i < (layer + 1) * of_layer; ++i) {
        if (all[i] >= DeviceBricks::kMixed) all[i] += static_cast<std::uint32_t>(before);
      }
      begins.push_back(before * kBytes);
      before += std::ssize(layers[layer]) / kBytes;
    }
    codes = cuda::allocate<std::uint32_t>(std::ssize(all));
    cuda::upload(all.data(), std::ssize(all) * 4, codes.get(), threads, staging, first);
    bytes = cuda::allocate<std::uint8_t>(std::max<std::int64_t>(1, before * kBytes));
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
      PhaseProgress one(second, static_cast<std::int64_t>(layer),
                        static_cast<std::int64_t>(layer) + 1, std::ssize(layers));
      cuda::upload(layers[layer].data(), std::ssize(layers[layer]), bytes.get() + begins[layer],
                   threads, staging, one);
    }
  }

  void measure_columns(const MaterialColumns& from, std::span<const View> views,
                       const View* device_views, const DetectorPart& part, float* lengths,
                       Progress& progress) const {
    const std::int64_t slices = from.slices(), count = std::ssize(views);
    cuda::clear(lengths, count * host.materials() * part.pixels(), stream);
    const std::int64_t all_rows = count * (slices + 1);
    const auto device_rows = cuda::allocate<std::int32_t>(all_rows);
    const cuda::Drain drain(stream);
    cuda::clear(device_rows.get(), all_rows, stream);
    const int materials = host.materials();
    const int of_lane = materials <= 8 ? 32 : materials <= 32 ? 8 : 1;
    int lanes = 1;
    while (lanes < cuda::kWarp && lanes * of_lane < slices) lanes *= 2;
    const std::int64_t parts = (slices + lanes * of_lane - 1) / (lanes * of_lane);
    const std::int64_t of_view = part.columns * parts;
    const ColumnTeams teams{of_lane,           lanes, parts, of_view, count * of_view, device_views,
                            device_rows.get(), part};
    const DeviceColumns columns{host.shape(),
                                host.spacing(),
                                static_cast<int>(from.layout().first),
                                static_cast<int>(from.layout().second),
                                static_cast<int>(from.layout().along),
                                reinterpret_cast<const std::uint32_t*>(words.get()),
                                from.words_of_plane() * from.planes() * 2,
                                from.wide(),
                                slices,
                                materials};
    cuda::launch(rows_kernel,
                 {cuda::blocks_for(count * part.rows, kThreads), static_cast<unsigned>(kThreads)},
                 stream, columns, device_views, part, count * part.rows, device_rows.get());
    if (from.planes() == 2) {
      return walk_warps<2, 8, uint4>(columns, teams, count, lengths, stream, progress);
    }
    if (from.planes() == 1 && columns.words_of_column % 4 == 0) {
      return walk_warps<1, 16, uint4>(columns, teams, count, lengths, stream, progress);
    }
    if (from.planes() == 1) {
      return walk_warps<1, 16, uint2>(columns, teams, count, lengths, stream, progress);
    }
    const int threads = threads_for(std::int64_t{8} * materials * of_lane);
    switch (from.planes()) {
      case 4:
        return walk_teams<4>(columns, teams, threads, lengths, stream, progress);
      default:
        return walk_teams<8>(columns, teams, threads, lengths, stream, progress);
    }
  }
};

std::int64_t VolumeLengthsCuda::bytes(const VolumeLengths& host) {
  if (host.cells() != nullptr) return host.shape().voxel_count();
  if (const MaterialColumns* columns = host.columns()) {
    return host.shape().voxel_count() / columns->slices() * columns->words_of_plane() *
           columns->planes() * 8;
  }
  std::int64_t bytes = std::ssize(host.bricks()->codes()) * 4;
  for (const auto& layer : host.bricks()->mixed_bricks()) bytes += std::ssize(layer);
  return bytes;
}

VolumeLengthsCuda::VolumeLengthsCuda(const VolumeLengths& host, const MemoryUser& user, int threads,
                                     cuda::Staging& staging, Progress& progress) {
  const std::int64_t all = bytes(host);
  require_memory(user, cuda::device_memory(), all);
  held_.reset(new Held{host, staging.stream(), {}, {}, {}});
  if (const MaterialCells* cells = host.cells()) {
    held_->bytes = cuda::allocate<std::uint8_t>(all);
    cuda::upload(cells->cells.get(), all, held_->bytes.get(), threads, staging, progress);
  } else if (const MaterialColumns* columns = host.columns()) {
    held_->words = cuda::allocate<std::uint64_t>(all / 8);
    cuda::upload(columns->words(), all, held_->words.get(), threads, staging, progress);
  } else {
    held_->hold_bricks(*host.bricks(), threads, staging, progress);
  }
}

VolumeLengthsCuda::~VolumeLengthsCuda() {
  if (held_ != nullptr) const cuda::Drain drain(held_->stream);
}

void VolumeLengthsCuda::measure(std::span<const View> views, const DetectorPart& part,
                                float* lengths, Progress& progress) const {
  const VolumeLengths& host = held_->host;
  const cuda::Stream& stream = held_->stream;
  const auto on_gpu = cuda::allocate<View>(std::ssize(views));
  const cuda::Drain drain(stream);
  cuda::copy(on_gpu.get(), views.data(), std::ssize(views), stream);
  if (const MaterialColumns* columns = host.columns()) {
    return held_->measure_columns(*columns, views, on_gpu.get(), part, lengths, progress);
  }
  const RayTiles tiles{on_gpu.get(),
                       part,
                       host.spacing(),
                       host.shape(),
                       host.materials(),
                       (part.columns + RayTiles::kWide - 1) / RayTiles::kWide,
                       (part.rows + RayTiles::kHigh - 1) / RayTiles::kHigh};
  const auto walk = [&](const auto& volume) {
    walk_all(volume, tiles, std::ssize(views), lengths, stream, progress);
  };
  if (host.cells() != nullptr) {
    const std::uint8_t* const cells = held_->bytes.get();
    if (host.shape().voxel_count() <= std::numeric_limits<std::uint32_t>::max()) {
      return walk(DeviceCells<std::uint32_t>{host.shape(), cells});
    }
    return walk(DeviceCells<std::int64_t>{host.shape(), cells});
  }
  const Shape& shape = host.shape();
  const DeviceBricks bricks{(shape.width + 7) / 8, (shape.height + 7) / 8, held_->codes.get(),
                            held_->bytes.get()};
  walk(bricks);
}

}  // namespace bitvox::rays
