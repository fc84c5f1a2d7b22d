// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox {

// What thinning must keep. Foreground is 26-connected, background 6-connected, and everything
// outside the volume is background.
struct Topology {
  std::int64_t components = 0;
  std::int64_t background_components = 0;  // the outside is one; each closed cavity one more
  std::int64_t euler_number = 0;           // components - tunnels + cavities

  bool operator==(const Topology&) const = default;

  template <class Each>
  static void fields(Each&& field) {
    field("components", &Topology::components);
    field("background_components", &Topology::background_components);
    field("euler_number", &Topology::euler_number);
  }
};

// Counted from the runs of the rows (union-find) and the cells of the volume as a union of closed
// cubes. Reads every slice once. CPU only, one thread: it is a check, not a measurement. Throws
// Cancelled, HostOutOfMemory and what the source throws.
Topology topology(const VolumeSource& volume, Progress& progress);

}  // namespace bitvox
