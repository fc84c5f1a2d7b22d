// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <string>

namespace planted {

int null_dereference(bool there);
int WrongName();
int another_null_dereference(int count);
std::size_t use_after_move(std::string text);
int unused_parameter(int used, int not_used);

}  // namespace planted
