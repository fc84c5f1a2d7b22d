// SPDX-License-Identifier: BSD-2-Clause
// 64 pixels at a time: each word_* function turns 64 pixels into one word, each instruction set in
// its own way.
#if defined(__AVX512BW__)
#include "cpu/packing_words_avx512.inl"
#elif defined(__AVX2__)
#include "cpu/packing_words_avx2.inl"
#else
#include "cpu/packing_words_scalar.inl"
#endif
