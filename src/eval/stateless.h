// Stateless: what an evaluation that looks at the board only has in place of a carried state, so that one
// search serves both kinds.
#pragma once

namespace turncoat::eval {

template <class K>
struct Stateless {
  // The eight images of a position are worth the same: one may stand for all.
  static constexpr bool kSymmetric = true;

  struct State {};
  void start(const typename K::Board&, State&) const {}
  void after(const State&, int, const typename K::Set&, State&) const {}
  void after_pass(const State&, State&) const {}
};

}  // namespace turncoat::eval
