// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/text_lines.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/error.hpp"

namespace bitvox::sparse {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 21;
constexpr std::size_t kLongest = std::size_t{1} << 20;

std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

TextLines::TextLines(std::string path, Progress& progress)
    : path_(std::move(path)), progress_(progress), buffer_(kBuffer) {
  file_.reset(std::fopen(path_.c_str(), "rb"));
  struct stat status {};
  if (!file_ || fstat(fileno(file_.get()), &status) != 0) {
    refuse_file(std::string("cannot be read: ") + std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) refuse_file("is a folder, not a file");
  if (S_ISREG(status.st_mode)) size_ = status.st_size;
  progress_.report(0, 1000);
}

void TextLines::refuse(const std::string& what) const {
  throw InvalidInput(name_of(path_) + ": line " + std::to_string(number_) + ": " + what);
}

void TextLines::refuse_file(const std::string& what) const {
  throw InvalidInput(name_of(path_) + ": " + what);
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

std::optional<std::string_view> TextLines::next() {
  std::size_t searched = begin_;
  for (;;) {
    const void* const found = std::memchr(buffer_.data() + searched, '\n', end_ - searched);
    const bool is_whole = found != nullptr;
    if (!is_whole) {
      if (end_ - begin_ > kLongest) {
        ++number_;
        refuse("is longer than 1 MiB; this is no Matrix Market file");
      }
      const std::size_t left = end_ - begin_;
      if (fill()) {
        searched = left;
        continue;
      }
      if (left == 0) return std::nullopt;
    }
    const auto stop =
        is_whole ? static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data())
                 : end_;
    std::string_view line(buffer_.data() + begin_, stop - begin_);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    begin_ = is_whole ? stop + 1 : end_;
    ++number_;
    return line;
  }
}

}  // namespace bitvox::sparse
