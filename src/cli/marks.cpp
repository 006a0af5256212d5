#include "cli/marks.h"

#include <algorithm>
#include <string>

#include "eval/stable_discs.h"
#include "eval/staged.h"
#include "rules/kernel/wide_kernels.h"

namespace turncoat::cli {

namespace {

using Kernel = rules::kernel::PortableWideKernel;  // any size, and speed does not matter here

}  // namespace

std::vector<record::SquareLabel> stability_marks(const rules::Position& position) {
  const eval::Geometry<Kernel> geometry(position.size());
  const Kernel::Board board = Kernel::board_of(position);
  const rules::SquareSet stable = eval::stable_discs(position);
  const rules::SquareSet unstable = geometry.turnable(board) | geometry.turnable(Kernel::after_pass(board));
  std::vector<record::SquareLabel> labels;
  for (const rules::Square square : stable) labels.push_back({square, "+1"});
  for (const rules::Square square : unstable) labels.push_back({square, "-1"});
  return labels;
}

std::vector<record::SquareLabel> order_marks(const rules::Position& position) {
  const eval::Staged<Kernel> staged(position.size());
  const Kernel::Board board = Kernel::board_of(position);
  struct Ranked {
    rules::Square square;
    std::int32_t value;
  };
  std::vector<Ranked> moves;
  for (const rules::Square square : position.legal_moves()) {
    const int bit = Kernel::bit_of(square, position.size());
    const Kernel::Board after = Kernel::after(board, bit, Kernel::flips(board, bit));
    moves.push_back({square, -staged.evaluate(after, Kernel::moves(after, Kernel::area(position.size())))});
  }
  std::ranges::stable_sort(moves, [](const Ranked& a, const Ranked& b) { return a.value > b.value; });
  std::vector<record::SquareLabel> labels;
  for (std::size_t i = 0; i < moves.size(); ++i) labels.push_back({moves[i].square, std::to_string(i + 1)});
  return labels;
}

}  // namespace turncoat::cli
