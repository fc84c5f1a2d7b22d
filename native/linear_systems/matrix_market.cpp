// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/matrix_market.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "linear_systems/matrix_market_header.hpp"
#include "linear_systems/matrix_market_words.hpp"
#include "linear_systems/text_lines.hpp"
#include "linear_systems/text_output.hpp"

namespace bitvox::sparse {
namespace {

using Header = MatrixMarketHeader;

constexpr MemoryUser kUserOfFile{"Solve Sparse System", "Use a smaller matrix."};
constexpr std::int64_t kEntryBytes = 16;  // of Coo

// One file as it is read.
class Reader {
 public:
  Reader(const std::string& path, Progress& progress)
      : lines_(path, progress), header_(read_header(lines_)) {}

  const Header& header() const { return header_; }

  Coo read() {
    coo_.rows = header_.rows;
    coo_.columns = header_.columns;
    if (lines_.size() >= 0) reserve();
    header_.format == Header::Format::kArray ? read_array() : read_coordinates();
    if (next_data_line(lines_)) {
      lines_.refuse("there is more than the " + std::to_string(header_.entries) +
                    " entries that are announced");
    }
    return std::move(coo_);
  }

  [[noreturn]] void refuse_file(const std::string& what) const { lines_.refuse_file(what); }

 private:
  void reserve() {
    require_memory(kUserOfFile, host_memory(), kEntryBytes * header_.most_entries());
    const auto entries = static_cast<std::size_t>(header_.most_entries());
    coo_.row.reserve(entries);
    coo_.column.reserve(entries);
    coo_.value.reserve(entries);
  }

  void read_coordinates() {
    for (std::int64_t k = 0; k < header_.entries; ++k) {
      std::string_view line = entry_line(k);
      const std::int64_t i = take_whole_number(lines_, line, "the row");
      const std::int64_t j = take_whole_number(lines_, line, "the column");
      if (i < 1 || i > coo_.rows || j < 1 || j > coo_.columns) {
        lines_.refuse("the entry (" + std::to_string(i) + ", " + std::to_string(j) +
                      ") is outside the matrix of " + std::to_string(coo_.rows) + " x " +
                      std::to_string(coo_.columns));
      }
      const double value = header_.field == Header::Field::kPattern ? 1 : take_value(line);
      expect_end(lines_, line);
      add(i - 1, j - 1, value);
    }
  }

  void read_array() {
    std::int64_t k = 0;
    for (std::int64_t j = 0; j < coo_.columns; ++j) {
      const std::int64_t first = header_.symmetry == Header::Symmetry::kGeneral     ? 0
                                 : header_.symmetry == Header::Symmetry::kSymmetric ? j
                                                                                    : j + 1;
      for (std::int64_t i = first; i < coo_.rows; ++i) {
        std::string_view line = entry_line(k++);
        const double value = take_value(line);
        expect_end(lines_, line);
        if (value != 0) add(i, j, value);
      }
    }
  }

  std::string_view entry_line(std::int64_t read) {
    const auto line = next_data_line(lines_);
    if (!line) {
      lines_.refuse_file("ends after " + std::to_string(read) + " of " +
                         std::to_string(header_.entries) + " entries");
    }
    return *line;
  }

  double take_value(std::string_view& line) {
    std::string_view text = line;
    const double value = take_number(lines_, line);
    if (header_.field == Header::Field::kInteger && value != std::floor(value)) {
      lines_.refuse("the value is " + shown(take_word(text)) +
                    ", but the first line announces integers");
    }
    return value;
  }

  void add(std::int64_t i, std::int64_t j, double value) {
    // Only of a pipe it is not known beforehand how many there are.
    if (coo_.value.size() == coo_.value.capacity()) {
      require_memory(kUserOfFile, host_memory(), 2 * kEntryBytes * coo_.entries());
    }
    if (header_.symmetry == Header::Symmetry::kGeneral) {
      coo_.add(i, j, value);
      return;
    }
    const bool is_skew = header_.symmetry == Header::Symmetry::kSkewSymmetric;
    if (j > i) {
      lines_.refuse(
          "the entry (" + std::to_string(i + 1) + ", " + std::to_string(j + 1) +
          ") is above the diagonal; a symmetric matrix has its lower triangle in the file");
    }
    if (is_skew && i == j) {
      lines_.refuse("a skew-symmetric matrix has nothing on its diagonal");
    }
    coo_.add(i, j, value);
    if (i != j) coo_.add(j, i, is_skew ? -value : value);
  }

  TextLines lines_;
  Header header_;
  Coo coo_;
};

// What no entry can mend.
void check_system(const Reader& reader) {
  const Header& header = reader.header();
  if (header.rows != header.columns) {
    reader.refuse_file("has " + std::to_string(header.rows) + " rows and " +
                       std::to_string(header.columns) +
                       " columns; only systems of as many equations as unknowns can be solved");
  }
  if (header.most_entries() < header.rows) {
    reader.refuse_file("has " + std::to_string(header.rows) + " rows, but only " +
                       std::to_string(header.entries) +
                       " entries: the matrix is singular, as some row has none");
  }
}

}  // namespace

Csr<double> read_matrix(const std::string& path, MatrixUse use, Progress& progress) {
  auto [reading, sorting] = progress_parts(progress, 4, 1);
  Reader reader(path, reading);
  if (use == MatrixUse::kSystem) check_system(reader);
  const Coo coo = reader.read();
  StandingProgress standing(sorting);
  return to_csr(coo, standing);
}

std::vector<double> read_vector(const std::string& path, std::int64_t rows, Progress& progress) {
  Reader reader(path, progress);
  if (reader.header().columns != 1) {
    reader.refuse_file("has " + std::to_string(reader.header().columns) +
                       " columns; a right-hand side has one");
  }
  if (reader.header().rows != rows) {
    reader.refuse_file("has " + std::to_string(reader.header().rows) +
                       " numbers, but the matrix has " + std::to_string(rows) + " rows");
  }
  const Coo coo = reader.read();
  require_memory(kUserOfFile, host_memory(), coo.rows * 8);
  std::vector<double> values(static_cast<std::size_t>(coo.rows));
  for (std::size_t k = 0; k < coo.value.size(); ++k) {
    values[static_cast<std::size_t>(coo.row[k])] += coo.value[k];
  }
  return values;
}

void write_vector(const std::string& path, const std::vector<double>& values,
                  const std::string& comment, Progress& progress) {
  TextOutput out(path);
  std::string line = comment;  // a name in it may have ends of lines
  for (char& c : line) c = static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
  out.write("%%MatrixMarket matrix array real general\n% " + line + "\n" +
            std::to_string(values.size()) + " 1\n");
  constexpr std::size_t kAtOnce = 1 << 16;
  std::string text;
  std::array<char, 40> digits{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), values[i]).ptr;
    text.append(digits.data(), end).push_back('\n');
    if (i % kAtOnce == kAtOnce - 1) {
      out.write(text);
      text.clear();
      progress.report(static_cast<std::int64_t>(i), static_cast<std::int64_t>(values.size()));
    }
  }
  out.write(text);
  out.close();
  progress.report(1, 1);
}

}  // namespace bitvox::sparse
