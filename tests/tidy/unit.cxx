// SPDX-License-Identifier: BSD-2-Clause
#include "native/planted_one.cpp"
#include "native/planted_two.cpp"
