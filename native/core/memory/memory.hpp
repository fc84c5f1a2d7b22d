// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bitvox {

// Bytes that can be allocated without swapping (MemAvailable of the system, or what a container's
// limit leaves, whichever is less).
std::int64_t available_host_bytes();

// "5.1 GiB", "300 MiB": for messages.
std::string readable_bytes(std::int64_t bytes);
// The same, never less than there are: of what is needed, beside what is free.
std::string readable_bytes_at_least(std::int64_t bytes);
std::string readable_bytes_at_most(std::int64_t bytes);

// A kind of memory, and how much of it an operation may plan with. That of the GPU is
// cuda::device_memory().
struct Memory {
  enum class Kind { kHost, kDevice } kind = Kind::kHost;
  std::int64_t free = 0;  // in bytes
};
Memory host_memory();

// What needs memory, and what the user can do where there is too little.
struct MemoryUser {
  std::string_view name;    // "Granulometry"
  std::string_view advice;  // a sentence
};

// Throws HostOutOfMemory or DeviceOutOfMemory unless so many bytes are free: "Granulometry needs
// 5.1 GiB on the GPU, 3.2 GiB are free. Choose backend 'auto' or crop the image."
void require_memory(const MemoryUser& user, const Memory& memory, std::int64_t bytes);

}  // namespace bitvox
