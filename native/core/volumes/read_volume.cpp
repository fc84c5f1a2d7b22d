// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/read_volume.hpp"

#include "core/threads/parallel.hpp"

namespace bitvox {

void read_volume(const VolumeSource& in, BitVolume& to, int threads, Progress& progress) {
  parallel_for(
      in.shape().depth, threads, progress, [&] { return in.open(); },
      [&](const auto& reader, std::int64_t z) { reader->read_slices(z, 1, to.slice(z)); });
}

BitVolume read_volume(const VolumeSource& in, int threads, Progress& progress) {
  BitVolume volume = BitVolume::unset(in.shape());
  read_volume(in, volume, threads, progress);
  return volume;
}

}  // namespace bitvox
