// SPDX-License-Identifier: BSD-2-Clause
#include <windows.h>
// Behind windows.h, which they need.
#include <psapi.h>
#include <tlhelp32.h>

#include <cstdlib>

#include "platform.hpp"

namespace bitvox::test {

bool set_environment(const char* name, const char* value) {
  return _putenv_s(name, value == nullptr ? "" : value) == 0;  // an empty one is none
}

std::int64_t threads_here() {
  const HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
  THREADENTRY32 thread{};
  thread.dwSize = sizeof thread;
  std::int64_t count = 0;
  for (BOOL is = Thread32First(all, &thread); is != 0; is = Thread32Next(all, &thread)) {
    if (thread.th32OwnerProcessID == GetCurrentProcessId()) ++count;
  }
  CloseHandle(all);
  return count;
}

std::int64_t memory_taken() {
  PROCESS_MEMORY_COUNTERS counters{};
  K32GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters);
  return static_cast<std::int64_t>(counters.PagefileUsage);
}

std::int64_t thread_id() { return GetCurrentThreadId(); }

bool has_pipes() { return false; }

bool make_pipe(const std::string&) { return false; }

}  // namespace bitvox::test
