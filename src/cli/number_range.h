// A check of options that are real numbers. Not CLI::Range, which lets "nan" pass.
#pragma once

#include <CLI/CLI.hpp>

namespace turncoat::cli {

CLI::Validator number_range(double least, double most);

}  // namespace turncoat::cli
