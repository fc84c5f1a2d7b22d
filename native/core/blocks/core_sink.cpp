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
    const Shape core = block.core.shape();
    const bool alone = whole.shape == core && !block.is_whole();
    if (block.has_whole_slices() && !alone) continue;
    const std::int64_t slices = alone ? 1 : core.depth * whole.channels;
    most = std::max(most, slices * slice_bytes(whole));
  }
  return most;
}

bool CoreSink::at_once() const {
  const Shape core = core_.shape();
  return core.width == whole_.shape.width && core.height == whole_.shape.height;
}

bool CoreSink::as_they_are() const {
  const Shape written = written_.shape();
  return at_once() && written.width == whole_.shape.width && written.height == whole_.shape.height;
}

void CoreSink::begin_block(const Block& block, const Box& written) {
  const Index first = whole_.shape == block.core.shape() ? block.core.begin : Index{};
  core_ = moved(block.core, first);
  written_ = moved(written, first);
  if (as_they_are()) return;
  const std::int64_t slices = at_once() ? 1 : core_.shape().depth * whole_.channels;
  make_room(slices * slice_bytes(whole_));
}

void CoreSink::make_room(std::int64_t bytes) {
  if (bytes <= layer_bytes_) return;
  layer_ = aligned_array<char>(bytes);
  layer_bytes_ = bytes;
}

std::optional<CoreSink::Places> CoreSink::places() const {
  if (at_once()) return std::nullopt;
  const std::int64_t pixel = bytes_per_pixel(whole_.type);
  const std::int64_t first = core_.begin[1] * whole_.shape.width + core_.begin[0];
  return Places{layer_.get() + first * pixel, whole_.shape.width * pixel, slice_bytes(whole_)};
}

void CoreSink::cut(const void* pixels, char* to) const {
  const Shape core = core_.shape();
  const std::int64_t bytes = bytes_per_pixel(whole_.type);
  const auto* const from = static_cast<const char*>(pixels);
  const std::int64_t written_width = written_.shape().width;
  for (std::int64_t y = 0; y < core.height; ++y) {
    const std::int64_t in_written = (core_.begin[1] + y - written_.begin[1]) * written_width +
                                    core_.begin[0] - written_.begin[0];
    const std::int64_t in_whole = (core_.begin[1] + y) * whole_.shape.width + core_.begin[0];
    std::memcpy(to + in_whole * bytes, from + in_written * bytes,
                static_cast<std::size_t>(core.width * bytes));
  }
}

void CoreSink::write_slice(std::int64_t slice, const void* pixels) {
  if (!at_once()) {
    cut(pixels, layer_.get() + slice * slice_bytes(whole_));
    return;
  }
  if (!as_they_are()) {
    cut(pixels, layer_.get());
    pixels = layer_.get();
  }
  to_.write_slice(core_.begin[2] * whole_.channels + slice, pixels);
}

void CoreSink::write_slices(const SliceBatch& batch, int threads) {
  if (!as_they_are()) {
    SliceSink::write_slices(batch, threads);
    return;
  }
  SliceBatch of_whole = batch;
  of_whole.first += core_.begin[2] * whole_.channels;
  to_.write_slices(of_whole, threads);
}

void CoreSink::end_block(Progress& progress) {
  const bool last_of_layer =
      core_.end[0] == whole_.shape.width && core_.end[1] == whole_.shape.height;
  if (at_once() || !last_of_layer) return;
  const std::int64_t first = core_.begin[2] * whole_.channels;
  const std::int64_t slices = core_.shape().depth * whole_.channels;
  for (std::int64_t i = 0; i < slices; ++i) {
    progress.report(1, 1);
    to_.write_slice(first + i, layer_.get() + i * slice_bytes(whole_));
  }
}

}  // namespace bitvox
