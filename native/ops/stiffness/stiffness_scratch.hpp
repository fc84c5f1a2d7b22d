// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include "core/memory/aligned_array.hpp"

namespace bitvox::stiffness {

class ScratchPool;

// Memory of whoever holds it, which then goes back to the pool.
class Scratch {
 public:
  struct Piece {
    AlignedArray<std::byte> memory;
    std::size_t bytes = 0;
  };

  Scratch(ScratchPool& pool, Piece piece) : pool_(pool), piece_(std::move(piece)) {}
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  void* memory() const { return piece_.memory.get(); }

 private:
  ScratchPool& pool_;
  Piece piece_;
};

// Keeps the memory that threads work in from one short loop to the next: as many pieces as threads
// worked at the same time.
class ScratchPool {
 public:
  Scratch take(std::size_t bytes) {
    Scratch::Piece piece;
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        piece = std::move(free_.back());
        free_.pop_back();
      }
    }
    if (piece.bytes < bytes) {
      piece = {aligned_array<std::byte>(static_cast<std::int64_t>(bytes)), bytes};
    }
    return {*this, std::move(piece)};
  }

 private:
  friend Scratch;
  void give_back(Scratch::Piece piece) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(piece));
  }

  std::mutex mutex_;
  std::vector<Scratch::Piece> free_;
};

inline Scratch::~Scratch() { pool_.give_back(std::move(piece_)); }

}  // namespace bitvox::stiffness
