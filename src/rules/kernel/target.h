// target: compiles a region of one file for a CPU newer than the baseline of the program.
// 1. Include every std and project header first, so that no shared inline function gets the newer target.
// 2. TURNCOAT_TARGET_BEGIN_AVX2, then the kernel header (kernel64_avx2.h) and the algorithm's template
// header.
// 3. Instantiate the template for that kernel behind a plain function, then TURNCOAT_TARGET_END.
// Templates included in a region must depend on the kernel type, and the kernel type belongs to one target,
// so no function is ever defined twice with different targets (docs/kernels.md).
#pragma once

#if defined(TURNCOAT_PORTABLE) || !defined(__x86_64__)
#define TURNCOAT_X86 0
#else
#define TURNCOAT_X86 1

#define TURNCOAT_PRAGMA(text) _Pragma(#text)

#if defined(__clang__)
#define TURNCOAT_TARGET_BEGIN(features) \
  TURNCOAT_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define TURNCOAT_TARGET_END TURNCOAT_PRAGMA(clang attribute pop)
#else
#define TURNCOAT_TARGET_BEGIN(features) \
  TURNCOAT_PRAGMA(GCC push_options) TURNCOAT_PRAGMA(GCC target(features))
#define TURNCOAT_TARGET_END TURNCOAT_PRAGMA(GCC pop_options)
#endif

#define TURNCOAT_TARGET_BEGIN_AVX2 TURNCOAT_TARGET_BEGIN("avx2,bmi,bmi2,popcnt,lzcnt")
#define TURNCOAT_TARGET_BEGIN_AVX512 \
  TURNCOAT_TARGET_BEGIN("avx2,bmi,bmi2,popcnt,lzcnt,avx512f,avx512vl,avx512cd,avx512bw,avx512dq")

#endif
