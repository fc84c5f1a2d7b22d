// SPDX-License-Identifier: BSD-2-Clause
#include "core/options/settings.hpp"

#include "core/options/names.hpp"
#include "core/options/number.hpp"
#include "core/options/run_options.hpp"

namespace bitvox {
namespace {

bool is_about_the_run(std::string_view name) {
  bool found = false;
  RunOptions::fields([&](std::string_view own, auto, const Range& = {}) { found |= own == name; });
  return found;
}

template <class Number>
std::string text_of(Number value) {
  return exact_number(static_cast<double>(value));
}
std::string text_of(const std::string& value) { return std::to_string(value.size()) + ":" + value; }

class SettingLines final : public FieldWriter {
 public:
  std::string take() { return std::move(lines_); }

  void value(const Field& field, bool value) override { line(field, value ? "true" : "false"); }
  void value(const Field& field, std::int32_t value) override {
    line(field, std::to_string(value));
  }
  void value(const Field& field, std::int64_t value) override {
    line(field, std::to_string(value));
  }
  void value(const Field& field, double value) override { line(field, exact_number(value)); }
  void value(const Field& field, const std::string& value) override { line(field, value); }
  void constant(const Field& field, const EnumType& type, std::size_t index) override {
    line(field, word_of(type.names[index]));
  }

  void column(const Field& field, const Column& values) override {
    line(field, std::visit(
                    [](const auto& list) {
                      std::string all;
                      for (const auto& value : list) all += text_of(value) + ",";
                      return all;
                    },
                    values));
  }
  void begin_columns(const Field& field, Element, std::size_t count) override {
    line(field, std::to_string(count));
  }
  void end_columns() override {}

  void begin_object(const Field& field, const ObjectType&) override { enter(field.name); }
  void end_object() override { leave(); }
  void absent(const Field& field, const ObjectType&) override { line(field, "none"); }
  void begin_rows(const Field& field, const ObjectType&, std::size_t count) override {
    line(field, std::to_string(count));
    enter(field.name);
  }
  void begin_row(std::size_t index) override { enter(std::to_string(index)); }
  void end_row() override { leave(); }
  void end_rows() override { leave(); }

 private:
  void line(const Field& field, const std::string& text) {
    if (within_.empty() && is_about_the_run(field.name)) return;
    for (const std::string& outer : within_) lines_ += outer + ".";
    lines_ += field.name;
    lines_ += "=" + text + "\n";
  }
  void enter(std::string_view name) { within_.emplace_back(name); }
  void leave() { within_.pop_back(); }

  std::vector<std::string> within_;
  std::string lines_;
};

}  // namespace

std::string settings_of(const std::function<void(FieldWriter&)>& write) {
  SettingLines lines;
  write(lines);
  return lines.take();
}

}  // namespace bitvox
