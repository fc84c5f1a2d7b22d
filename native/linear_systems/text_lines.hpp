// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/platform/platform.hpp"
#include "core/threads/progress.hpp"

namespace bitvox::sparse {

// The lines of a text file, ended by LF, CR LF, CR or the end of the file, one after the
// other.
class TextLines {
 public:
  // Throws InvalidInput with a sentence where the file cannot be read.
  TextLines(std::string path, Progress& progress);

  // The next line, valid until the one after it is asked for; none at the end of the file. Throws
  // InvalidInput (a line of more than a MiB, a file that cannot be read on), Cancelled.
  std::optional<std::string_view> next();
  // Once after next(): the same line comes again.
  void put_back();

  // Of the line that next() returned last, from 1.
  std::int64_t number() const { return number_; }
  // Bytes of the file, or -1 where it has no size, like a pipe.
  std::int64_t size() const { return size_; }

  // "matrix.mtx: line 7: " and what is wrong there.
  [[noreturn]] void refuse(const std::string& what) const;
  // The same of the file as a whole.
  [[noreturn]] void refuse_file(const std::string& what) const;

 private:
  bool fill();
  std::size_t find(char letter, std::size_t begin, std::size_t end) const;

  std::string path_;
  Progress& progress_;
  platform::File file_;
  std::int64_t size_ = -1;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // what is not yet handed out: begin_ .. end_ - 1 of the buffer
  std::size_t end_ = 0;
  std::size_t last_ = 0;       // where the line begins that was handed out last
  std::size_t line_feed_ = 0;  // the next one, which a file may not have; not known if < begin_
  std::int64_t read_ = 0;
  std::int64_t number_ = 0;
};

}  // namespace bitvox::sparse
