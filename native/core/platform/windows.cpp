// SPDX-License-Identifier: BSD-2-Clause
#include <io.h>
#include <malloc.h>
#include <sys/stat.h>
#include <windows.h>
// Behind windows.h, which it needs.
#include <psapi.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/platform/platform.hpp"

namespace bitvox::platform {
namespace {

// Memory of the C library that is aligned within, with its true beginning before it: that which is
// zero comes from the same heap as other memory, and all is freed in one way.
template <class Ask>
void* aligned_within(std::size_t alignment, std::size_t bytes, const Ask& ask) noexcept {
  const std::size_t spare = alignment + sizeof(void*);
  if (bytes > SIZE_MAX - spare) return nullptr;
  void* const begin = ask(bytes + spare);
  if (begin == nullptr) return nullptr;
  const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(begin) + spare;
  void* const memory = reinterpret_cast<void*>(first - first % alignment);
  static_cast<void**>(memory)[-1] = begin;
  return memory;
}

// Of the job that this process is in; nothing without one.
template <class Information>
std::optional<Information> of_job(JOBOBJECTINFOCLASS kind) {
  Information information{};
  if (QueryInformationJobObject(nullptr, kind, &information, sizeof information, nullptr) == 0) {
    return std::nullopt;
  }
  return information;
}

// What the job's limit leaves.
std::uint64_t memory_of_job() {
  const auto job = of_job<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>(JobObjectExtendedLimitInformation);
  std::uint64_t limit = UINT64_MAX;
  if (!job) return limit;
  const DWORD flags = job->BasicLimitInformation.LimitFlags;
  if ((flags & JOB_OBJECT_LIMIT_PROCESS_MEMORY) != 0) limit = job->ProcessMemoryLimit;
  if ((flags & JOB_OBJECT_LIMIT_JOB_MEMORY) != 0) {
    limit = std::min<std::uint64_t>(limit, job->JobMemoryLimit);
  }
  PROCESS_MEMORY_COUNTERS used{};
  if (limit == UINT64_MAX ||
      K32GetProcessMemoryInfo(GetCurrentProcess(), &used, sizeof used) == 0) {
    return limit;
  }
  return limit - std::min<std::uint64_t>(limit, used.PagefileUsage);
}

int processors_of(WORD group) { return static_cast<int>(GetActiveProcessorCount(group)); }

// Of a path in UTF-8, else empty. Paths of more than MAX_PATH letters have to be absolute, and
// begin so that Windows takes them as they are.
std::wstring wide_path(const std::string& text) {
  const auto length = static_cast<int>(text.size());
  const int letters =
      MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), length, nullptr, 0);
  std::wstring to(static_cast<std::size_t>(letters), L'\0');
  MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), length, to.data(), letters);
  constexpr std::size_t kOfShortNames = 12;  // within a folder, which may be given too
  if (to.size() < MAX_PATH - kOfShortNames || to[1] != L':') return to;
  std::replace(to.begin(), to.end(), L'/', L'\\');
  return L"\\\\?\\" + to;
}

}  // namespace

void* aligned_memory(std::size_t alignment, std::size_t bytes) noexcept {
  return aligned_within(alignment, bytes, [](std::size_t size) { return std::malloc(size); });
}

// Large memory of calloc is that of VirtualAlloc, whose pages are made when they are touched.
void* zeroed_memory(std::size_t bytes) noexcept {
  return aligned_within(alignof(std::max_align_t), bytes,
                        [](std::size_t size) { return std::calloc(size, 1); });
}

void free_memory(void* memory) noexcept {
  if (memory != nullptr) std::free(static_cast<void**>(memory)[-1]);
}

void* map_zeroed_memory(std::size_t bytes) noexcept {
  return VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void unmap_memory(void* memory, std::size_t) noexcept { VirtualFree(memory, 0, MEM_RELEASE); }

// Large pages want a privilege that users do not have.
void prefer_huge_pages(void*, std::size_t) noexcept {}

bool lend_pages(void* memory, std::size_t bytes) noexcept {
  return VirtualAlloc(memory, bytes, MEM_RESET, PAGE_READWRITE) != nullptr;
}

// Windows gives no more than it has: memory counts from when it is asked for, touched or not.
std::int64_t available_memory() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  GlobalMemoryStatusEx(&status);
  return static_cast<std::int64_t>(
      std::min({std::uint64_t{status.ullAvailPhys}, std::uint64_t{status.ullAvailPageFile},
                memory_of_job()}));
}

// Processors are in groups of 64 at most. A process is in one of them, since Windows 11 in all.
int allowed_cores() {
  USHORT count = 0;
  GetProcessGroupAffinity(GetCurrentProcess(), &count, nullptr);
  std::vector<USHORT> groups(count);
  if (count > 1 && GetProcessGroupAffinity(GetCurrentProcess(), &count, groups.data()) != 0) {
    int cores = 0;
    for (const USHORT group : groups) cores += processors_of(group);
    return std::max(1, cores);
  }
  DWORD_PTR allowed = 0;
  DWORD_PTR all = 0;
  GetProcessAffinityMask(GetCurrentProcess(), &allowed, &all);
  return std::max(1, std::popcount(std::uint64_t{allowed}));
}

std::optional<int> quota_of_cores() {
  const auto job =
      of_job<JOBOBJECT_CPU_RATE_CONTROL_INFORMATION>(JobObjectCpuRateControlInformation);
  constexpr DWORD kIsQuota =
      JOB_OBJECT_CPU_RATE_CONTROL_ENABLE | JOB_OBJECT_CPU_RATE_CONTROL_HARD_CAP;
  if (!job || (job->ControlFlags & kIsQuota) != kIsQuota) return std::nullopt;
  constexpr double kAll = 10000;  // of the whole machine
  const double cores = job->CpuRate / kAll * processors_of(ALL_PROCESSOR_GROUPS);
  return std::max(1, static_cast<int>(std::ceil(cores)));
}

void without_signals(const std::function<void()>& start) { start(); }  // there are none

// Of a folder the C library says that permission is denied.
OpenedFile open_to_read(const std::string& path) {
  const std::wstring name = wide_path(path);
  const DWORD attributes = GetFileAttributesW(name.c_str());
  if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) {
    return {nullptr, true};
  }
  File file(_wfopen(name.c_str(), L"rb"));
  struct _stat64 status {};
  if (!file || _fstat64(_fileno(file.get()), &status) != 0) return {};
  return {std::move(file), false, (status.st_mode & _S_IFMT) == _S_IFREG ? status.st_size : -1};
}

File open_to_write(const std::string& path) {
  return File(_wfopen(wide_path(path).c_str(), L"wb"));
}

std::string name_of(const std::string& path) { return path.substr(path.find_last_of("/\\:") + 1); }

// PIN: until the process ends.
void keep_loaded() {
  HMODULE library = nullptr;
  GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                     reinterpret_cast<LPCWSTR>(&keep_loaded), &library);
}

}  // namespace bitvox::platform
