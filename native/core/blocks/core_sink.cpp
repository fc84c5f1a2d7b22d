// SPDX-License-Identifier: BSD-2-Clause
#include "core/blocks/core_sink.hpp"

#include <algorithm>
#include <cstring>

namespace bitvox {
namespace {

std::int64_t slice_bytes(const SliceFormat& format) {
  return format.slice_pixels() * bytes_per_pixel(format.type);
}

}  // namespace

std::int64_t CoreSink::bytes(const std::vector<Block>& blocks, const SliceFormat& whole) {
  std::int64_t most = 0;
  for (const Block& block : blocks) {
    if (block.has_whole_slices()) continue;
    most = std::max(most, block.core.shape().depth * whole.channels * slice_bytes(whole));
  }
  return most;
}

bool CoreSink::whole_slices() const {
  const Shape written = written_.shape();
  return block_.has_whole_slices() && written.width == whole_.shape.width &&
         written.height == whole_.shape.height;
}

void CoreSink::begin_block(const Block& block, const Box& written) {
  block_ = block;
  written_ = written;
  if (whole_slices()) return;
  const std::int64_t bytes = block.core.shape().depth * whole_.channels * slice_bytes(whole_);
  if (bytes <= layer_bytes_) return;
  layer_ = aligned_array<char>(bytes);
  layer_bytes_ = bytes;
}

std::optional<CoreSink::Places> CoreSink::places() const {
  if (whole_slices()) return std::nullopt;
  const std::int64_t pixel = bytes_per_pixel(whole_.type);
  const std::int64_t first = block_.core.begin[1] * whole_.shape.width + block_.core.begin[0];
  return Places{layer_.get() + first * pixel, whole_.shape.width * pixel, slice_bytes(whole_)};
}

void CoreSink::write_slice(std::int64_t slice, const void* pixels) {
  if (whole_slices()) {
    to_.write_slice(block_.core.begin[2] * whole_.channels + slice, pixels);
    return;
  }
  const Shape core = block_.core.shape();
  const std::int64_t bytes = bytes_per_pixel(whole_.type);
  const auto* const from = static_cast<const char*>(pixels);
  const std::int64_t written_width = written_.shape().width;
  for (std::int64_t y = 0; y < core.height; ++y) {
    const std::int64_t in_written = (block_.core.begin[1] + y - written_.begin[1]) * written_width +
                                    block_.core.begin[0] - written_.begin[0];
    const std::int64_t in_layer =
        (slice * whole_.shape.height + block_.core.begin[1] + y) * whole_.shape.width +
        block_.core.begin[0];
    std::memcpy(layer_.get() + in_layer * bytes, from + in_written * bytes,
                static_cast<std::size_t>(core.width * bytes));
  }
}

void CoreSink::write_slices(const SliceBatch& batch, int threads) {
  if (!whole_slices()) {
    SliceSink::write_slices(batch, threads);
    return;
  }
  SliceBatch of_whole = batch;
  of_whole.first += block_.core.begin[2] * whole_.channels;
  to_.write_slices(of_whole, threads);
}

void CoreSink::end_block(Progress& progress) {
  const bool last_of_layer =
      block_.core.end[0] == whole_.shape.width && block_.core.end[1] == whole_.shape.height;
  if (whole_slices() || !last_of_layer) return;
  const std::int64_t first = block_.core.begin[2] * whole_.channels;
  const std::int64_t slices = block_.core.shape().depth * whole_.channels;
  for (std::int64_t i = 0; i < slices; ++i) {
    progress.report(1, 1);
    to_.write_slice(first + i, layer_.get() + i * slice_bytes(whole_));
  }
}

}  // namespace bitvox
