// SPDX-License-Identifier: BSD-2-Clause
#include <dlfcn.h>
#include <mach/mach.h>

#include <algorithm>
#include <thread>

#include "core/platform/platform.hpp"

namespace bitvox::platform {

void prefer_huge_pages(void*, std::size_t) noexcept {}

std::int64_t available_memory() {
  vm_statistics64_data_t pages{};
  mach_msg_type_number_t count = HOST_VM_INFO64_COUNT;
  const mach_port_t host = mach_host_self();
  vm_size_t bytes = 0;
  const bool known =
      host_page_size(host, &bytes) == KERN_SUCCESS &&
      host_statistics64(host, HOST_VM_INFO64, reinterpret_cast<host_info64_t>(&pages), &count) ==
          KERN_SUCCESS;
  mach_port_deallocate(mach_task_self(), host);
  if (!known) return std::int64_t{1} << 62;
  // Inactive pages are mostly those of files, which give way.
  const std::uint64_t free = std::uint64_t{pages.free_count} + pages.inactive_count;
  return static_cast<std::int64_t>(free * bytes);
}

int allowed_cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

std::optional<int> quota_of_cores() { return std::nullopt; }

void keep_loaded() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<const void*>(&keep_loaded), &here) != 0) {
    dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
  }
}

}  // namespace bitvox::platform
