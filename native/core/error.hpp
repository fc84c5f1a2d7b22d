// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <new>
#include <stdexcept>
#include <string>

namespace bitvox {

// The caller asked for something impossible. Java sees IllegalArgumentException.
class InvalidInput : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// The image is not binary, or has no foreground. Java sees UnsuitableImageException.
class UnsuitableImage : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

// The user pressed Escape. Java sees CancellationException.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("cancelled by the user") {}
};

// A CUDA call failed. Java sees DeviceException.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The GPU has too little free memory. "auto" answers it with the CPU.
class DeviceOutOfMemory : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

// The GPU answers no call of this process any more. "auto" answers it with the CPU.
class DeviceLost : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

// The computer has too little free memory; said before anything is allocated. Java sees
// OutOfMemoryError.
class HostOutOfMemory : public std::bad_alloc {
 public:
  explicit HostOutOfMemory(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

}  // namespace bitvox
