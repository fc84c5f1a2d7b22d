// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <utility>
#include <vector>

#include "core/threads/parallel.hpp"
#include "ops/morphology/morphology_windows.hpp"

namespace bitvox::morphology {
namespace {

// A ball is a row of half length h at every (y, z) of ring h. For h = 0, 1, ... the rows of a tile
// and around it are eroded along x by one more, and the tile keeps what is set in all rows of the
// ring. Both stay in the cache.

struct TileSize {
  std::int64_t words;
  std::int64_t height;
  std::int64_t depth;
};

TileSize tile_size(const Step& step, const Shape& shape) {
  // The larger the ball, the more rows around the tile.
  const std::int64_t side = std::clamp<std::int64_t>(step.radius, 16, 32);
  return {std::min<std::int64_t>(shape.words_per_row(), 16),
          std::min(shape.height, step.planar ? 2 * side : side),
          step.planar ? 1 : std::min(shape.depth, side)};
}

std::int64_t halo_words(const Step& step) { return (step.radius + 63) / 64; }

struct Range {
  std::int64_t begin;
  std::int64_t end;

  std::int64_t size() const { return std::max<std::int64_t>(0, end - begin); }
  Range grown(std::int64_t by, std::int64_t limit) const {
    return {std::max<std::int64_t>(0, begin - by), std::min(limit, end + by)};
  }
  // What lies at least so far from both ends of 0 .. limit - 1.
  Range within(std::int64_t margin, std::int64_t limit) const {
    return {std::max(begin, margin), std::min(end, limit - margin)};
  }
  bool holds(std::int64_t i) const { return i >= begin && i < end; }
};

// What a thread needs, and does with one tile.
class BallTile {
 public:
  BallTile(const Rows& rows, const Step& step, const Rings& rings, const BitVolume& from)
      : rows_(rows),
        step_(step),
        rings_(rings),
        from_(from),
        shape_(from.shape()),
        form_(step, shape_),
        size_(tile_size(step, shape_)),
        stride_(size_.words + 2 * halo_words(step)),
        eroded_(static_cast<std::size_t>(around_words(step, shape_))),
        next_(eroded_.size()),
        kept_(static_cast<std::size_t>(size_.depth * size_.height * stride_)) {}

  // Words of the rows of a tile and around it.
  static std::int64_t around_words(const Step& step, const Shape& shape) {
    const TileSize size = tile_size(step, shape);
    const std::int64_t depth = step.planar ? 1 : size.depth + 2 * step.radius;
    return std::min(shape.height, size.height + 2 * step.radius) * std::min(shape.depth, depth) *
               (size.words + 2 * halo_words(step)) +
           2 * kPadding;
  }

  void run(std::int64_t first_word, Range y, Range z, BitVolume& to) {
    word_ = first_word;
    y_ = y;
    z_ = z;
    around_y_ = y.grown(step_.radius, shape_.height);
    around_z_ = z.grown(step_.planar ? 0 : step_.radius, shape_.depth);
    load();
    for (std::int64_t h = 0; h <= step_.radius && any_kept(); ++h) {
      const std::int64_t reach = whole_root(step_.radius * step_.radius - h * h);  // of the ring
      if (h > 0) {
        erode_rows(h, reach);
      }
      keep(h, reach);
    }
    store(to);
  }

 private:
  std::int64_t plane() const { return around_y_.size() * stride_; }
  // Of row (y, z), with the halo in x.
  std::int64_t place(std::int64_t y, std::int64_t z) const {
    return kPadding + (z - around_z_.begin) * plane() + (y - around_y_.begin) * stride_;
  }
  std::int64_t kept_place(std::int64_t y, std::int64_t z) const {
    return ((z - z_.begin) * y_.size() + (y - y_.begin)) * stride_;
  }

  void load() {
    const std::int64_t first = word_ - halo_words(step_);
    for (std::int64_t z = around_z_.begin; z < around_z_.end; ++z) {
      for (std::int64_t y = around_y_.begin; y < around_y_.end; ++y) {
        const std::uint64_t* const row = from_.slice(z) + y * shape_.words_per_row();
        std::uint64_t* const words = eroded_.data() + place(y, z);
        for (std::int64_t i = 0; i < stride_; ++i) words[i] = form_.in(row, first + i);
      }
    }
    // Near a background outside nothing is kept.
    const bool dies = step_.outside() == 0;
    live_y_ = dies ? y_.within(step_.radius, shape_.height) : y_;
    live_z_ = dies && !step_.planar ? z_.within(step_.radius, shape_.depth) : z_;
    for (std::int64_t z = z_.begin; z < z_.end; ++z) {
      for (std::int64_t y = y_.begin; y < y_.end; ++y) {
        std::uint64_t* const words = kept_.data() + kept_place(y, z);
        const std::uint64_t* const all = eroded_.data() + place(y, z);
        const bool live = live_y_.holds(y) && live_z_.holds(z);
        for (std::int64_t i = 0; i < stride_; ++i) words[i] = live ? all[i] : 0;
      }
    }
  }

