// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "ops/skeleton3d/skeleton3d.hpp"
#include "test_volumes.hpp"

// The thinning of Palagyi and Kuba as their paper prints it, template by template, and the topology
// counted by flooding: slow, and obvious.
namespace bitvox::test::pk12 {

// Rows are N, centre, S; columns W, centre, E; U plane, middle, D plane. P the voxel, # black,
// o white, . any; x: at least one x is black; v: not all v are black; w: likewise;
// z: exactly one z is black.
constexpr std::array<const char*, 14> kTemplates = {
    // U plane     middle      D plane
    "ooo ooo ooo  xxx xPx xxx  xxx x#x xxx",  // T1
    "xxx xxx ooo  x#x xPx ooo  xxx xxx ooo",  // T2
    "ooo ooo ooo  x.x xPx ooo  x#x x.x ooo",  // T3
    "... vow ooo  .#. .P. vow  ... .#. ...",  // T4
    "... voz oo#  .#. .P. voz  ... .#. ...",  // T5
    "... zov #oo  .#. .P. zov  ... .#. ...",  // T6
    "... vo. oo.  .#. .P# vo.  ... .#. ...",  // T7
    "... .ov .oo  .#. #P. .ov  ... .#. ...",  // T8
    "... zo. #o.  .#. .P# zo.  ... .#. ...",  // T9
    "... .oz .o#  .#. #P. .oz  ... .#. ...",  // T10
    "ooo ooo ooo  ... .P. oo.  .#. ..# oo.",  // T11
    "ooo ooo ooo  ... .P. .oo  .#. #.. .oo",  // T12
    "oo. oo. ooo  ..# .P. ooo  .#. ... ooo",  // T13
    ".oo .oo ooo  #.. .P. ooo  .#. ... ooo",  // T14
};

struct Offset {
  int x, y, z;
};

// Where template cell (east, north, up) lies around the voxel, for each direction.
inline Offset place(int direction, int ew, int ns, int ud) {
  switch (direction) {
    case 0:
      return {ew, ns, ud};  // US
    case 1:
      return {-ns, ud, ew};  // NE
    case 2:
      return {-ud, ew, ns};  // WD
    case 3:
      return {ud, ns, ew};  // ES
    case 4:
      return {ns, ew, ud};  // UW
    case 5:
      return {ew, ud, ns};  // ND
    case 6:
      return {ns, -ud, ew};  // SW
    case 7:
      return {ew, -ns, ud};  // UN
    case 8:
      return {ud, ew, ns};  // ED
    case 9:
      return {ns, ud, ew};  // NW
    case 10:
      return {-ns, ew, ud};  // UE
    default:
      return {ew, -ud, ns};  // SD
  }
}

// black(east, north, up) tells the cells of the neighbourhood as the template sees them.
template <class Black>
bool matches(const char* pattern, Black&& black) {
  int some_x = 0, all_x = 0, black_v = 0, all_v = 0, black_w = 0, all_w = 0, black_z = 0, all_z = 0;
  int cell = 0;
  for (const char* c = pattern; *c != '\0'; ++c) {
    if (*c == ' ') continue;
    const bool is_black = black(cell % 3 - 1, 1 - cell / 3 % 3, 1 - cell / 9);
    ++cell;
    switch (*c) {
      case '#':
      case 'P':
        if (!is_black) return false;
        break;
      case 'o':
        if (is_black) return false;
        break;
      case 'x':
        ++all_x;
        some_x += is_black;
        break;
      case 'v':
        ++all_v;
        black_v += is_black;
        break;
      case 'w':
        ++all_w;
        black_w += is_black;
        break;
      case 'z':
        ++all_z;
        black_z += is_black;
        break;
      default:
        break;
    }
  }
  return (all_x == 0 || some_x > 0) && (all_v == 0 || black_v < all_v) &&
         (all_w == 0 || black_w < all_w) && (all_z == 0 || black_z == 1);
}

// The two neighbours that the direction US names: the middle of the U plane, and the S of its own.
inline constexpr std::size_t kU = 4, kS = 16;

// The cells of a template are counted without the spaces.
inline char cell_of(std::string_view pattern, std::size_t cell) {
  for (const char c : pattern) {
    if (c != ' ' && cell-- == 0) return c;
  }
  return '\0';
}

// For each of the 2^26 neighbourhoods whether a template matches, so that the volumes below take
// seconds and not hours. Bit i of the key is cell i of the template order, without P.
inline const std::vector<bool>& deletable_neighbourhoods() {
  static const std::vector<bool> table = [] {
    std::vector<bool> result(std::size_t{1} << 26);
    for (const char* pattern : kTemplates) {
      // All choices of the cells that the template looks at, then all of the others.
      std::array<char, 26> cells{};
      std::size_t count = 0;
      for (const char* c = pattern; *c != '\0'; ++c) {
        if (*c != ' ' && *c != 'P') cells[count++] = *c;
      }
      std::uint32_t fixed = 0, black = 0;
      for (std::size_t i = 0; i < 26; ++i) {
        if (cells[i] == '#' || cells[i] == 'o') fixed |= 1U << i;
        if (cells[i] == '#') black |= 1U << i;
      }
      const std::uint32_t open = ~fixed & ((1U << 26) - 1);
      std::uint32_t subset = 0;
      do {
        const std::uint32_t key = black | subset;
        if (matches(pattern, [&](int ew, int ns, int ud) {
              const int cell = (1 - ud) * 9 + (1 - ns) * 3 + ew + 1;
              return cell == 13 || (key >> (cell > 13 ? cell - 1 : cell) & 1U) != 0;
            })) {
          result[key] = true;
        }
        subset = (subset - open) & open;
      } while (subset != 0);
    }
    return result;
  }();
  return table;
}

// One byte a voxel with a border of one background voxel.
struct Bytes {
  explicit Bytes(const Shape& s)
      : shape(s), at(static_cast<std::size_t>((s.width + 2) * (s.height + 2) * (s.depth + 2))) {}
  std::size_t index(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return static_cast<std::size_t>(((z + 1) * (shape.height + 2) + y + 1) * (shape.width + 2) + x +
                                    1);
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::int64_t z = 0; z < shape.depth; ++z)
      for (std::int64_t y = 0; y < shape.height; ++y)
        for (std::int64_t x = 0; x < shape.width; ++x) visit(x, y, z);
  }
  Shape shape;
  std::vector<std::uint8_t> at;
};

