#include "mcts/tree_file.h"

#include <algorithm>

#include <xxhash.h>

#include "base/bytes.h"
#include "mcts/exact.h"
#include "mcts/searcher.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/wide_kernels.h"
#include "rules/position.h"

namespace turncoat::mcts {

namespace {

constexpr std::string_view kMagic("TURNTREE", 8);
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kNodeBytes = 20;
constexpr std::size_t kChecksumBytes = 8;

std::uint64_t checksum(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

// In the file a square is row * size + column.
std::uint16_t square_number(MoveCode code, int size) {
  const rules::Move move = move_of(code, size);
  if (move.is_pass()) return kPassCode;
  return static_cast<std::uint16_t>(move.square().row() * size + move.square().column());
}

// Walks the tree with the rules and counts the nodes it meets, so that nothing can be there that does not
// belong to it.
class Inspector {
 public:
  explicit Inspector(std::vector<Node>& nodes) : nodes_(nodes) {}

  Result<void> inspect(const rules::Position& start) {
    if (auto sound = visit(0, start); !sound) return sound;
    if (met_ != nodes_.size())
      return fail(Error::Code::Parse, "{} nodes belong to no move", nodes_.size() - met_);
    return {};
  }

 private:
  Result<void> visit(NodeIndex index, const rules::Position& position) {
    ++met_;
    Node& node = nodes_[index];
    if (node.sum < 0 || node.sum > kWin * std::int64_t{node.visits}) {
      return fail(Error::Code::Parse, "node {} won {} of {} visits", index, node.sum, node.visits);
    }
    if (node.first_child == 0) {
      if (node.count != 0)
        return fail(Error::Code::Parse, "node {} has children and no place for them", index);
      return node.proof == 0 ? Result<void>() : check_proof(index, leaf_proof(position));
    }
    if (node.first_child <= index || node.first_child + std::uint64_t{node.count} > nodes_.size()) {
      return fail(Error::Code::Parse, "node {} has children outside the tree", index);
    }
    std::vector<rules::Move> moves;
    for (const rules::Square square : position.legal_moves()) moves.emplace_back(square);
    if (moves.empty() && position.must_pass()) moves.push_back(rules::Move::pass());
    if (moves.empty() || moves.size() != node.count) {
      return fail(Error::Code::Parse, "node {} has {} children where {} moves are legal", index, node.count,
                  moves.size());
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const NodeIndex child = node.first_child + static_cast<NodeIndex>(i);
      if (nodes_[child].move != code_of(moves[i], position.size())) {
        return fail(Error::Code::Parse, "node {} is not the move {}", child, moves[i].name());
      }
      if (nodes_[child].parent != 0) return fail(Error::Code::Parse, "node {} has two parents", child);
      nodes_[child].parent = index + 1;  // marks it as met; put right by the caller
    }
    std::uint64_t visits = 0;
    Proof best = Proof::Loss;
    bool all = true;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const NodeIndex child = node.first_child + static_cast<NodeIndex>(i);
      if (auto sound = visit(child, position.after(moves[i])); !sound) return sound;
      const auto proof = static_cast<Proof>(nodes_[child].proof);
      visits += nodes_[child].visits;
      all = all && proof != Proof::None;
      best = std::max(best, proof);
    }
    if (visits > node.visits) {
      return fail(Error::Code::Parse, "node {} has {} visits, its children {}", index, node.visits, visits);
    }
    // Rollouts run side by side: while one solves a new leaf, another may give it children.
    const Proof drawn = all || best == Proof::Win ? turned(best) : Proof::None;
    return check_proof(index, node.proof != 0 && drawn == Proof::None ? leaf_proof(position) : drawn);
  }

  // For the side that moved there; None when a search would not know.
  static Proof leaf_proof(const rules::Position& position) {
    using namespace rules::kernel;
    if (position.empties().size() > kMaxExact && !position.is_over()) return Proof::None;
    const rules::Ruleset& rules = position.ruleset();
    const int bonus = position.mover() == rules::Color::Black ? rules.black_bonus : -rules.black_bonus;
    const std::int64_t result =
        position.size() <= Lattice64::kLargestSize
            ? exact_result<PortableKernel64>(Lattice64::board_of(position), Lattice64::area(position.size()),
                                             bonus)
            : exact_result<PortableWideKernel>(WideLattice::board_of(position),
                                               WideLattice::area(position.size()), bonus);
    return turned(proof_of_value(result));
  }

  // A node may lack a proof it could have, never have one it could not.
  Result<void> check_proof(NodeIndex index, Proof real) const {
    const auto claimed = static_cast<Proof>(nodes_[index].proof);
    if (claimed == Proof::None || claimed == real) return {};
    return fail(Error::Code::Parse, "node {} claims a proof that its moves do not give", index);
  }

  std::vector<Node>& nodes_;
  std::size_t met_ = 0;
};

Result<std::vector<Node>> read_nodes(ByteCursor& cursor, const rules::Ruleset& rules, std::uint64_t count) {
  const int size = rules.size;
  std::vector<Node> nodes(count);
  for (Node& node : nodes) {
    node.visits = cursor.number<std::uint32_t>();
    node.first_child = cursor.number<std::uint32_t>();
    node.sum = cursor.number<std::int64_t>();
    const auto square = cursor.number<std::uint16_t>();
    node.count = cursor.number<std::uint8_t>();
    node.proof = cursor.number<std::uint8_t>();
    if (node.proof > static_cast<std::uint8_t>(Proof::Win)) {
      return fail(Error::Code::Parse, "node {} has the unknown proof {}", &node - nodes.data(), node.proof);
    }
    if (square == kPassCode) continue;
    if (square >= size * size) {
      return fail(Error::Code::Parse, "node {} is a move off the board", &node - nodes.data());
    }
    node.move = code_of(rules::Square(square % size, square / size), size);
  }
  return nodes;
}

}  // namespace

std::string encode_tree(const SavedTree& tree) {
  std::string out(kMagic);
  put_number(out, kVersion);
  put_text(out, rules::format_ruleset(*tree.rules));
  put_text(out, tree.player);
  put_number(out, tree.seed);
  put_number(out, static_cast<std::uint64_t>(tree.nodes.size()));
  out.reserve(out.size() + tree.nodes.size() * kNodeBytes + kChecksumBytes);
  for (const Node& node : tree.nodes) {
    put_number(out, node.visits);
    put_number(out, node.first_child);
    put_number(out, node.sum);
    put_number(out, square_number(node.move, tree.rules->size));
    put_number(out, node.count);
    put_number(out, node.proof);
  }
  put_number(out, checksum(out));
  return out;
}

Result<SavedTree> decode_tree(std::string_view bytes, std::string_view source) {
  if (!bytes.starts_with(kMagic)) return fail(Error::Code::Parse, "{} is not a Turncoat tree", source);
  ByteCursor cursor{bytes.substr(kMagic.size())};
  if (const auto version = cursor.number<std::uint32_t>(); version != kVersion || cursor.failed) {
    if (cursor.failed) return fail(Error::Code::Parse, "{} is cut off", source);
    return fail(Error::Code::Parse, "{} is a tree of version {}; this program reads version {}", source,
                version, kVersion);
  }
  const std::string_view toml = cursor.text();
  SavedTree tree;
  tree.player = std::string(cursor.text());
  tree.seed = cursor.number<std::uint64_t>();
  const auto count = cursor.number<std::uint64_t>();
  // Compared without multiplying the file's own number.
  const std::size_t body = cursor.rest.size() < kChecksumBytes ? 0 : cursor.rest.size() - kChecksumBytes;
  if (cursor.failed || count > body / kNodeBytes) return fail(Error::Code::Parse, "{} is cut off", source);
  if (count * kNodeBytes != body || count == 0) {
    return fail(Error::Code::Parse, "{} has {} bytes for {} nodes", source, body, count);
  }
  ByteCursor tail{bytes.substr(bytes.size() - kChecksumBytes)};
  if (tail.number<std::uint64_t>() != checksum(bytes.substr(0, bytes.size() - kChecksumBytes))) {
    return fail(Error::Code::Parse, "{} is damaged: its checksum does not match", source);
  }
  auto rules = rules::parse_ruleset(toml, source);
  if (!rules) return std::unexpected(rules.error());
  tree.rules = *std::move(rules);
  auto nodes = read_nodes(cursor, *tree.rules, count);
  if (!nodes) return fail_at(nodes.error(), "{}", source);
  tree.nodes = *std::move(nodes);
  if (auto sound = Inspector(tree.nodes).inspect(rules::Position(tree.rules)); !sound) {
    return fail_at(sound.error(), "{}", source);
  }
  for (Node& node : tree.nodes) node.parent = node.parent == 0 ? 0 : node.parent - 1;
  return tree;
}

}  // namespace turncoat::mcts
