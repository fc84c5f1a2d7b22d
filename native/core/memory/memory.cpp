// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/memory.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace bitvox {
namespace {

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

// The number behind a key in a file of "key number" lines.
std::int64_t read_entry(const char* path, std::string_view key, std::int64_t if_missing) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(key)) {
      return std::stoll(line.substr(key.size()));
    }
  }
  return if_missing;
}

std::int64_t system_bytes() {
  constexpr std::int64_t kKibi = 1024;
  return read_entry("/proc/meminfo", "MemAvailable:", kNoLimit / kKibi) * kKibi;
}

std::int64_t read_number(const char* path) {
  std::ifstream file(path);
  std::int64_t value = 0;
  return file >> value ? value : kNoLimit;  // "max", or no such file: no limit
}

std::int64_t container_bytes() {
  const std::int64_t limit = read_number("/sys/fs/cgroup/memory.max");
  const std::int64_t used = read_number("/sys/fs/cgroup/memory.current");
  if (limit == kNoLimit || used == kNoLimit) {
    return kNoLimit;
  }
  // Cached files, and what aligned_array.hpp keeps, count as used there, but give way when memory
  // is asked for.
  const char* const stat = "/sys/fs/cgroup/memory.stat";
  const std::int64_t cache =
      read_entry(stat, "active_file ", 0) + read_entry(stat, "inactive_file ", 0);
  return std::clamp<std::int64_t>(limit - used + cache, 0, limit);
}

}  // namespace

std::int64_t available_host_bytes() { return std::min(system_bytes(), container_bytes()); }

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
