// SPDX-License-Identifier: BSD-2-Clause
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "platform.hpp"

namespace bitvox::test {

bool set_environment(const char* name, const char* value) {
  return (value == nullptr ? unsetenv(name) : setenv(name, value, 1)) == 0;
}

std::int64_t threads_here() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

std::int64_t memory_taken() {
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

std::int64_t thread_id() { return gettid(); }

bool has_pipes() { return true; }

bool make_pipe(const std::string& path) { return mkfifo(path.c_str(), 0600) == 0; }

}  // namespace bitvox::test
