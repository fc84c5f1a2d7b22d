// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace bitvox::sparse {

// A text file that is written from its beginning to its end. Where that fails it throws
// InvalidInput with the reason alone: what the user calls the file is not known here.
class TextOutput {
 public:
  explicit TextOutput(const std::string& path) : file_(std::fopen(path.c_str(), "wb")) {
    if (!file_) fail();
  }
  void write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail();
  }
  void close() {
    if (std::fclose(file_.release()) != 0) fail();
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  [[noreturn]] static void fail() { throw InvalidInput(std::strerror(errno)); }
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace bitvox::sparse
