// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>

// What tests ask a system beyond core/platform/platform.hpp; CMake takes linux.cpp or
// windows.cpp.
namespace bitvox::test {

// In the environment of this process; null takes it away. False if that fails.
bool set_environment(const char* name, const char* value);

// This process has so many threads, and has taken so many bytes of memory, touched or not.
std::int64_t threads_here();
std::int64_t memory_taken();

// No other thread ever has it.
std::int64_t thread_id();

// Whether there are pipes with the names of files, and makes one; false if that fails.
bool has_pipes();
bool make_pipe(const std::string& path);

}  // namespace bitvox::test
