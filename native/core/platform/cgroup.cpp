// SPDX-License-Identifier: BSD-2-Clause
#include "core/platform/cgroup.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

namespace bitvox {
namespace {

namespace fs = std::filesystem;

std::optional<double> ratio(double quota, double period) {
  return quota > 0 && period > 0 ? std::optional(quota / period) : std::nullopt;
}

// Version 2: "max 100000" or "150000 100000", in microseconds.
std::optional<double> quota_in(const fs::path& folder) {
  std::ifstream file(folder / "cpu.max");
  double quota = 0;
  double period = 0;
  file >> quota >> period;  // "max" is no number: 0
  return ratio(quota, period);
}

// Version 1: -1 is no quota.
std::optional<double> old_quota_in(const fs::path& folder) {
  std::ifstream quota_file(folder / "cpu.cfs_quota_us");
  std::ifstream period_file(folder / "cpu.cfs_period_us");
  double quota = 0;
  double period = 0;
  quota_file >> quota;
  period_file >> period;
  return ratio(quota, period);
}

// The smallest of all from the group up to the root.
template <class Quota>
std::optional<double> smallest(const fs::path& root, const fs::path& group, const Quota& quota) {
  std::optional<double> least;
  fs::path folder = root;
  const auto look = [&] {
    const std::optional<double> found = quota(folder);
    if (found && (!least || *found < *least)) {
      least = found;
    }
  };
  look();
  for (const fs::path& part : group.relative_path()) {
    folder /= part;
    look();
  }
  return least;
}

// Whether "cpu" is in a list as "cpu,cpuacct".
bool has_cpu(const std::string& controllers) {
  std::istringstream names(controllers);
  for (std::string name; std::getline(names, name, ',');) {
    if (name == "cpu") {
      return true;
    }
  }
  return false;
}

// The group of this process: "0::/path" in version 2, "4:cpu,cpuacct:/path" in version 1.
fs::path own_group() {
  std::ifstream file("/proc/self/cgroup");
  fs::path group = "/";
  for (std::string line; std::getline(file, line);) {
    std::istringstream parts(line);
    std::string number;
    std::string controllers;
    std::string path;
    std::getline(parts, number, ':');
    std::getline(parts, controllers, ':');
    std::getline(parts, path);
    if (has_cpu(controllers)) {
      return path;
    }
    if (controllers.empty()) {
      group = path;
    }
  }
  return group;
}

}  // namespace

std::optional<int> quota_cores(const fs::path& root, const fs::path& group) {
  std::optional<double> least = smallest(root, group, quota_in);
  if (!least) {
    least = smallest(root / "cpu", group, old_quota_in);
  }
  if (!least) {
    return std::nullopt;
  }
  constexpr double kMost = 1 << 20;
  return static_cast<int>(std::ceil(std::clamp(*least, 1.0, kMost)));
}

std::optional<int> quota_cores() { return quota_cores("/sys/fs/cgroup", own_group()); }

}  // namespace bitvox
