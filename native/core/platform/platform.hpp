// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>

// All that differs from system to system: CMake takes linux.cpp, macos.cpp or windows.cpp, and
// posix.cpp for the two that share it. Nothing else asks which system it is.
namespace bitvox::platform {

// ---- Memory: null if there is none. ------------------------------------------------------------

// Not initialised; bytes are a multiple of the alignment, which is a power of 2.
void* aligned_memory(std::size_t alignment, std::size_t bytes) noexcept;

// Zeros. Pages that nobody touches cost nothing, and the threads that fill them place them.
void* zeroed_memory(std::size_t bytes) noexcept;

// What the two above return, or null.
void free_memory(void* memory) noexcept;

struct FreeMemory {
  void operator()(void* memory) const noexcept { free_memory(memory); }
};

// Zeros that go back to the system at once when they are unmapped.
void* map_zeroed_memory(std::size_t bytes) noexcept;
void unmap_memory(void* memory, std::size_t bytes) noexcept;

// A wish, of whole pages of the two kinds above.
void prefer_huge_pages(void* memory, std::size_t bytes) noexcept;

// Lets the system take these pages when it needs some: what they hold is lost, and the memory stays
// usable. False if the system does not know that.
bool lend_pages(void* memory, std::size_t bytes) noexcept;

// Bytes that can be allocated without swapping: of the system, or what the limit of a container or
// job leaves, whichever is less.
std::int64_t available_memory();

// ---- Threads -----------------------------------------------------------------------------------

// The cores that this process may run on, at least 1.
int allowed_cores();

// As many as the CPU quota of a container or job amounts to, rounded up and at least 1; nothing
// without a quota.
std::optional<int> quota_of_cores();

// Runs start(). Threads that it starts take no signals: those are the business of the host program,
// and the JVM has its own threads for them.
void without_signals(const std::function<void()>& start);

// ---- Files: names are in the system's bytes, on Windows in UTF-8. ------------------------------

struct CloseFile {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

struct OpenedFile {
  File file;  // null, with the reason in errno, if it cannot be read or is a folder
  bool is_folder = false;
  std::int64_t bytes = -1;  // which a pipe has not
};
OpenedFile open_to_read(const std::string& path);

// An empty one. Null, with the reason in errno, if that fails.
File open_to_write(const std::string& path);

// What is behind the last separator of folders.
std::string name_of(const std::string& path);

// ---- The library -------------------------------------------------------------------------------

// From now on it stays loaded until the process ends: its threads may be running when nobody needs
// it any more.
void keep_loaded();

}  // namespace bitvox::platform
