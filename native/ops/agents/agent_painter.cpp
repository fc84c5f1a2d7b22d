// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_painter.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "core/threads/parallel.hpp"

namespace bitvox::agents {
namespace {

// Enough bands for all threads, whose rows stay in the cache.
std::int64_t band_rows(const Shape& shape, int threads) {
  constexpr std::int64_t kMost = 64;
  return std::clamp<std::int64_t>(shape.height / (4 * threads), 1, kMost);
}

}  // namespace

// Sorts agents by the bands that they reach, by counting.
void Painter::find_bands(std::span<const Place> places) {
  band_rows_ = band_rows(shape_, threads_);
  const std::int64_t bands = (shape_.height + band_rows_ - 1) / band_rows_;
  const auto each_band = [&](const Place& place, const auto& of_band) {
    const Span rows = pixels_.rows(place);
    if (rows.first >= rows.last) return;
    for (std::int64_t b = rows.first / band_rows_; b <= (rows.last - 1) / band_rows_; ++b) {
      of_band(static_cast<std::size_t>(b));
    }
  };
  begins_.assign(static_cast<std::size_t>(bands) + 1, 0);
  for (const Place& place : places) {
    each_band(place, [&](std::size_t band) { ++begins_[band]; });
  }
  std::exclusive_scan(begins_.begin(), begins_.end(), begins_.begin(), std::int64_t{0});
  agents_.resize(static_cast<std::size_t>(begins_.back()));
  std::vector<std::int64_t> ends(begins_.begin(), begins_.end() - 1);
  for (std::size_t agent = 0; agent < places.size(); ++agent) {
    each_band(places[agent], [&](std::size_t band) {
      agents_[static_cast<std::size_t>(ends[band]++)] = static_cast<std::int64_t>(agent);
    });
  }
}

template <class Label>
void Painter::paint_band(const Frame& frame, std::int64_t band, Label* labels,
                         std::uint8_t* covered) const {
  const std::int64_t top = band * band_rows_;
  const std::int64_t bottom = std::min(top + band_rows_, shape_.height);
  for (std::int64_t z = 0; z < shape_.depth; ++z) {
    const std::int64_t begin = (z * shape_.height + top) * shape_.width;
    const std::int64_t count = (bottom - top) * shape_.width;
    if (labels != nullptr) std::fill_n(labels + begin, count, Label{});
    if (covered != nullptr) std::fill_n(covered + begin, count, std::uint8_t{0});
  }
  const auto at = static_cast<std::size_t>(band);
  for (std::int64_t i = begins_[at]; i < begins_[at + 1]; ++i) {
    const auto agent = static_cast<std::size_t>(agents_[static_cast<std::size_t>(i)]);
    const Place& place = frame.places[agent];
    const Span rows = pixels_.rows(place);
    const Span slices = pixels_.slices(place);
    for (std::int64_t z = slices.first; z < slices.last; ++z) {
      for (std::int64_t y = std::max(rows.first, top); y < std::min(rows.last, bottom); ++y) {
        const Span span = pixels_.in_row(place, y, z);
        const std::int64_t begin = (z * shape_.height + y) * shape_.width + span.first;
        const std::int64_t count = span.last - span.first;
        if (labels != nullptr) {
          std::fill_n(labels + begin, count, static_cast<Label>(frame.ids[agent]));
        }
        if (covered != nullptr) std::fill_n(covered + begin, count, std::uint8_t{1});
      }
    }
  }
}

void Painter::paint(const Frame& frame, const Canvas& canvas, Progress& progress) {
  find_bands(frame.places);
  parallel_for(std::ssize(begins_) - 1, threads_, progress, [&](std::int64_t band) {
    if (canvas.labels_type == PixelType::kFloat32) {
      paint_band(frame, band, static_cast<float*>(canvas.labels), canvas.covered);
    } else {
      paint_band(frame, band, static_cast<std::uint16_t*>(canvas.labels), canvas.covered);
    }
  });
}

}  // namespace bitvox::agents
