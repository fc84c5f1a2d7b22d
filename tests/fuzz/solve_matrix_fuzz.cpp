// SPDX-License-Identifier: BSD-2-Clause
// Damaged Matrix Market files, read as matrices and as vectors.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/error.hpp"
#include "fuzz_operation.hpp"
#include "fuzz_text.hpp"
#include "linear_systems/matrix_market.hpp"

namespace bitvox::sparse {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

class File {
 public:
  explicit File(const std::string& text)
      : path_((std::filesystem::temp_directory_path() /
               ("bitvox-fuzz-" + std::to_string(getpid()) + ".mtx"))
                  .string()) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The same sentence in every process.
std::string without(const std::string& path, std::string sentence) {
  const std::size_t at = sentence.find(path);
  return at == std::string::npos ? sentence : sentence.replace(at, path.size(), "FILE");
}

FuzzRun make(FuzzBytes& bytes) {
  const std::string text = fuzz::nearly_right(
      bytes, {
                 "%%MatrixMarket matrix coordinate real general\n% a comment\n3 3 5\n"
                 "1 1 4\n2 2 4.5\n3 3 4e0\n1 2 -1\n2 1 -1\n",
                 "%%MatrixMarket matrix coordinate integer symmetric\n4 4 6\n"
                 "1 1 4\n2 2 4\n3 3 4\n4 4 4\n2 1 -1\n4 3 1\n",
                 "%%MatrixMarket matrix array real general\n2 2\n3\n1\n-1\n2.5\n",
                 "%%MatrixMarket matrix array double skew-symmetric\r\n3 3\r\n3\r\n1\r\n-1\r\n",
                 "%%MatrixMarket matrix coordinate pattern general\n\n2 2 3\n1 1\n2 2\n2 1\n",
                 "%%MatrixMarket matrix array real general\n3 1\n1\n-2\n0.5\n",
             });
  const bool is_vector = text.find("\n3 1\n") != std::string::npos;
  const MatrixUse use = bytes.yes() ? MatrixUse::kAny : MatrixUse::kSystem;
  return [=](const std::string&, int, Progress& progress) {
    const File file(text);
    try {
      test::Bits bits;
      if (is_vector) return bits.add(read_vector(file.path(), 3, progress));
      const Csr<double> read = read_matrix(file.path(), use, progress);
      bits.add(read.rows).add(read.columns).add(read.value);
      return bits;
    } catch (const InvalidInput& refusal) {
      throw InvalidInput(without(file.path(), refusal.what()));
    }
  };
}

const fuzz::FuzzOperation operation("solve_matrix", make);

}  // namespace
}  // namespace bitvox::sparse
