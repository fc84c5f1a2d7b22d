// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/platform/platform.hpp"

namespace bitvox::sparse {

// A text file that is written from its beginning to its end. Where that fails it throws
// InvalidInput with the reason alone: what the user calls the file is not known here.
class TextOutput {
 public:
  explicit TextOutput(const std::string& path) : file_(platform::open_to_write(path)) {
    if (!file_) fail();
  }
  void write(std::string_view text) {
    errno = 0;  // which not every system sets if only a part is written
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail();
  }
  void close() {
    errno = 0;
    if (std::fclose(file_.release()) != 0) fail();
  }

 private:
  [[noreturn]] static void fail() {
    throw InvalidInput(errno != 0 ? std::strerror(errno) : "the disk may be full");
  }
  platform::File file_;
};

// A whole number, or the shortest text of one that is read back as the same.
template <class Number>
void append_number(std::string& text, Number value) {
  std::array<char, 40> digits{};
  text.append(digits.data(),
              std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

}  // namespace bitvox::sparse
