// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/platform/platform.hpp"
#include "core/threads/progress.hpp"

namespace bitvox::meshes {

// A file that is read from its beginning to its end, as lines of text or as bytes.
class MeshFile {
 public:
  // Throws InvalidInput with a sentence where the file cannot be read.
  MeshFile(std::string path, Progress& progress);

  // The next line without its end, which is LF, CR LF, CR or the end of the file; none there. What
  // is returned by these is valid until the next call. They throw InvalidInput (a line of more than
  // a MiB, a file that cannot be read on) and Cancelled.
  std::optional<std::string_view> next_line();
  // The same without blank lines.
  std::optional<std::string_view> next_filled_line();
  // The next bytes, at most 64 KiB; throws InvalidInput where the file has no more.
  const char* bytes(std::size_t count) {
    if (end_ - begin_ < count) need(count);
    const char* const found = buffer_.data() + begin_;
    begin_ += count;
    return found;
  }
  // So many of the next bytes as there are, which stay the next ones.
  std::string_view peek(std::size_t count);
  bool at_end() { return peek(1).empty(); }

  // Bytes of the file, or -1 where it has no size, like a pipe.
  std::int64_t size() const { return size_; }

  // "part.obj: line 7: " and what is wrong there; the line is that which came last.
  [[noreturn]] void refuse_line(const std::string& what) const;
  // The same of the file as a whole.
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  bool fill();
  void need(std::size_t count);

  std::string path_;
  Progress& progress_;
  platform::File file_;
  std::int64_t size_ = -1;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // what is not yet handed out: begin_ .. end_ - 1 of the buffer
  std::size_t end_ = 0;
  std::int64_t read_ = 0;
  std::int64_t line_ = 0;
};

}  // namespace bitvox::meshes
