// SPDX-License-Identifier: BSD-2-Clause
#include "sparse/matrix_market.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "core/error.hpp"
#include "core/memory.hpp"
#include "sparse/text_lines.hpp"

namespace bitvox::sparse {
namespace {

constexpr MemoryUser kUser{"Solve Sparse System", "Use a smaller matrix."};

enum class Format { kCoordinate, kArray };
enum class Field { kReal, kInteger, kPattern };
enum class Symmetry { kGeneral, kSymmetric, kSkewSymmetric };

struct Header {
  Format format = Format::kCoordinate;
  Field field = Field::kReal;
  Symmetry symmetry = Symmetry::kGeneral;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

// The next word of a line, which is cut off; empty at its end.
std::string_view take_word(std::string_view& line) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  std::size_t length = 0;
  while (length < line.size() && !is_blank(line[length])) ++length;
  const std::string_view word = line.substr(0, length);
  line.remove_prefix(length);
  return word;
}

// For messages: short, and nothing that a terminal would act on.
std::string shown(std::string_view word) {
  constexpr std::size_t kMost = 40;
  std::string text(word.substr(0, kMost));
  for (char& c : text) c = c >= ' ' && c <= '~' ? c : '?';
  return "'" + text + (word.size() > kMost ? "...'" : "'");
}

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

// One file as it is read.
class Reader {
 public:
  Reader(const std::string& path, Progress& progress) : lines_(path, progress) {}

  Coo read() {
    read_header();
    read_sizes();
    return header_.format == Format::kArray ? read_array() : read_coordinates();
  }

  [[noreturn]] void refuse_file(const std::string& what) const { lines_.refuse_file(what); }

 private:
  void read_header() {
    const auto first = lines_.next();
    if (!first) lines_.refuse_file("is empty; a Matrix Market file is needed");
    std::string_view line = *first;
    if (line.size() > 1 && line[0] == '\x1f' && line[1] == '\x8b') {
      lines_.refuse_file("is compressed (gzip); unpack it first, by gunzip");
    }
    if (lower(take_word(line)) != "%%matrixmarket") {
      lines_.refuse("does not begin with %%MatrixMarket; this is no Matrix Market file");
    }
    const std::string object = lower(take_word(line));
    if (object != "matrix") lines_.refuse(shown(object) + " cannot be read; only 'matrix' can");
    header_.format = word<Format>(line, "format", {"coordinate", "array"});
    const std::string field = lower(take_word(line));
    if (field == "complex") {
      lines_.refuse("complex matrices cannot be solved; only real, integer and pattern ones");
    }
    header_.field = field == "double"
                        ? Field::kReal
                        : choice<Field>(field, "field", {"real", "integer", "pattern"});
    const std::string symmetry = lower(take_word(line));
    if (symmetry == "hermitian") {
      lines_.refuse(
          "hermitian matrices are complex; only general, symmetric and skew-symmetric "
          "ones can be solved");
    }
    header_.symmetry =
        choice<Symmetry>(symmetry, "symmetry", {"general", "symmetric", "skew-symmetric"});
    if (header_.format == Format::kArray && header_.field == Field::kPattern) {
      lines_.refuse("an array has values; it cannot be a pattern");
    }
    if (header_.symmetry == Symmetry::kSkewSymmetric && header_.field == Field::kPattern) {
      lines_.refuse("a pattern has no signs; it cannot be skew-symmetric");
    }
  }

  template <class Enum>
  Enum word(std::string_view& line, const char* what,
            std::initializer_list<std::string_view> allowed) {
    return choice<Enum>(lower(take_word(line)), what, allowed);
  }

  template <class Enum>
  Enum choice(const std::string& text, const char* what,
              std::initializer_list<std::string_view> allowed) {
    const auto* const found = std::find(allowed.begin(), allowed.end(), text);
    if (found == allowed.end()) {
      std::string words;
      for (const std::string_view one : allowed)
        words += (words.empty() ? "" : ", ") + std::string(one);
      lines_.refuse("the " + std::string(what) + " is " + shown(text) + "; it may be " + words);
    }
    return static_cast<Enum>(found - allowed.begin());
  }

