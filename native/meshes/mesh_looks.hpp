// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bitvox::meshes {

// What a file is, by its first bytes, 84 if there are so many, and its size, or -1 if that is not
// known: "a TIFF image". Empty if that cannot be seen.
std::string looks_like(std::string_view start, std::int64_t size);

}  // namespace bitvox::meshes
