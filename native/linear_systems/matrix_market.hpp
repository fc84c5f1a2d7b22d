// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "core/threads/progress.hpp"
#include "linear_systems/csr.hpp"

namespace bitvox::sparse {

// Matrix Market files: a line "%%MatrixMarket matrix FORMAT FIELD SYMMETRY", comments that begin
// with %, a line of sizes, and the entries.
//
// FORMAT is coordinate ("row column value" a line, from 1) or array (a value a line, column by
// column); FIELD real, double, integer or, for coordinates, pattern (values are 1); SYMMETRY
// general, symmetric or skew-symmetric (the lower triangle alone is in the file). Blank lines are
// left out, words may be in small or capital letters, lines end in LF or CR LF. An entry that is
// given twice is the sum of both. Complex and hermitian matrices are refused by name.
//
// R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market exchange formats: initial design",
// NISTIR 5935, 1996.
//
// All throw InvalidInput with the file, the line and what is wrong there, Cancelled, and
// HostOutOfMemory before they allocate what does not fit.
enum class MatrixUse {
  kAny,
  // Of a system of equations: refused before its entries are read where it is not square, or has
  // fewer of them than rows need.
  kSystem
};
Csr<double> read_matrix(const std::string& path, MatrixUse use, Progress& progress);

// A matrix of one column as a vector, which must have so many rows.
std::vector<double> read_vector(const std::string& path, std::int64_t rows, Progress& progress);

// An array of one column, each number with as many digits as it takes to read the same one again;
// comment: a line without its %. Where the file cannot be written it throws InvalidInput with the
// reason alone: what the user calls the file is not known here.
void write_vector(const std::string& path, const std::vector<double>& values,
                  const std::string& comment, Progress& progress);

}  // namespace bitvox::sparse
