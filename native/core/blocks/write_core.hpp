// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/blocks/block.hpp"
#include "core/volumes/bit_volume.hpp"

namespace bitvox {

// The other way round than BoxSource: copies the core of a block, from a volume of the shape of
// what the block reads, to its place in the whole. Where all cores have been written, so have all
// words. For a block that is computed alone `whole` may be its core, as a volume of its own.
void write_core(const Block& block, const BitVolume& from, BitVolume& whole, int threads);

// The first voxel of such a volume: 0, or that of the core.
Index first_of(const Block& block, const BitVolume& whole);

// make(volume) makes what the block reads, of which its core goes to the whole: at once, where the
// block is all.
template <class Make>
void make_core(const Block& block, BitVolume& whole, int threads, const Make& make) {
  if (block.is_whole()) {
    make(whole);
    return;
  }
  BitVolume part(block.read.shape());
  make(part);
  write_core(block, part, whole, threads);
}

// The same for what makes the words of slices, make(words): at once, where these are all core.
template <class Make>
void make_core_words(const Block& block, BitVolume& whole, int threads, const Make& make) {
  if (block.reads_core_slices()) {
    make(whole.slice(block.core.begin[2] - first_of(block, whole)[2]));
    return;
  }
  make_core(block, whole, threads, [&](BitVolume& part) { make(part.words()); });
}

}  // namespace bitvox
