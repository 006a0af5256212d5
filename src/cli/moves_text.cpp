#include "cli/moves_text.h"

#include <vector>

#include "base/text.h"

namespace turncoat::cli {

std::string moves_text(std::span<const rules::Move> moves) {
  std::vector<std::string> names;
  for (const rules::Move move : moves) names.push_back(move.name());
  return join(names, " ");
}

}  // namespace turncoat::cli
