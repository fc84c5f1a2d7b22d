// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <type_traits>

#include "cuda/warp.cuh"
#include "ops/label/label_tile.cuh"

// The first half of joining: runs within tiles, in shared memory, where a step costs a tenth of one
// in the volume. What is left, label_seams.cuh, are few runs at the tiles' borders.
namespace bitvox::label {

// The bits from the first one of `starts` to the one before the next.
__device__ __forceinline__ std::uint64_t bits_to_next(std::uint64_t starts) {
  const std::uint64_t next = starts & (starts - 1);
  return (next & (~next + 1)) - (starts & (~starts + 1));  // wraps where there is no next
}

// A thread of a tile, and its group.
template <Connectivity kConnectivity>
class TileThread {
  using G = Group<kConnectivity>;

 public:
  using Memory = TileMemory<G::kRows>;

  __device__ __forceinline__ TileThread(const Tiles& tiles, Memory& shared)
      : tiles_(tiles), shared_(shared), trees_{shared.parents} {}

  // Whether there is any voxel.
  __device__ __forceinline__ bool load(const RunVolume& v, std::int64_t tile) {
    const std::int64_t first_y = tile / tiles_.along_x % tiles_.along_y * tiles_.height();
    const std::int64_t first_z = tile / tiles_.along_x / tiles_.along_y * tiles_.depth();
#pragma unroll
    for (int r = 0; r < G::kRows; ++r) {
      const int place = place_of(thread_, r);
      const std::int64_t y = first_y + (place & (tiles_.height() - 1));
      const std::int64_t z = first_z + place / tiles_.height();
      const std::int64_t word = (z * v.height + y) * v.words_per_row + tile % tiles_.along_x;
      const bool there = y < v.height && z < v.depth;
      group_.rows[r] = there ? v.words[word] : 0;
      shared_.words[place] = group_.rows[r];
      shared_.bases[place] = there ? v.bases[word] : 0;
    }
    starts_ = word_starts(group_.any());
    shared_.starts[thread_] = starts_;
    return starts_ != 0;
  }

  __device__ __forceinline__ void look_around(bool planar) {
    look<kRowB>(planar);
    look<kRowC>(planar);
    look<kRowD>(planar);
    look<kRowE>(planar);
  }

  // Every run begins below the first run that it touches: no thread but its own writes there.
  __device__ __forceinline__ void begin() {
    std::uint32_t key = key_;
    for (std::uint64_t rest = starts_; rest != 0; rest &= rest - 1, ++key) {
      const std::uint64_t of_run = bits_to_next(rest);
      std::uint32_t parent = key;
#pragma unroll
      for (int k = 0; k < kGroupsBefore; ++k) {
        const std::uint64_t meets = contacts_[k].any() & of_run;
        if (parent == key && meets != 0) {
          const int x = first_bit(meets);
          parent = other_key(k, x + contacts_[k].take(x));
        }
      }
      *trees_.at(key) = parent;
    }
  }

  __device__ __forceinline__ void flatten() { trees_.flatten(key_, __popcll(starts_)); }

  // In one loop for all neighbours: lanes that touch one often touch another seldom.
  __device__ __forceinline__ void join_the_others() {
    Contacts contacts = contacts_[0];
    for (int k = 0;;) {
      while (contacts.any() == 0 && k + 1 < kGroupsBefore) {
        ++k;
        contacts = k == 1 ? contacts_[1] : (k == 2 ? contacts_[2] : contacts_[3]);
      }
      if (contacts.any() == 0) return;
      const int x = first_bit(contacts.any());
      const std::uint32_t parent = fresh(trees_.at(run_at(key_, starts_, x)));
      hang(trees_, parent, fresh(trees_.at(other_key(k, x + contacts.take(x)))));
    }
  }

  // A run of a group has its first voxel in the first row that has any of it.
  __device__ __forceinline__ void find_first_runs() {
    std::uint32_t key = key_;
    for (std::uint64_t rest = starts_; rest != 0; rest &= rest - 1, ++key) {
      const std::uint64_t of_run = bits_to_next(rest);
      std::uint64_t row = 0;
      int place = 0;
#pragma unroll
      for (int r = G::kRows - 1; r >= 0; --r) {
        if ((group_.rows[r] & of_run) == 0) continue;
        row = group_.rows[r];
        place = place_of(thread_, r);
      }
      const std::uint32_t first = run_at(static_cast<std::uint32_t>(place * kMostRunsOfWord),
                                         word_starts(row), first_bit(row & of_run));
      const std::uint32_t root = trees_.root_of(key);
      const std::uint32_t value = first << 16 | (root & ~TileTrees::kUpper);
      if (value < root) atomicMin(trees_.at(root), value);
    }
  }

  // From roots, which all keys have then, to what the volume calls their first runs.
  __device__ __forceinline__ void name_roots() {
    std::uint32_t key = key_;
    for (std::uint64_t rest = starts_; rest != 0; rest &= rest - 1, ++key) {
      const std::uint32_t root = *trees_.at(key);
      const std::uint32_t first = G::kRows == 1 ? root & ~TileTrees::kUpper : root >> 16;
      *trees_.at(key) = shared_.bases[first / kMostRunsOfWord] + first % kMostRunsOfWord;
    }
  }