  // The next line that is neither blank nor a comment.
  std::string_view data_line(const char* missing) {
    while (const auto line = lines_.next()) {
      std::string_view rest = *line;
      if (!rest.empty() && rest.front() == '%') continue;
      if (!take_word(rest).empty()) return *line;
    }
    lines_.refuse_file(missing);
  }

  std::int64_t whole_number(std::string_view& line, const char* what) {
    const std::string_view text = take_word(line);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty()) lines_.refuse(std::string(what) + " is missing");
    if (error != std::errc{} || end != text.data() + text.size()) {
      lines_.refuse(std::string(what) + " is " + shown(text) + ", which is no whole number");
    }
    return value;
  }

  double number(std::string_view& line) {
    const std::string_view text = take_word(line);
    if (text.empty()) lines_.refuse("the value is missing");
    const std::size_t plus = text.front() == '+' ? 1 : 0;
    const char* const last = text.data() + text.size();
    double value = 0;
    const auto [end, error] = std::from_chars(text.data() + plus, last, value);
    if (error == std::errc::result_out_of_range && end == last) {
      lines_.refuse("the value is " + shown(text) +
                    ", which is too large or too small for 64 bits");
    }
    if (error != std::errc{} || end != last) {
      lines_.refuse("the value is " + shown(text) + ", which is no number");
    }
    if (!std::isfinite(value))
      lines_.refuse("the value is " + shown(text) + ", which is not finite");
    if (header_.field == Field::kInteger && value != std::floor(value)) {
      lines_.refuse("the value is " + shown(text) + ", but the first line announces integers");
    }
    return value;
  }

  void end_of(std::string_view line) {
    const std::string_view more = take_word(line);
    if (!more.empty()) lines_.refuse(shown(more) + " stands behind what is expected");
  }

  void read_sizes() {
    std::string_view line = data_line("ends before the line of sizes");
    coo_.rows = whole_number(line, "the number of rows");
    coo_.columns = whole_number(line, "the number of columns");
    for (const std::int64_t size : {coo_.rows, coo_.columns}) {
      if (size < 1 || size > kMostRows) {
        lines_.refuse("a matrix of " + std::to_string(coo_.rows) + " x " +
                      std::to_string(coo_.columns) + " cannot be read; use 1 to " +
                      std::to_string(kMostRows) + " rows and columns");
      }
    }
    if (header_.symmetry != Symmetry::kGeneral && coo_.rows != coo_.columns) {
      lines_.refuse("a symmetric matrix has as many rows as columns, not " +
                    std::to_string(coo_.rows) + " x " + std::to_string(coo_.columns));
    }
    count_ = header_.format == Format::kCoordinate ? whole_number(line, "the number of entries")
                                                   : values_of_array();
    end_of(line);
    // The smallest line of an entry: what is announced must be able to be there.
    const std::int64_t least = header_.format == Format::kArray   ? 2
                               : header_.field == Field::kPattern ? 4
                                                                  : 6;
    if (count_ < 0 || (lines_.size() >= 0 && count_ > (lines_.size() + 1) / least)) {
      lines_.refuse("announces " + std::to_string(count_) +
                    " entries, more than the file can hold");
    }
    const std::int64_t copies = header_.symmetry == Symmetry::kGeneral ? 1 : 2;
    require_memory(kUser, host_memory(), copies * count_ * 16);
    if (lines_.size() < 0) return;  // a pipe may announce anything
    const auto entries = static_cast<std::size_t>(copies * count_);
    coo_.row.reserve(entries);
    coo_.column.reserve(entries);
    coo_.value.reserve(entries);
  }

