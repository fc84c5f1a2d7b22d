// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/matrix_market_header.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "linear_systems/csr.hpp"
#include "linear_systems/matrix_market_words.hpp"

namespace bitvox::sparse {
namespace {

using Header = MatrixMarketHeader;
using Format = Header::Format;
using Field = Header::Field;
using Symmetry = Header::Symmetry;

// A pipe may announce anything.
constexpr std::int64_t kMostOfPipe = 1'000'000'000'000'000;

template <class Enum>
Enum choice(const TextLines& lines, const std::string& text, const char* what,
            std::initializer_list<std::string_view> allowed) {
  const auto* const found = std::find(allowed.begin(), allowed.end(), text);
  if (found == allowed.end()) {
    std::string words;
    for (const std::string_view one : allowed)
      words += (words.empty() ? "" : ", ") + std::string(one);
    lines.refuse("the " + std::string(what) + " is " + shown(text) + "; it may be " + words);
  }
  return static_cast<Enum>(found - allowed.begin());
}

// The first one that is not blank, without the mark of UTF-8.
std::string_view first_line(TextLines& lines) {
  auto line = lines.next();
  if (!line) lines.refuse_file("is empty; a Matrix Market file is needed");
  if (line->starts_with("\x1f\x8b")) {
    lines.refuse_file("is compressed (gzip); unpack it first, by gunzip");
  }
  if (line->starts_with("\xff\xfe") || line->starts_with("\xfe\xff")) {
    lines.refuse_file("is UTF-16 or UTF-32; save it as UTF-8");
  }
  if (line->starts_with("\xef\xbb\xbf")) line->remove_prefix(3);
  for (std::string_view rest = *line; take_word(rest).empty(); rest = *line) {
    line = lines.next();
    if (!line) lines.refuse_file("is blank; a Matrix Market file is needed");
  }
  return *line;
}

void read_first_line(TextLines& lines, Header& header) {
  std::string_view line = first_line(lines);
  if (lower(take_word(line)) != "%%matrixmarket") {
    lines.refuse("does not begin with %%MatrixMarket; this is no Matrix Market file");
  }
  const std::string object = lower(take_word(line));
  if (object != "matrix") lines.refuse(shown(object) + " cannot be read; only 'matrix' can");
  header.format = choice<Format>(lines, lower(take_word(line)), "format", {"coordinate", "array"});
  const std::string field = lower(take_word(line));
  if (field == "complex") {
    lines.refuse("complex matrices cannot be read; only real, integer and pattern ones");
  }
  header.field = field == "double" ? Field::kReal
                                   : choice<Field>(lines, field, "field",
                                                   {"real", "integer", "pattern", "double"});
  const std::string symmetry = lower(take_word(line));
  if (symmetry == "hermitian") {
    lines.refuse(
        "hermitian matrices are complex; only general, symmetric and skew-symmetric "
        "ones can be read");
  }
  header.symmetry =
      choice<Symmetry>(lines, symmetry, "symmetry", {"general", "symmetric", "skew-symmetric"});
  expect_end(lines, line);
  if (header.format == Format::kArray && header.field == Field::kPattern) {
    lines.refuse("an array has values; it cannot be a pattern");
  }
  if (header.symmetry == Symmetry::kSkewSymmetric && header.field == Field::kPattern) {
    lines.refuse("a pattern has no signs; it cannot be skew-symmetric");
  }
}

std::int64_t values_of_array(const Header& header) {
  const std::int64_t n = header.rows;
  if (header.symmetry == Symmetry::kSymmetric) return n * (n + 1) / 2;
  if (header.symmetry == Symmetry::kSkewSymmetric) return n * (n - 1) / 2;
  return n * header.columns;
}

// What is announced must be able to be there.
std::int64_t most_lines(const TextLines& lines, const Header& header) {
  if (lines.size() < 0) return kMostOfPipe;
  const std::int64_t shortest = header.format == Format::kArray   ? 2
                                : header.field == Field::kPattern ? 4
                                                                  : 6;
  return (lines.size() + 1) / shortest;
}

void read_sizes(TextLines& lines, Header& header) {
  const auto found = next_data_line(lines);
  if (!found) lines.refuse_file("ends before the line of sizes");
  std::string_view line = *found;
  header.rows = take_whole_number(lines, line, "the number of rows");
  header.columns = take_whole_number(lines, line, "the number of columns");
  const std::string sizes = std::to_string(header.rows) + " x " + std::to_string(header.columns);
  for (const std::int64_t size : {header.rows, header.columns}) {
    if (size < 1 || size > kMostRows) {
      lines.refuse("a matrix of " + sizes + " cannot be read; use 1 to " +
                   std::to_string(kMostRows) + " rows and columns");
    }
  }
  if (header.symmetry != Symmetry::kGeneral && header.rows != header.columns) {
    lines.refuse("a symmetric matrix has as many rows as columns, not " + sizes);
  }
  header.entries = header.format == Format::kCoordinate
                       ? take_whole_number(lines, line, "the number of entries")
                       : values_of_array(header);
  expect_end(lines, line);
  if (header.entries < 0 || header.entries > most_lines(lines, header)) {
    lines.refuse("announces " + std::to_string(header.entries) +
                 " entries, more than the file can hold");
  }
}

}  // namespace

MatrixMarketHeader read_header(TextLines& lines) {
  MatrixMarketHeader header;
  read_first_line(lines, header);
  read_sizes(lines, header);
  return header;
}

}  // namespace bitvox::sparse
