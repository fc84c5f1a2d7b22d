// SPDX-License-Identifier: BSD-2-Clause
// Damaged Matrix Market files, read as matrices and as vectors.
#include <string>

#include "fuzz_file.hpp"
#include "fuzz_operation.hpp"
#include "fuzz_text.hpp"
#include "linear_systems/matrix_market.hpp"

namespace bitvox::sparse {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

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
    const fuzz::FuzzFile file("fuzz.mtx", text);
    test::Bits bits;
    if (is_vector) return bits.add(read_vector(file.path(), 3, progress));
    const Csr<double> read = read_matrix(file.path(), use, progress);
    bits.add(read.rows).add(read.columns).add(read.value);
    return bits;
  };
}

const fuzz::FuzzOperation operation("solve_matrix", make);

}  // namespace
}  // namespace bitvox::sparse
