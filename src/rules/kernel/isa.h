// Isa: which of the compiled kernels runs. All of them are in every binary (x86 ones only on x86-64); the
// choice is made once by the caller, by default the best one this CPU and operating system can run.
#pragma once

#include <string_view>
#include <vector>

#include "base/error.h"

namespace turncoat::rules::kernel {

enum class Isa { Reference, Portable, Avx2, Avx512 };

// What this machine can run, slowest first; Reference and Portable are always there.
std::vector<Isa> supported_isas();

// The last of supported_isas().
Isa best_isa();

// "reference", "portable", "avx2", "avx512".
std::string_view isa_name(Isa isa);

// A name, or "auto" for best_isa(). The error says what this machine can run.
Result<Isa> parse_isa(std::string_view name);

}  // namespace turncoat::rules::kernel