inline Bytes to_bytes(const BitVolume& volume) {
  Bytes bytes(volume.shape());
  bytes.for_each([&](auto x, auto y, auto z) {
    bytes.at[bytes.index(x, y, z)] = test::voxel(volume, x, y, z) ? 1 : 0;
  });
  return bytes;
}

inline BitVolume to_bits(const Bytes& bytes) {
  return test::make_volume(
      bytes.shape, [&](auto x, auto y, auto z) { return bytes.at[bytes.index(x, y, z)] != 0; });
}

struct Expected {
  BitVolume skeleton;
  std::vector<std::int64_t> deleted;
};

inline Expected thin_by_templates(const BitVolume& volume, const BitVolume* anchors) {
  const std::vector<bool>& deletable = deletable_neighbourhoods();
  Bytes bytes = to_bytes(volume);
  std::vector<std::int64_t> rounds;
  do {
    rounds.push_back(0);
    for (int direction = 0; direction < 12; ++direction) {
      std::array<std::int64_t, 27> offsets{};
      for (int cell = 0; cell < 27; ++cell) {
        const Offset o = place(direction, cell % 3 - 1, 1 - cell / 3 % 3, 1 - cell / 9);
        offsets[static_cast<std::size_t>(cell)] =
            static_cast<std::int64_t>(bytes.index(o.x, o.y, o.z)) -
            static_cast<std::int64_t>(bytes.index(0, 0, 0));
      }
      std::vector<std::size_t> deleted;
      bytes.for_each([&](auto x, auto y, auto z) {
        const std::size_t i = bytes.index(x, y, z);
        if (bytes.at[i] == 0) return;
        // Every template has a white voxel at one of the two; most of an object is not looked at
        // further.
        const auto black = [&](std::size_t cell) {
          return bytes.at[static_cast<std::size_t>(static_cast<std::int64_t>(i) + offsets[cell])];
        };
        if (black(kU) != 0 && black(kS) != 0) return;
        std::uint32_t key = 0;
        for (int bit = 0; bit < 26; ++bit) {
          const auto cell = static_cast<std::size_t>(bit < 13 ? bit : bit + 1);
          key |= std::uint32_t{black(cell)} << bit;
        }
        if (deletable[key] && (anchors == nullptr || !test::voxel(*anchors, x, y, z)))
          deleted.push_back(i);
      });
      for (std::size_t i : deleted) bytes.at[i] = 0;
      rounds.back() += std::ssize(deleted);
    }
  } while (rounds.back() != 0);
  return {to_bits(bytes), rounds};
}