  // A warp writes the parents of its groups' runs.
  __device__ __forceinline__ void write_parents(const RunVolume& v) const {
    constexpr int kFewRuns = 4;
    int most_runs = 0;
#pragma unroll
    for (int r = 0; r < G::kRows; ++r) most_runs = max(most_runs, run_count(group_.rows[r]));
    if (__all_sync(cuda::kAllLanes, most_runs <= kFewRuns) != 0) {
#pragma unroll
      for (int r = 0; r < G::kRows; ++r) {
        std::uint32_t* to = v.labels + shared_.bases[place_of(thread_, r)];
        for (std::uint64_t rest = word_starts(group_.rows[r]); rest != 0; rest &= rest - 1) {
          *to++ = *trees_.at(run_at(key_, starts_, first_bit(rest)));
        }
      }
      return;
    }
    // Words with many runs one after the other, so that lanes write to places side by side.
    const int lane = cuda::this_lane();
    for (int thread = thread_ - lane; thread < thread_ - lane + cuda::kWarp; ++thread) {
#pragma unroll
      for (int r = 0; r < G::kRows; ++r) {
        const int place = place_of(thread, r);
        const std::uint64_t starts = word_starts(shared_.words[place]);
        std::uint32_t* const to = v.labels + shared_.bases[place];
        if constexpr (G::kRows == 1) {
          if (lane < __popcll(starts)) {
            to[lane] = *trees_.at(TileTrees::key_of(thread) + static_cast<std::uint32_t>(lane));
          }
        } else {
          write_half(to, thread, static_cast<unsigned>(starts), 0, 0);
          write_half(to, thread, static_cast<unsigned>(starts >> 32), 32,
                     __popc(static_cast<unsigned>(starts)));
        }
      }
    }
  }

 private:
  __device__ __forceinline__ int group_y(int thread) const {
    return thread & (tiles_.groups_along_y() - 1);
  }

  // Of row r of a thread's group, in the tile.
  __device__ __forceinline__ int place_of(int thread, int r) const {
    const int y = group_y(thread) * G::kHeight + r % G::kHeight;
    const int z = (thread >> tiles_.log_groups) * G::kDepth + r / G::kHeight;
    return z * tiles_.height() + y;
  }

  template <int kBefore>
  __device__ __forceinline__ void look(bool planar) {
    constexpr Step kStep = step_before(kBefore);
    if (kConnectivity == Connectivity::kFaces && kStep.y != 0 && kStep.z != 0) return;
    const int y = group_y(thread_) + kStep.y;
    const int other = other_thread(kBefore);
    if (y < 0 || y >= tiles_.groups_along_y() || other < 0 || (planar && kStep.z != 0)) return;
    G group;
#pragma unroll
    for (int r = 0; r < G::kRows; ++r) group.rows[r] = shared_.words[place_of(other, r)];
    contacts_[kBefore] = contacts_of<kConnectivity, kBefore>(group_, group);
  }

  __device__ __forceinline__ int other_thread(int k) const {
    const Step step = step_before(k);
    return thread_ + step.z * tiles_.groups_along_y() + step.y;
  }
  __device__ __forceinline__ std::uint32_t other_key(int k, int x) const {
    const int other = other_thread(k);
    return run_at(TileTrees::key_of(other), shared_.starts[other], x);
  }

  // The runs that begin in 32 bits, the first of them `shift`, of a word; `before` begin before.
  __device__ __forceinline__ void write_half(std::uint32_t* to, int thread, unsigned starts,
                                             int shift, int before) const {
    const int lane = cuda::this_lane();
    if ((starts >> lane & 1U) == 0) return;
    to[before + __popc(starts & cuda::lanes_before(lane))] =
        *trees_.at(run_at(TileTrees::key_of(thread), shared_.starts[thread], shift + lane));
  }

  const Tiles& tiles_;
  Memory& shared_;
  TileTrees trees_;
  int thread_ = static_cast<int>(threadIdx.x);
  std::uint32_t key_ = TileTrees::key_of(thread_);  // of the first run
  G group_ = {};
  std::uint64_t starts_ = 0;
  Contacts contacts_[kGroupsBefore] = {};  // that are not joined yet
};

// The parents of a tile's runs, when it is done: the first of the runs that are joined in the tile.
// With a TileThread's Memory as shared memory.
template <Connectivity kConnectivity>
__global__ void __launch_bounds__(kLabelThreads)
    join_tiles_kernel(RunVolume v, ItemRange range, Tiles tiles, bool planar) {
  using Thread = TileThread<kConnectivity>;
  extern __shared__ std::uint64_t shared_memory[];
  Thread thread(tiles, *reinterpret_cast<typename Thread::Memory*>(shared_memory));
  if (__syncthreads_or(thread.load(v, range.first + blockIdx.x) ? 1 : 0) == 0) return;
  thread.look_around(planar);
  thread.begin();
  __syncthreads();
  thread.flatten();
  __syncthreads();
  thread.join_the_others();
  __syncthreads();
  if constexpr (Group<kConnectivity>::kRows > 1) {
    thread.find_first_runs();
    __syncthreads();
  }
  thread.flatten();
  __syncthreads();
  thread.name_roots();
  __syncwarp();
  thread.write_parents(v);
}

}  // namespace bitvox::label
