// SPDX-License-Identifier: BSD-2-Clause
// What Linux and macOS share.
#include <sys/mman.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <utility>

#include "core/platform/platform.hpp"

namespace bitvox::platform {

void* aligned_memory(std::size_t alignment, std::size_t bytes) noexcept {
  return std::aligned_alloc(alignment, bytes);
}

void* zeroed_memory(std::size_t bytes) noexcept { return std::calloc(bytes, 1); }

void free_memory(void* memory) noexcept { std::free(memory); }

void* map_zeroed_memory(std::size_t bytes) noexcept {
  void* const mapped =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mapped == MAP_FAILED ? nullptr : mapped;
}

void unmap_memory(void* memory, std::size_t bytes) noexcept { munmap(memory, bytes); }

bool lend_pages(void* memory, std::size_t bytes) noexcept {
  return madvise(memory, bytes, MADV_FREE) == 0;
}

void without_signals(const std::function<void()>& start) {
  sigset_t all;
  sigfillset(&all);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) {
    sigdelset(&all, fault);
  }
  sigset_t before{};
  pthread_sigmask(SIG_BLOCK, &all, &before);
  const auto restore = [](const sigset_t* mask) { pthread_sigmask(SIG_SETMASK, mask, nullptr); };
  const std::unique_ptr<const sigset_t, decltype(restore)> at_the_end(&before, restore);
  start();
}

OpenedFile open_to_read(const std::string& path) {
  File file(std::fopen(path.c_str(), "rb"));
  struct stat status {};
  if (!file || fstat(fileno(file.get()), &status) != 0) return {};
  if (S_ISDIR(status.st_mode)) return {nullptr, true};
  return {std::move(file), false, S_ISREG(status.st_mode) ? std::int64_t{status.st_size} : -1};
}

File open_to_write(const std::string& path) { return File(std::fopen(path.c_str(), "wb")); }

std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace bitvox::platform
