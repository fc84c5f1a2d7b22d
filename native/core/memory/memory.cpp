// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/memory.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/platform/platform.hpp"

namespace bitvox {
std::int64_t available_host_bytes() { return platform::available_memory(); }

Memory host_memory() { return {Memory::Kind::kHost, available_host_bytes()}; }

namespace {

// Whole mebibytes, or tenths of gibibytes.
std::string readable(std::int64_t bytes, double (*round)(double)) {
  const double mebibytes = static_cast<double>(bytes) / (1024.0 * 1024.0);
  std::array<char, 32> text{};
  if (mebibytes >= 1000.0) {
    std::snprintf(text.data(), text.size(), "%.1f GiB", round(mebibytes / 102.4) / 10);
  } else {
    std::snprintf(text.data(), text.size(), "%.0f MiB", std::max(1.0, round(mebibytes)));
  }
  return text.data();
}

}  // namespace

void require_memory(const MemoryUser& user, const Memory& memory, std::int64_t bytes) {
  if (bytes <= memory.free) {
    return;
  }
  const bool host = memory.kind == Memory::Kind::kHost;
  const std::string text = std::string(user.name) + " needs " + readable_bytes_at_least(bytes) +
                           (host ? " of memory outside the Java heap, " : " on the GPU, ") +
                           readable_bytes_at_most(memory.free) + " are free. " +
                           std::string(user.advice);
  if (host) {
    throw HostOutOfMemory(text);
  }
  throw DeviceOutOfMemory(text);
}

std::string readable_bytes(std::int64_t bytes) {
  return readable(bytes, [](double value) { return std::round(value); });
}
std::string readable_bytes_at_least(std::int64_t bytes) {
  return readable(bytes, [](double value) { return std::ceil(value); });
}
std::string readable_bytes_at_most(std::int64_t bytes) {
  return readable(bytes, [](double value) { return std::floor(value); });
}

}  // namespace bitvox
