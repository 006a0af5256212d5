#include "rules/kernel/isa.h"

#include <array>
#include <string>

#include "base/text.h"
#include "rules/kernel/target.h"

namespace turncoat::rules::kernel {

namespace {

constexpr std::array kAll = {Isa::Reference, Isa::Portable, Isa::Avx2, Isa::Avx512};

// __builtin_cpu_supports also asks whether the operating system saves the wide registers.
bool is_supported(Isa isa) {
  switch (isa) {
    case Isa::Reference:
    case Isa::Portable:
      return true;
#if TURNCOAT_X86
    case Isa::Avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
             __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
             __builtin_cpu_supports("lzcnt");
    case Isa::Avx512:
      return is_supported(Isa::Avx2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
#else
    case Isa::Avx2:
    case Isa::Avx512:
      return false;
#endif
  }
  return false;
}

}  // namespace

std::vector<Isa> supported_isas() {
  std::vector<Isa> isas;
  for (const Isa isa : kAll) {
    if (is_supported(isa)) isas.push_back(isa);
  }
  return isas;
}

Isa best_isa() {
  return supported_isas().back();
}

std::string_view isa_name(Isa isa) {
  switch (isa) {
    case Isa::Reference:
      return "reference";
    case Isa::Portable:
      return "portable";
    case Isa::Avx2:
      return "avx2";
    case Isa::Avx512:
      return "avx512";
  }
  return "";
}

Result<Isa> parse_isa(std::string_view name) {
  if (name == "auto") return best_isa();
  std::vector<std::string> names = {"auto"};
  for (const Isa isa : supported_isas()) {
    if (name == isa_name(isa)) return isa;
    names.emplace_back(isa_name(isa));
  }
  for (const Isa isa : kAll) {
    if (name == isa_name(isa)) {
      return fail(Error::Code::Unavailable, "this machine cannot run the kernel {}; it can run {}", name,
                  join(names, ", "));
    }
  }
  return fail(Error::Code::NotFound, "there is no kernel {}{}; this machine can run {}", quote(name),
              did_you_mean(name, names), join(names, ", "));
}

}  // namespace turncoat::rules::kernel
