// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/threads/parallel.hpp"
#include "core/threads/progress.hpp"
#include "ops/stiffness/stiffness_lattice.hpp"
#include "ops/stiffness/stiffness_rows.hpp"
#include "ops/stiffness/stiffness_scratch.hpp"

namespace bitvox::stiffness {

// Loops over rows of nodes and over vectors on several threads; small ones without them, which cost
// more than they do. The progress is asked whether to stop.
class Tasks {
 public:
  Tasks(int threads, Progress& progress) : threads_(threads), progress_(progress) {}

  int threads() const { return threads_; }
  Progress& progress() const { return progress_; }

  // body(i)
  template <class Body>
  void each(std::int64_t count, const Body& body) const {
    if (count == 1) {
      body(0);
    } else {
      parallel_for(count, threads_, progress_, body);
    }
  }

  // body(range, scratch), where scratch is memory for a march through the range, by rows of so many
  // blocks.
  template <class Real, class Body>
  void each_range(const Lattice& lattice, std::int64_t blocks, const Body& body) const {
    const std::int64_t along_y = (lattice.nodes(1) + kSide - 1) / kSide;
    const std::int64_t along_z = (lattice.nodes(2) + kSide - 1) / kSide;
    each(along_y * along_z, [&](std::int64_t i) {
      const std::int64_t y = i % along_y * kSide, z = i / along_y * kSide;
      const RowRange range{y, std::min(y + kSide, lattice.nodes(1)), z,
                           std::min(z + kSide, lattice.nodes(2))};
      const Scratch scratch =
          scratch_.take(static_cast<std::size_t>(scratch_count(range, blocks)) * sizeof(Real));
      body(range, static_cast<Real*>(scratch.memory()));
    });
  }

  // body(first, count, i): some blocks of a vector, and the how manieth these are.
  template <class Body>
  void each_piece(std::int64_t blocks, const Body& body) const {
    each(pieces(blocks), [&](std::int64_t i) {
      body(i * kPiece, std::min(kPiece, blocks - i * kPiece), static_cast<std::size_t>(i));
    });
  }
  static std::int64_t pieces(std::int64_t blocks) { return (blocks + kPiece - 1) / kPiece; }

 private:
  static constexpr std::int64_t kSide = 16;     // of a range, in rows
  static constexpr std::int64_t kPiece = 1024;  // blocks: 100 KB of a vector

  int threads_;
  Progress& progress_;
  mutable ScratchPool scratch_;
};

}  // namespace bitvox::stiffness
