// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/text_lines.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/error.hpp"
#include "core/platform/platform.hpp"

namespace bitvox::sparse {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 21;
constexpr std::size_t kLongest = std::size_t{1} << 20;

}  // namespace

TextLines::TextLines(std::string path, Progress& progress)
    : path_(std::move(path)), progress_(progress), buffer_(kBuffer) {
  platform::OpenedFile opened = platform::open_to_read(path_);
  if (opened.is_folder) refuse_file("is a folder, not a file");
  if (!opened.file) refuse_file(std::string("cannot be read: ") + std::strerror(errno));
  file_ = std::move(opened.file);
  size_ = opened.bytes;
  progress_.report(0, 1000);
}

void TextLines::refuse(const std::string& what) const {
  throw InvalidInput(platform::name_of(path_) + ": line " + std::to_string(number_) + ": " + what);
}

void TextLines::refuse_file(const std::string& what) const {
  throw InvalidInput(platform::name_of(path_) + ": " + what);
}

bool TextLines::fill() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  const std::size_t got = std::fread(buffer_.data() + end_, 1, buffer_.size() - end_, file_.get());
  if (std::ferror(file_.get()) != 0) {
    refuse_file(std::string("cannot be read: ") + std::strerror(errno));
  }
  end_ += got;
  read_ += static_cast<std::int64_t>(got);
  progress_.report(size_ > 0 ? 1000 * std::min(read_, size_) / size_ : 0, 1000);
  return got > 0;
}

// The first one of [begin, end) in the buffer, or `end`.
std::size_t TextLines::find(char letter, std::size_t begin, std::size_t end) const {
  const void* const found = std::memchr(buffer_.data() + begin, letter, end - begin);
  return found == nullptr
             ? end
             : static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
}

std::optional<std::string_view> TextLines::next() {
  bool is_all = false;  // nothing more comes
  for (;;) {
    if (line_feed_ < begin_) line_feed_ = find('\n', begin_, end_);
    const std::size_t stop = find('\r', begin_, line_feed_);
    const bool has_return = stop < end_ && buffer_[stop] == '\r';
    const bool is_open = stop == end_ || (has_return && stop + 1 == end_);  // a LF may follow
    if (is_open && !is_all) {
      if (stop - begin_ > kLongest) {
        ++number_;
        refuse("is longer than 1 MiB; no text file of numbers has such lines");
      }
      is_all = !fill();
      line_feed_ = find('\n', begin_, end_);
      continue;
    }
    if (begin_ == end_) return std::nullopt;
    const std::string_view line(buffer_.data() + begin_, stop - begin_);
    const bool has_both = has_return && stop + 1 < end_ && buffer_[stop + 1] == '\n';
    last_ = begin_;
    begin_ = std::min(end_, stop + (has_both ? 2 : 1));
    ++number_;
    return line;
  }
}

void TextLines::put_back() {
  begin_ = last_;
  line_feed_ = find('\n', begin_, end_);
  --number_;
}

}  // namespace bitvox::sparse
