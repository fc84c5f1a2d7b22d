// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"

namespace bitvox::colour {

struct ObjectRecord {
  std::int64_t area;
  std::int64_t sum_x;
  std::int64_t sum_y;
  std::int64_t own;
  std::int64_t certainty;
  std::int32_t left;
  std::int32_t top;
  std::int32_t right;
  std::int32_t bottom;
};

// The objects of the planes of a batch in one array, which is copied to the host as it is: how many
// records there are, where each plane's are among them, and the records. Planes take places in any
// order, the records of one are in raster order of their first pixels.
class ObjectLists {
 public:
  struct Plane {
    std::uint32_t first;
    std::int32_t count;  // kNoRoom: it has more than there is room for, and is as it was
  };
  static constexpr std::int32_t kNoRoom = -1;

  // Of array[words(planes, records)].
  BITVOX_BOTH ObjectLists(std::uint64_t* array, std::int64_t planes, std::int64_t records)
      : array_(array), planes_(planes), records_(records) {}

  BITVOX_BOTH static std::int64_t words(std::int64_t planes, std::int64_t records) {
    return 1 + planes + records * std::int64_t{sizeof(ObjectRecord) / sizeof(std::uint64_t)};
  }

  // May be more than there is room for.
  BITVOX_BOTH std::uint32_t* used() const { return reinterpret_cast<std::uint32_t*>(array_); }
  BITVOX_BOTH Plane& plane(std::int64_t i) const { return reinterpret_cast<Plane*>(array_ + 1)[i]; }
  BITVOX_BOTH ObjectRecord& record(std::int64_t i) const {
    return reinterpret_cast<ObjectRecord*>(array_ + 1 + planes_)[i];
  }
  BITVOX_BOTH std::int64_t room() const { return records_; }

 private:
  std::uint64_t* array_;
  std::int64_t planes_;
  std::int64_t records_;
};

}  // namespace bitvox::colour
