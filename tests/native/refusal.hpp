// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "core/error.hpp"

namespace bitvox::test {

// What a refusal says: the words of the error that the work ends with; "accepted" where it does
// not. Other errors are passed on.
template <class Refusal = InvalidInput, class Work>
std::string refusal(Work&& work) {
  try {
    work();
  } catch (const Refusal& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace bitvox::test
