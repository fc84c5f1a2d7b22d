// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace bitvox {

// Memory that is zero and, where the system can, in huge pages: gigabytes of small pages cost as
// much time as what is computed in them. The threads that fill it place its pages.
class ZeroedWords {
 public:
  ZeroedWords() = default;
  explicit ZeroedWords(std::int64_t count);  // throws std::bad_alloc

  std::uint64_t* get() const { return words_.get(); }

 private:
  struct Unmap {
    std::size_t bytes;
    void operator()(std::uint64_t* words) const noexcept;
  };
  std::unique_ptr<std::uint64_t[], Unmap> words_;
};

}  // namespace bitvox
