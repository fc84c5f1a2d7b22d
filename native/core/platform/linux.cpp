// SPDX-License-Identifier: BSD-2-Clause
#include <sched.h>
#include <sys/mman.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <thread>

#include "core/platform/cgroup.hpp"
#include "core/platform/platform.hpp"

namespace bitvox::platform {
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

void prefer_huge_pages(void* memory, std::size_t bytes) noexcept {
  madvise(memory, bytes, MADV_HUGEPAGE);  // failing is no error: ordinary pages do as well
}

std::int64_t available_memory() { return std::min(system_bytes(), container_bytes()); }

int allowed_cores() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));  // more than 1024
}

std::optional<int> quota_of_cores() { return quota_cores(); }

void keep_loaded() {}  // the linker has said so, by -z nodelete

}  // namespace bitvox::platform
