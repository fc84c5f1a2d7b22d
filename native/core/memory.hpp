// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>

namespace bitvox {

// Bytes that can be allocated without swapping (MemAvailable of the system, or what a container's
// limit leaves, whichever is less).
std::int64_t available_host_bytes();

// "5.1 GiB", "300 MiB": for messages.
std::string readable_bytes(std::int64_t bytes);

}  // namespace bitvox
