// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/mesh_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/error.hpp"
#include "core/platform/platform.hpp"

namespace bitvox::meshes {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 21;
constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr std::string_view kUtf8 = "\xef\xbb\xbf";  // a mark before the first line

bool ends_line(char letter) { return letter == '\n' || letter == '\r'; }

}  // namespace

MeshFile::MeshFile(std::string path, Progress& progress)
    : path_(std::move(path)), progress_(progress), buffer_(kBuffer) {
  platform::OpenedFile opened = platform::open_to_read(path_);
  if (opened.is_folder) refuse("is a folder, not a file");
  if (!opened.file) refuse(std::string("cannot be read: ") + std::strerror(errno));
  file_ = std::move(opened.file);
  size_ = opened.bytes;
  progress_.report(0, 1000);
}

void MeshFile::refuse_line(const std::string& what) const {
  refuse("line " + std::to_string(line_) + ": " + what);
}

void MeshFile::refuse(const std::string& what) const {
  throw InvalidInput(platform::name_of(path_) + ": " + what);
}

bool MeshFile::fill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::size_t got = std::fread(buffer_.data() + end_, 1, buffer_.size() - end_, file_.get());
  if (std::ferror(file_.get()) != 0) {
    refuse(std::string("cannot be read: ") + std::strerror(errno));
  }
  end_ += got;
  read_ += static_cast<std::int64_t>(got);
  progress_.report(size_ > 0 ? 1000 * std::min(read_, size_) / size_ : 0, 1000);
  return got > 0;
}

void MeshFile::need(std::size_t count) {
  if (peek(count).size() < count) refuse("ends too early; it is cut off");
}

std::string_view MeshFile::peek(std::size_t count) {
  while (end_ - begin_ < count && fill()) {
  }
  return {buffer_.data() + begin_, std::min(count, end_ - begin_)};
}

std::optional<std::string_view> MeshFile::next_line() {
  if (line_ == 0 && peek(kUtf8.size()) == kUtf8) begin_ += kUtf8.size();
  if (at_end()) return std::nullopt;
  ++line_;
  std::size_t length = 0;
  for (;;) {
    while (begin_ + length < end_ && !ends_line(buffer_[begin_ + length])) ++length;
    if (begin_ + length < end_) break;
    if (length > kLongestLine) refuse_line("is longer than 1 MiB");
    if (!fill()) break;
  }
  const std::string_view rest = peek(length + 2);  // a LF may follow
  const std::size_t ending =
      rest.size() > length + 1 && rest[length] == '\r' && rest[length + 1] == '\n' ? 2 : 1;
  begin_ = std::min(end_, begin_ + length + ending);
  return rest.substr(0, length);
}

std::optional<std::string_view> MeshFile::next_filled_line() {
  while (const auto line = next_line()) {
    if (line->find_first_not_of(" \t") != std::string_view::npos) return line;
  }
  return std::nullopt;
}

}  // namespace bitvox::meshes
