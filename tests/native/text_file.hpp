// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "core/platform/platform.hpp"

namespace bitvox::test {

// A file of its own with that text, which goes with the test.
class TextFile {
 public:
  TextFile(const std::string& name, const std::string& text)
      : path_(testing::TempDir() + std::to_string(getpid()) + name) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TextFile() { std::remove(path_.c_str()); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  const std::string& path() const { return path_; }
  std::string name() const { return platform::name_of(path_); }

 private:
  std::string path_;
};

}  // namespace bitvox::test