// ---- Topology, obviously ---------------------------------------------------------------------

// Flood fills, and the Euler number as a sum over 2 x 2 x 2 blocks of their cells.
inline Topology obvious_topology(const BitVolume& volume) {
  Bytes bytes = to_bytes(volume);
  const auto flood = [&](std::uint8_t value, std::int64_t reach) {
    std::int64_t count = 0;
    std::vector<std::uint8_t> seen(bytes.at.size());
    const Shape& s = bytes.shape;
    const auto inside = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      return x >= -1 && x <= s.width && y >= -1 && y <= s.height && z >= -1 && z <= s.depth;
    };
    std::vector<std::array<std::int64_t, 3>> open;
    for (std::int64_t z = -1; z <= s.depth; ++z)
      for (std::int64_t y = -1; y <= s.height; ++y)
        for (std::int64_t x = -1; x <= s.width; ++x) {
          const auto visit = [&](std::int64_t vx, std::int64_t vy, std::int64_t vz) {
            if (!inside(vx, vy, vz)) return;
            const std::size_t i = bytes.index(vx, vy, vz);
            if (bytes.at[i] != value || seen[i] != 0) return;
            seen[i] = 1;
            open.push_back({vx, vy, vz});
          };
          visit(x, y, z);
          if (open.empty()) continue;
          ++count;
          while (!open.empty()) {
            const auto [vx, vy, vz] = open.back();
            open.pop_back();
            for (std::int64_t dz = -1; dz <= 1; ++dz)
              for (std::int64_t dy = -1; dy <= 1; ++dy)
                for (std::int64_t dx = -1; dx <= 1; ++dx)
                  if (std::abs(dx) + std::abs(dy) + std::abs(dz) <= reach)
                    visit(vx + dx, vy + dy, vz + dz);
          }
        }
    return count;
  };
  Topology result{flood(1, 3), flood(0, 1), 0};
  // Every cell of the grid of half voxels that some voxel covers, with its sign.
  const Shape& s = bytes.shape;
  for (std::int64_t z = 0; z <= 2 * s.depth; ++z)
    for (std::int64_t y = 0; y <= 2 * s.height; ++y)
      for (std::int64_t x = 0; x <= 2 * s.width; ++x) {
        bool covered = false;
        for (std::int64_t vz = (z - 1 + z % 2) / 2 - (z == 0); vz <= z / 2; ++vz)
          for (std::int64_t vy = (y - 1 + y % 2) / 2 - (y == 0); vy <= y / 2; ++vy)
            for (std::int64_t vx = (x - 1 + x % 2) / 2 - (x == 0); vx <= x / 2; ++vx)
              covered = covered || bytes.at[bytes.index(vx, vy, vz)] != 0;
        if (covered) result.euler_number += (x % 2 + y % 2 + z % 2) % 2 == 0 ? 1 : -1;
      }
  return result;
}

}  // namespace bitvox::test::pk12
