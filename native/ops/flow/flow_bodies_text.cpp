// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <locale>
#include <map>
#include <sstream>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "ops/flow/flow_bodies.hpp"

namespace bitvox::flow {
namespace {

// What was read, for a sentence: not all of what may be a whole file.
std::string quoted_part(const std::string& text) {
  constexpr std::size_t kMost = 40;
  if (text.size() <= kMost) return text;
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // UTF-8
  return text.substr(0, end) + "...";
}

// A decimal number that is all of the text; false where it is none, or too large. Of others, as
// 0x10 and inf, each C++ library reads some.
bool read_number(const std::string& text, double& value) {
  if (text.find_first_not_of("0123456789+-.eE") != std::string::npos) return false;
  std::istringstream number(text);
  number.imbue(std::locale::classic());
  return !(number >> value).fail() && number.peek() == std::istringstream::traits_type::eof();
}

// The lines of a text, which end with LF, CR, or both.
class Lines {
 public:
  explicit Lines(const std::string& text) : text_(text) {
    if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) at_ = 3;  // the mark of UTF-8
  }

  bool next(std::string& line) {
    if (at_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
    line = text_.substr(at_, end - at_);
    at_ = end + (text_.compare(end, 2, "\r\n") == 0 ? 2 : 1);
    return true;
  }

 private:
  const std::string& text_;
  std::size_t at_ = 0;
};

// One line: a word, and keys with numbers.
class Line {
 public:
  Line(int number, const std::string& text) : number_(number) {
    std::istringstream words(text.substr(0, text.find('#')));
    words >> word_;
    for (std::string pair; words >> pair;) {
      const std::size_t equals = pair.find('=');
      if (equals == std::string::npos)
        refuse(std::string("'") + quoted_part(pair) + "' is not key=value");
      const std::string key = pair.substr(0, equals);
      if (!keys_.emplace(key, pair.substr(equals + 1)).second)
        refuse(quoted_part(key) + " is given twice");
    }
  }

  const std::string& word() const { return word_; }
  int number() const { return number_; }
  bool has(const std::string& key) const { return keys_.count(key) != 0; }

  double one(const std::string& key, double least, double most) const {
    return numbers(key, 1, least, most)[0];
  }
  Vector three(const std::string& key, double least, double most) const {
    const std::vector<double> all = numbers(key, 3, least, most);
    return {all[0], all[1], all[2]};
  }

  // Before any of them is missed: what was meant for another may have been spelt wrong.
  void refuse_keys_but(const std::vector<std::string>& known) const {
    const auto unknown = std::find_if(keys_.begin(), keys_.end(), [&](const auto& pair) {
      return std::find(known.begin(), known.end(), pair.first) == known.end();
    });
    if (unknown == keys_.end()) return;
    std::string all;
    for (const std::string& one : known) all.append(all.empty() ? "" : ", ").append(one);
    refuse("a " + word_ + " has no " + quoted_part(unknown->first) + "; use " + all);
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw InvalidInput("bodies, line " + std::to_string(number_) + ": " + why);
  }

 private:
  std::vector<double> numbers(const std::string& key, std::size_t count, double least,
                              double most) const {
    if (!has(key)) refuse("a " + word_ + " needs " + key + "=");
    const std::string& text = keys_.at(key);
    const std::string wrong = key + "=" + quoted_part(text) + " is not allowed; use ";
    std::vector<double> all;
    bool numeric = !text.empty() && text.back() != ',';
    std::istringstream parts(text);
    for (std::string part; numeric && std::getline(parts, part, ',');) {
      numeric = read_number(part, all.emplace_back());
    }
    if (!numeric || all.size() != count) {
      refuse(wrong + (count == 1 ? "a number" : "three numbers with commas between them"));
    }
    for (const double value : all) {
      if (!(value >= least && value <= most)) {
        refuse(wrong + short_number(least) + " to " + short_number(most));
      }
    }
    return all;
  }

  int number_;
  std::string word_;
  std::map<std::string, std::string> keys_;
};

constexpr std::size_t kMostBodies = 10000;  // each is compared with others, in each step
constexpr double kFar = 1e6;                // voxels
constexpr double kFast = 0.17;              // Mach number 0.3
constexpr double kLeastHalf = 0.5;          // voxels
constexpr double kLeastDensity = 0.6;  // lighter ones would need smaller steps than the fluid's

Body read_body(const Line& line) {
  const bool sphere = line.word() == "sphere";
  line.refuse_keys_but({"centre", sphere ? "radius" : "size", "velocity", "spin", "density"});
  Body body;
  body.line = line.number();
  body.centre = line.three("centre", -kFar, kFar);
  if (sphere) {
    const double radius = line.one("radius", kLeastHalf, kFar);
    body.half = {radius, radius, radius};
  } else {
    body.kind = Body::Kind::kBox;
    const Vector size = line.three("size", 2 * kLeastHalf, kFar);
    for (std::size_t a = 0; a < 3; ++a) body.half[a] = size[a] / 2;
  }
  if (line.has("velocity")) body.velocity = line.three("velocity", -kFast, kFast);
  if (line.has("spin")) body.spin = line.three("spin", -1, 1);
  if (line.has("density")) body.density = line.one("density", kLeastDensity, 1000);
  return body;
}

}  // namespace

BodyText read_bodies(const std::string& text) {
  BodyText read;
  Lines lines(text);
  int number = 0, gravity = 0;
  for (std::string words; lines.next(words);) {
    const Line line(++number, words);
    if (line.word().empty()) continue;
    if (line.word() == "gravity") {
      if (gravity != 0) {
        line.refuse("gravity is given twice, as in line " + std::to_string(gravity));
      }
      gravity = number;
      line.refuse_keys_but({"acceleration"});
      read.gravity = line.three("acceleration", -0.01, 0.01);
    } else if (line.word() == "sphere" || line.word() == "box") {
      if (read.bodies.size() == kMostBodies) {
        line.refuse("there are more than " + std::to_string(kMostBodies) +
                    " bodies, which is not allowed");
      }
      read.bodies.push_back(read_body(line));
    } else {
      line.refuse(std::string("'") + quoted_part(line.word()) +
                  "' is not allowed; use sphere, box or gravity");
    }
  }
  if (read.bodies.empty() && !text.empty()) {
    throw InvalidInput(
        "bodies: no sphere and no box is given; use lines that begin with sphere or box");
  }
  const auto is_free = [](const Body& body) { return body.density > 0; };
  if (gravity != 0 && std::none_of(read.bodies.begin(), read.bodies.end(), is_free)) {
    throw InvalidInput("bodies, line " + std::to_string(gravity) +
                       ": gravity pulls bodies that have a density, and none has; give one to a "
                       "sphere or box, or leave gravity out");
  }
  return read;
}

}  // namespace bitvox::flow
