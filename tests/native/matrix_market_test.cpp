// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/matrix_market.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <thread>
#include <utility>

#include "core/error.hpp"
#include "platform/platform.hpp"
#include "refusal.hpp"
#include "sparse_matrices.hpp"
#include "text_file.hpp"

namespace bitvox::sparse {
namespace {

// With the ending that its readers expect.
class File : public bitvox::test::TextFile {
 public:
  explicit File(const std::string& text) : TextFile("m.mtx", text) {}
};

Csr<double> matrix_in(const std::string& text) {
  NoProgress quiet;
  return read_matrix(File(text).path(), MatrixUse::kAny, quiet);
}

// Without the name of the file.
template <class Read>
std::string refusal_of(const std::string& text, Read&& read) {
  const File file(text);
  const std::string words = bitvox::test::refusal([&] { read(file.path()); });
  if (words == "accepted") return words;
  EXPECT_EQ(words.rfind(file.name() + ": ", 0), 0U) << words;
  return words.substr(file.name().size() + 2);
}

std::string refusal(const std::string& text, MatrixUse use = MatrixUse::kAny) {
  NoProgress quiet;
  return refusal_of(text, [&](const std::string& path) { read_matrix(path, use, quiet); });
}

const std::string kReal = "%%MatrixMarket matrix coordinate real general\n";

TEST(MatrixMarket, ReadsCoordinatesWithCommentsBlankLinesAndCarriageReturns) {
  const Csr<double> matrix = matrix_in(
      "%%matrixmarket MATRIX Coordinate Real General\r\n% a comment\r\n\r\n  3 4  3 \r\n"
      "1 1 +2.5e0\r\n% another\r\n\r\n3\t4 -1e-3\r\n2 1 7");
  EXPECT_EQ(matrix.rows, 3);
  EXPECT_EQ(matrix.columns, 4);
  EXPECT_EQ(matrix.starts, (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(matrix.column, (std::vector<std::int32_t>{0, 0, 3}));
  EXPECT_EQ(matrix.value, (std::vector<double>{2.5, 7, -1e-3}));
}

// What editors and other programs put at the ends of lines, and before the first.
TEST(MatrixMarket, ReadsMarksBlanksBeforeCommentsAndCarriageReturnsAlone) {
  const std::string mark = "\xef\xbb\xbf";
  const std::string texts[] = {
      mark + kReal + "2 2 2\n1 1 1\n2 2 2\n",
      mark + "\n  \n" + kReal + "2 2 2\n1 1 1\n2 2 2\n",
      "\r\n \t%%MatrixMarket matrix coordinate double general \r\n2 2 2\r\n1 1 1\r\n2 2 2\r\n",
      kReal + "  % a comment\n\t% another\n2 2 2\n 1 1 1 \n %\n\t2 2 2\n  % the last\n",
      "%%MatrixMarket matrix coordinate real general\r% a\r\r2 2 2\r1 1 1\r2 2 2\r",
      "%%MatrixMarket matrix coordinate real general\r2 2 2\r1 1 1\r\n2 2 2\r\r\n",
  };
  for (const std::string& text : texts) {
    const Csr<double> matrix = matrix_in(text);
    EXPECT_EQ(matrix.value, (std::vector<double>{1, 2})) << text;
    EXPECT_EQ(matrix.column, (std::vector<std::int32_t>{0, 1})) << text;
  }
}

// More lines than the reader holds at once, each of its ends across the end of what it holds once.
TEST(MatrixMarket, LinesMayEndAnywhereInWhatIsReadAtOnce) {
  for (const std::string end : {"\n", "\r", "\r\n"}) {
    std::string text = "%%MatrixMarket matrix array real general" + end + "500000 1" + end;
    std::vector<double> values;
    for (int i = 0; i < 500000; ++i) {
      values.push_back(i % 100000);
      text += std::to_string(i % 100000) + end;
    }
    const File file(text);
    NoProgress quiet;
    EXPECT_EQ(read_vector(file.path(), 500000, quiet), values) << end.size();
  }
}

TEST(MatrixMarket, FillsInTheUpperTriangle) {
  const Csr<double> symmetric =
      matrix_in("%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 4\n2 1 3\n");
  EXPECT_EQ(symmetric.value, (std::vector<double>{4, 3, 3}));
  const Csr<double> skew =
      matrix_in("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n");
  EXPECT_EQ(skew.at(0, 1), -3);
  EXPECT_EQ(skew.at(1, 0), 3);
  const Csr<double> pattern =
      matrix_in("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n");
  EXPECT_EQ(pattern.value, (std::vector<double>{1, 1, 1}));
}

TEST(MatrixMarket, ReadsArraysColumnByColumn) {
  const Csr<double> matrix =
      matrix_in("%%MatrixMarket matrix array real general\n2 3\n1\n2\n0\n4\n5\n6\n");
  EXPECT_EQ(matrix.value, (std::vector<double>{1, 5, 2, 4, 6}));
  EXPECT_EQ(matrix.column, (std::vector<std::int32_t>{0, 2, 0, 1, 2}));
  const Csr<double> symmetric =
      matrix_in("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n");
  EXPECT_EQ(symmetric.value, (std::vector<double>{1, 2, 2, 3}));
  const Csr<double> skew = matrix_in("%%MatrixMarket matrix array real skew-symmetric\n2 2\n2\n");
  EXPECT_EQ(skew.value, (std::vector<double>{-2, 2}));
}

TEST(MatrixMarket, RefusesWhatIsDamagedOrLies) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "is empty; a Matrix Market file is needed"},
      {"1 2 3\n", "line 1: does not begin with %%MatrixMarket; this is no Matrix Market file"},
      {"\x1f\x8b\x08", "is compressed (gzip); unpack it first, by gunzip"},
      {"\xff\xfe%", "is UTF-16 or UTF-32; save it as UTF-8"},
      {"\n  \r\n", "is blank; a Matrix Market file is needed"},
      {"%%MatrixMarket matrix coordinate complex64 general\n",
       "line 1: the field is 'complex64'; it may be real, integer, pattern, double"},
      {"%%MatrixMarket vector coordinate real general\n",
       "line 1: 'vector' cannot be read; only 'matrix' can"},
      {"%%MatrixMarket matrix coordinate complex general\n",
       "line 1: complex matrices cannot be read; only real, integer and pattern ones"},
      {"%%MatrixMarket matrix coordinate real hermitian\n",
       "line 1: hermitian matrices are complex; only general, symmetric and skew-symmetric ones "
       "can be read"},
      {"%%MatrixMarket matrix coordinate real\n",
       "line 1: the symmetry is ''; it may be general, symmetric, skew-symmetric"},
      {"%%MatrixMarket matrix sparse real general\n",
       "line 1: the format is 'sparse'; it may be coordinate, array"},
      {"%%MatrixMarket matrix array pattern general\n",
       "line 1: an array has values; it cannot be a pattern"},
      {"%%MatrixMarket matrix coordinate real general sorted\n1 1 1\n1 1 1\n",
       "line 1: 'sorted' stands behind what is expected"},
      {kReal, "ends before the line of sizes"},
      {kReal + "% c\n2 x 3\n", "line 3: the number of columns is 'x', which is no whole number"},
      {kReal + "2 2\n", "line 2: the number of entries is missing"},
      {kReal + "2 2 1 7\n1 1 1\n", "line 2: '7' stands behind what is expected"},
      {kReal + "0 2 0\n",
       "line 2: a matrix of 0 x 2 cannot be read; use 1 to 2147483647 rows and columns"},
      {kReal + "3000000000 2 0\n",
       "line 2: a matrix of 3000000000 x 2 cannot be read; use 1 to 2147483647 rows and columns"},
      {kReal + "2 2 1000000000000\n1 1 1\n",
       "line 2: announces 1000000000000 entries, more than the file can hold"},
      {kReal + "2 2 -1\n", "line 2: announces -1 entries, more than the file can hold"},
      {kReal + "2 2 2\n1 1 1.000000\n", "ends after 1 of 2 entries"},
      {kReal + "2 2 1\n1 1 1\n2 2 2\n",
       "line 4: there is more than the 1 entries that are announced"},
      {kReal + "2 2 1\n1 3 1\n", "line 3: the entry (1, 3) is outside the matrix of 2 x 2"},
      {kReal + "2 2 1\n0 1 1\n", "line 3: the entry (0, 1) is outside the matrix of 2 x 2"},
      {kReal + "2 2 1\n1 1\n     ", "line 3: the value is missing"},
      {kReal + "2 2 1\n1 1 1,5\n", "line 3: the value is '1,5', which is no number"},
      {kReal + "2 2 1\n1 1 +-5.0\n", "line 3: the value is '+-5.0', which is no number"},
      {kReal + "2 2 1\n1 1 +\n  ", "line 3: the value is '+', which is no number"},
      {kReal + "2 2 1\n1 1 nan\n", "line 3: the value is 'nan', which is not finite"},
      {kReal + "2 2 1\n1 1 1e999\n",
       "line 3: the value is '1e999', which is too large or too small for 64 bits"},
      {kReal + "2 2 1\n1 1 1 0\n", "line 3: '0' stands behind what is expected"},
      {kReal + "2 2 1\n1 1 \x01\x02\xff\n", "line 3: the value is '\?\?\?', which is no number"},
      {"%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 1.5\n",
       "line 3: the value is '1.5', but the first line announces integers"},
      {"%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n",
       "line 2: a symmetric matrix has as many rows as columns, not 2 x 3"},
      {"%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n",
       "line 3: the entry (1, 2) is above the diagonal; a symmetric matrix has its lower triangle "
       "in the file"},
      {"%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n",
       "line 3: a skew-symmetric matrix has nothing on its diagonal"},
      {"%%MatrixMarket matrix array real general\n100000 100000\n1\n",
       "line 2: announces 10000000000 entries, more than the file can hold"},
      {kReal + "2 2 1\n1 1 " + std::string(3 << 20, '1') + "\n",
       "line 3: is longer than 1 MiB; no text file of numbers has such lines"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(refusal(text), expected) << text.substr(0, 100);
  }
}

// What is not known to be there is not paid for beforehand.
TEST(MatrixMarket, PipesMayAnnounceAnything) {
  if (!bitvox::test::has_pipes()) GTEST_SKIP() << "no pipes with names of files here";
  const std::string path = testing::TempDir() + "m" + std::to_string(getpid()) + ".pipe";
  const auto through = [&](const std::string& text) -> std::string {
    EXPECT_TRUE(bitvox::test::make_pipe(path));
    std::thread writer([&] { std::ofstream(path, std::ios::binary) << text; });
    const std::string said = bitvox::test::refusal<std::exception>([&] {
      NoProgress quiet;
      const Csr<double> matrix = read_matrix(path, MatrixUse::kAny, quiet);
      EXPECT_EQ(matrix.value, (std::vector<double>{5, 7}));
    });
    writer.join();
    std::remove(path.c_str());
    return said == "accepted" ? said : said.substr(said.find(": ") + 2);
  };
  EXPECT_EQ(through(kReal + "2 2 2\n1 1 5\n2 2 7\n"), "accepted");
  EXPECT_EQ(through(kReal + "2 2 900000000000000\n1 1 5\n"),
            "ends after 1 of 900000000000000 entries");
  EXPECT_EQ(through(kReal + "2 2 300000000000000000\n1 1 5\n"),
            "line 2: announces 300000000000000000 entries, more than the file can hold");
}

TEST(MatrixMarket, SaysWhatCannotBeOpened) {
  NoProgress quiet;
  EXPECT_EQ(bitvox::test::refusal([&] { read_matrix("/nowhere/a.mtx", MatrixUse::kAny, quiet); }),
            "a.mtx: cannot be read: No such file or directory");
  EXPECT_THROW(read_matrix(testing::TempDir(), MatrixUse::kAny, quiet), InvalidInput);
  EXPECT_THROW(write_vector("/nowhere/a.mtx", {1}, "", quiet), InvalidInput);
}

// Lines that straddle what is read at once.
TEST(MatrixMarket, ReadsLargeFiles) {
  const std::int64_t n = 200000;
  std::string text =
      kReal + std::to_string(n) + " " + std::to_string(n) + " " + std::to_string(n) + "\n";
  for (std::int64_t i = 1; i <= n; ++i) {
    text += std::to_string(i) + " " + std::to_string(n + 1 - i) + " " + std::to_string(i) + ".25\n";
  }
  const Csr<double> matrix = matrix_in(text);
  ASSERT_EQ(matrix.entries(), n);
  for (std::int64_t i = 0; i < n; ++i) {
    ASSERT_EQ(matrix.column[static_cast<std::size_t>(i)], n - 1 - i);
    ASSERT_EQ(matrix.value[static_cast<std::size_t>(i)], static_cast<double>(i + 1) + 0.25);
  }
}

TEST(MatrixMarket, VectorsComeBackBitForBit) {
  NoProgress quiet;
  std::vector<double> values = test::numbers(1000, 7);
  values.insert(values.end(), {0, -0.0, 1e-308, 5e-324, 1.7976931348623157e308, 0.1});
  const File file("");
  write_vector(file.path(), values, "of a\ntest\r1 2 3", quiet);  // as a file may be called
  EXPECT_EQ(read_vector(file.path(), std::ssize(values), quiet), values);
  EXPECT_EQ(
      read_vector(File("%%MatrixMarket matrix coordinate real general\n3 1 1\n2 1 4\n").path(), 3,
                  quiet),
      (std::vector<double>{0, 4, 0}));
}

// From the header: neither takes memory, or time, for what is announced.
TEST(MatrixMarket, RefusesAnotherNumberOfRowsBeforeItReads) {
  const auto said = [](const std::string& text) {
    NoProgress quiet;
    return refusal_of(text, [&](const std::string& path) { read_vector(path, 3, quiet); });
  };
  EXPECT_EQ(said("%%MatrixMarket matrix array real general\n1 2\n2\n4\n"),
            "has 2 columns; a right-hand side has one");
  EXPECT_EQ(said(kReal + "2147483647 1 0\n"), "has 2147483647 numbers, but the matrix has 3 rows");
  EXPECT_EQ(said(kReal + "2 1 1\nthis is not looked at\n"),
            "has 2 numbers, but the matrix has 3 rows");
}

TEST(MatrixMarket, RefusesWhatIsNoSystemBeforeItReads) {
  EXPECT_EQ(
      refusal(kReal + "3 4 1\nthis is not looked at\n", MatrixUse::kSystem),
      "has 3 rows and 4 columns; only systems of as many equations as unknowns can be solved");
  EXPECT_EQ(
      refusal(kReal + "2147483647 2147483647 1\n1 1 1\n", MatrixUse::kSystem),
      "has 2147483647 rows, but only 1 entries: the matrix is singular, as some row has none");
  const std::string symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
  EXPECT_EQ(refusal(symmetric + "5 5 2\nthis is not looked at\n", MatrixUse::kSystem),
            "has 5 rows, but only 2 entries: the matrix is singular, as some row has none");
  EXPECT_EQ(refusal(symmetric + "4 4 2\n2 1 1\n4 3 1\n", MatrixUse::kSystem), "accepted");
}

}  // namespace
}  // namespace bitvox::sparse
