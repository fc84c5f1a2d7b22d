// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace bitvox::test {

// This program once more, for a test that needs another process: a GPU that is lost stays lost for
// the process, and others use a GPU too. It runs the tests of the filter, which ask for the
// environment variable BITVOX_TEST_CHILD, so that nobody else runs them.
class ChildProcess {
 public:
  explicit ChildProcess(const std::string& filter) {
    int in[2];
    int out[2];
    if (pipe(in) != 0 || pipe(out) != 0) throw std::runtime_error("no pipe");
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
    for (const int end : {in[0], in[1], out[0], out[1]}) {
      posix_spawn_file_actions_addclose(&files, end);
    }
    std::string name = "native_tests";
    std::string argument = "--gtest_filter=" + filter;
    char* arguments[] = {name.data(), argument.data(), nullptr};
    std::string child = "BITVOX_TEST_CHILD=1";
    std::vector<char*> variables = {child.data()};
    for (char** variable = environ; *variable != nullptr; ++variable) {
      const std::string text = *variable;
      // It runs one test, whatever part of all this process runs.
      if (text.rfind("GTEST_", 0) != 0) variables.push_back(*variable);
    }
    variables.push_back(nullptr);
    const int status =
        posix_spawn(&id_, "/proc/self/exe", &files, nullptr, arguments, variables.data());
    posix_spawn_file_actions_destroy(&files);
    close(in[0]);
    close(out[1]);
    input_ = in[1];
    output_ = fdopen(out[0], "r");
    if (status != 0) throw std::runtime_error("no child process");
  }
  ~ChildProcess() {
    end();
    std::fclose(output_);
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Reads what it prints up to a line that is this text; false where there is none.
  bool wait_for(const std::string& line) {
    char text[4096];
    while (std::fgets(text, sizeof text, output_) != nullptr) {
      said_ += text;
      if (text == line + "\n") return true;
    }
    return false;
  }

  // What was read so far.
  const std::string& said() const { return said_; }

  // Closes its input and waits for its end; its exit code, or -1 where a signal ended it.
  int end() {
    if (id_ > 0) {
      close(input_);
      for (int c = std::fgetc(output_); c != EOF; c = std::fgetc(output_)) {
        said_ += static_cast<char>(c);
      }
      int status = 0;
      waitpid(id_, &status, 0);
      code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      id_ = 0;
    }
    return code_;
  }

 private:
  pid_t id_ = 0;
  int input_ = -1;
  std::FILE* output_ = nullptr;
  std::string said_;
  int code_ = -1;
};

}  // namespace bitvox::test
