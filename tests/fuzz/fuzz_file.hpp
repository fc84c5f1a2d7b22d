// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace bitvox::fuzz {

// A file with that text while it lives, in a folder of the process: sentences have the file's name,
// and are the same in every process.
class FuzzFile {
 public:
  FuzzFile(const std::string& name, const std::string& text)
      : folder_(std::filesystem::temp_directory_path() /
                ("bitvox-fuzz-" + std::to_string(getpid()))),
        path_((folder_ / name).string()) {
    std::filesystem::create_directories(folder_);
    std::ofstream(path_, std::ios::binary) << text;
  }
  FuzzFile(const FuzzFile&) = delete;
  FuzzFile& operator=(const FuzzFile&) = delete;
  ~FuzzFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::filesystem::path folder_;
  std::string path_;
};

}  // namespace bitvox::fuzz