  bool any_kept() const {
    return std::any_of(kept_.data(), kept_.data() + z_.size() * y_.size() * stride_,
                       [](std::uint64_t word) { return word != 0; });
  }

  void erode_rows(std::int64_t h, std::int64_t reach) {
    const Range y = y_.grown(reach, shape_.height);
    const Range z = z_.grown(step_.planar ? 0 : reach, shape_.depth);
    for (std::int64_t i = z.begin; i < z.end; ++i) {
      rows_.erode_once(eroded_.data() + place(y.begin, i), next_.data() + place(y.begin, i),
                       y.size() * stride_, h);
    }
    std::swap(eroded_, next_);
  }

  // Keeps what all rows of the ring have.
  void keep(std::int64_t ring, std::int64_t reach) {
    const std::int64_t count = rings_.count(ring);
    if (count == 0) {
      return;
    }
    const RowOffset* const rows = rings_.begin(ring);
    offsets_.resize(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) {
      offsets_[static_cast<std::size_t>(i)] = rows[i].z * plane() + rows[i].y * stride_;
    }
    for (std::int64_t z = live_z_.begin; z < live_z_.end; ++z) {
      const bool inner_z = step_.planar || (z >= reach && z + reach < shape_.depth);
      Range inner = live_y_.within(reach, shape_.height);
      if (!inner_z || inner.size() == 0) {
        inner = {live_y_.begin, live_y_.begin};
      }
      if (inner.size() > 0) {
        rows_.and_rows(eroded_.data() + place(inner.begin, z), offsets_.data(), count,
                       kept_.data() + kept_place(inner.begin, z), inner.size() * stride_);
      }
      for (std::int64_t y = live_y_.begin; y < live_y_.end; ++y) {
        if (!inner.holds(y)) {
          keep_row(ring, y, z);
        }
      }
    }
  }

  // The same for a row near the border: what lies outside is ignored.
  void keep_row(std::int64_t ring, std::int64_t y, std::int64_t z) {
    const RowOffset* const rows = rings_.begin(ring);
    inside_.clear();
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
      if (around_y_.holds(y + rows[i].y) && around_z_.holds(z + rows[i].z)) {
        inside_.push_back(offsets_[i]);
      }
    }
    rows_.and_rows(eroded_.data() + place(y, z), inside_.data(),
                   static_cast<std::int64_t>(inside_.size()), kept_.data() + kept_place(y, z),
                   stride_);
  }

  void store(BitVolume& to) const {
    const std::int64_t words = std::min(size_.words, shape_.words_per_row() - word_);
    for (std::int64_t z = z_.begin; z < z_.end; ++z) {
      for (std::int64_t y = y_.begin; y < y_.end; ++y) {
        const std::uint64_t* const kept = kept_.data() + kept_place(y, z) + halo_words(step_);
        std::uint64_t* const row = to.slice(z) + y * shape_.words_per_row();
        for (std::int64_t i = 0; i < words; ++i) row[word_ + i] = form_.out(kept[i], word_ + i);
      }
    }
  }

  const Rows& rows_;
  const Step& step_;
  const Rings& rings_;
  const BitVolume& from_;
  const Shape shape_;
  const RowForm form_;
  const TileSize size_;
  const std::int64_t stride_;  // words of a row with its halo
  std::int64_t word_ = 0;      // the tile
  Range y_{};
  Range z_{};
  Range around_y_{};
  Range around_z_{};
  Range live_y_{};
  Range live_z_{};
  std::vector<std::uint64_t> eroded_;
  std::vector<std::uint64_t> next_;
  std::vector<std::uint64_t> kept_;
  std::vector<std::int64_t> offsets_;
  std::vector<std::int64_t> inside_;
};

}  // namespace

void step_by_ball(const Rows& rows, const Step& step, const BitVolume& from, BitVolume& to,
                  int threads, Progress& progress) {
  const Shape& shape = from.shape();
  const Rings rings(step.radius, shape, step.planar);
  const TileSize size = tile_size(step, shape);
  const auto parts = [](std::int64_t length, std::int64_t part) {
    return (length + part - 1) / part;
  };
  const std::int64_t nx = parts(shape.words_per_row(), size.words);
  const std::int64_t ny = parts(shape.height, size.height);
  const std::int64_t nz = parts(shape.depth, size.depth);
  parallel_for(
      nx * ny * nz, threads, progress, [&] { return BallTile(rows, step, rings, from); },
      [&](BallTile& tile, std::int64_t i) {
        const std::int64_t y = i / nx % ny * size.height;
        const std::int64_t z = i / nx / ny * size.depth;
        tile.run(i % nx * size.words, {y, std::min(shape.height, y + size.height)},
                 {z, std::min(shape.depth, z + size.depth)}, to);
      });
}

std::int64_t bytes_of_ball_thread(const Step& step, const Shape& shape) {
  const TileSize size = tile_size(step, shape);
  const std::int64_t kept = size.depth * size.height * (size.words + 2 * halo_words(step));
  return 8 * (2 * BallTile::around_words(step, shape) + kept) +
         16 * 8 * (step.radius + 1);  // offsets of the largest ring, twice
}

}  // namespace bitvox::morphology