  std::int64_t values_of_array() const {
    const std::int64_t n = coo_.rows;
    if (header_.symmetry == Symmetry::kSymmetric) return n * (n + 1) / 2;
    if (header_.symmetry == Symmetry::kSkewSymmetric) return n * (n - 1) / 2;
    return n * coo_.columns;
  }

  Coo read_coordinates() {
    for (std::int64_t k = 0; k < count_; ++k) {
      std::string_view line = entry_line(k);
      const std::int64_t i = whole_number(line, "the row");
      const std::int64_t j = whole_number(line, "the column");
      if (i < 1 || i > coo_.rows || j < 1 || j > coo_.columns) {
        lines_.refuse("the entry (" + std::to_string(i) + ", " + std::to_string(j) +
                      ") is outside the matrix of " + std::to_string(coo_.rows) + " x " +
                      std::to_string(coo_.columns));
      }
      const double value = header_.field == Field::kPattern ? 1 : number(line);
      end_of(line);
      add(i - 1, j - 1, value);
    }
    return end();
  }

  Coo read_array() {
    std::int64_t k = 0;
    for (std::int64_t j = 0; j < coo_.columns; ++j) {
      const std::int64_t first = header_.symmetry == Symmetry::kGeneral     ? 0
                                 : header_.symmetry == Symmetry::kSymmetric ? j
                                                                            : j + 1;
      for (std::int64_t i = first; i < coo_.rows; ++i) {
        std::string_view line = entry_line(k++);
        const double value = number(line);
        end_of(line);
        if (value != 0) add(i, j, value);
      }
    }
    return end();
  }

  std::string_view entry_line(std::int64_t read) {
    while (const auto line = lines_.next()) {
      std::string_view rest = *line;
      if (!rest.empty() && rest.front() == '%') continue;
      if (!take_word(rest).empty()) return *line;
    }
    lines_.refuse_file("ends after " + std::to_string(read) + " of " + std::to_string(count_) +
                       " entries");
  }

  void add(std::int64_t i, std::int64_t j, double value) {
    if (header_.symmetry == Symmetry::kGeneral) {
      coo_.add(i, j, value);
      return;
    }
    const bool is_skew = header_.symmetry == Symmetry::kSkewSymmetric;
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

  Coo end() {
    while (const auto line = lines_.next()) {
      std::string_view rest = *line;
      if (!rest.empty() && rest.front() == '%') continue;
      if (!take_word(rest).empty()) {
        lines_.refuse("there is more than the " + std::to_string(count_) +
                      " entries that are announced");
      }
    }
    return std::move(coo_);
  }

  TextLines lines_;
  Header header_;
  Coo coo_;
  std::int64_t count_ = 0;
};

class Output {
 public:
  explicit Output(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
    if (!file_) fail();
  }
  void write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail();
  }
  void close() {
    if (std::fclose(file_.release()) != 0) fail();
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  [[noreturn]] void fail() const {
    throw InvalidInput(path_ + " cannot be written: " + std::strerror(errno));
  }
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace

Csr<double> read_matrix(const std::string& path, Progress& progress) {
  PhaseProgress reading(progress, 0, 800);
  StandingProgress sorting(progress, 800);
  const Coo coo = Reader(path, reading).read();
  return to_csr(coo, sorting);
}

std::vector<double> read_vector(const std::string& path, Progress& progress) {
  Reader reader(path, progress);
  const Coo coo = reader.read();
  if (coo.columns != 1) {
    reader.refuse_file("has " + std::to_string(coo.columns) +
                       " columns; a right-hand side has one");
  }
  require_memory(kUser, host_memory(), coo.rows * 8);
  std::vector<double> values(static_cast<std::size_t>(coo.rows));
  for (std::size_t k = 0; k < coo.value.size(); ++k) {
    values[static_cast<std::size_t>(coo.row[k])] += coo.value[k];
  }
  return values;
}

void write_vector(const std::string& path, const std::vector<double>& values,
                  const std::string& comment, Progress& progress) {
  Output out(path);
  out.write("%%MatrixMarket matrix array real general\n% " + comment + "\n" +
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
