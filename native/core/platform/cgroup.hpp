// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <filesystem>
#include <optional>

namespace bitvox {

// The cores that the CPU quotas of a control group and those above it amount to, rounded up and at
// least 1; nothing without a quota. `root` is where control groups are mounted, of version 1 or 2,
// `group` the path of one below it.
std::optional<int> quota_cores(const std::filesystem::path& root,
                               const std::filesystem::path& group);

// The same for this process.
std::optional<int> quota_cores();

}  // namespace bitvox
