#include "mcts/tree_file.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <xxhash.h>

#include "mcts/searcher.h"
#include "mcts/tree_picture.h"

namespace turncoat::mcts {
namespace {

using testing::HasSubstr;

std::unique_ptr<Searcher> grown(const rules::RulesetPtr& rules, std::uint64_t sims, std::uint64_t seed = 7) {
  Options options;
  options.memory = 4 << 20;
  auto searcher = make_searcher(rules::Position(rules), options, rules::kernel::best_isa());
  searcher->search({.sims = sims}, seed);
  return searcher;
}

SavedTree saved(const Searcher& searcher) {
  SavedTree tree;
  tree.rules = searcher.root().ruleset_ptr();
  tree.player = "mcts:c=1";
  tree.seed = 7;
  tree.nodes.assign(&searcher.tree()[0], &searcher.tree()[0] + searcher.tree().used());
  return tree;
}

std::string with_checksum(std::string bytes) {
  bytes.resize(bytes.size() - 8);
  const std::uint64_t sum = XXH3_64bits(bytes.data(), bytes.size());
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(sum >> (8 * i) & 0xff);
  return bytes;
}

std::string reason(const std::string& bytes) {
  const auto tree = decode_tree(bytes, "t.tree");
  return tree ? "" : tree.error().message;
}

// Proofs of leaves that got children while they were solved are true, too.
TEST(TreeFile, AcceptsEverySolvedTree) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const std::string bytes = encode_tree(saved(*grown(rules::standard(4), 20'000, seed)));
    EXPECT_EQ(reason(bytes), "") << "seed " << seed;
  }
}

TEST(TreeFile, ComesBackTheSameAndGoesOnTheSame) {
  for (const char* name : {"standard-4", "standard-8", "leader-12"}) {
    const rules::RulesetPtr rules = *rules::find_ruleset(name);
    const auto searcher = grown(rules, 1000);
    const std::string bytes = encode_tree(saved(*searcher));
    const auto back = decode_tree(bytes, "t.tree");
    ASSERT_TRUE(back.has_value()) << back.error().message;
    EXPECT_EQ(*back->rules, *rules);
    EXPECT_EQ(back->player, "mcts:c=1");
    EXPECT_EQ(back->seed, 7U);
    EXPECT_EQ(encode_tree(*back), bytes);

    const auto other = grown(rules, 1);
    other->assign(rules::Position(rules), back->nodes);
    searcher->search({.sims = 500}, 8);
    other->search({.sims = 500}, 8);
    EXPECT_EQ(encode_tree(saved(*other)), encode_tree(saved(*searcher)));
  }
}

TEST(TreeFile, RefusesWhatIsNotATreeAndSaysWhy) {
  const std::string bytes = encode_tree(saved(*grown(rules::standard(6), 200)));
  EXPECT_EQ(reason(""), "t.tree is not a Turncoat tree");
  EXPECT_EQ(reason("SQLite format 3"), "t.tree is not a Turncoat tree");
  std::string newer = bytes;
  newer[8] = 9;
  EXPECT_EQ(reason(newer), "t.tree is a tree of version 9; this program reads version 1");
  std::string damaged = bytes;
  damaged[bytes.size() / 2] ^= 1;
  EXPECT_THAT(reason(damaged), HasSubstr("damaged"));
  EXPECT_THAT(reason(bytes + "x"), HasSubstr("bytes for"));
}

TEST(TreeFile, RefusesEveryTruncation) {
  const std::string bytes = encode_tree(saved(*grown(rules::standard(6), 20)));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(reason(bytes.substr(0, size)), "") << size;
  }
}

TEST(TreeFile, RefusesTreesThatNoSearchCouldMake) {
  const SavedTree good = saved(*grown(rules::standard(6), 300));
  ASSERT_EQ(reason(encode_tree(good)), "");
  const auto broken = [&](const std::function<void(std::vector<Node>&)>& change) {
    SavedTree tree = good;
    change(tree.nodes);
    return reason(encode_tree(tree));
  };
  EXPECT_THAT(broken([](auto& n) { n[0].first_child = 0; }), HasSubstr("no place"));
  EXPECT_THAT(broken([](auto& n) { n[0].first_child = 1 << 30; }), HasSubstr("outside"));
  EXPECT_THAT(broken([](auto& n) {
                n[1].first_child = 1;
                n[1].count = 1;
              }),
              HasSubstr("outside"));
  EXPECT_THAT(broken([](auto& n) { n[2].move = n[1].move; }), HasSubstr("not the move"));
  EXPECT_THAT(broken([](auto& n) { n[1].visits = 1 << 30; }), HasSubstr("visits"));
  EXPECT_THAT(broken([](auto& n) { n[1].sum = -1; }), HasSubstr("won"));
  EXPECT_THAT(broken([](auto& n) { n[1].proof = static_cast<std::uint8_t>(Proof::Win); }),
              HasSubstr("proof"));
  EXPECT_THAT(broken([](auto& n) { n[1].proof = 17; }), HasSubstr("proof"));
  EXPECT_THAT(broken([](auto& n) { n.push_back(Node{}); }), HasSubstr("belong to no move"));
}

// A right checksum on wrong bytes: refused, or a tree that can be searched.
RC_GTEST_PROP(TreeFile, SurvivesMutationWithARightChecksum, ()) {
  static const std::string good = encode_tree(saved(*grown(rules::standard(6), 60)));
  std::string bytes = good;
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    bytes[*rc::gen::inRange<std::size_t>(8, bytes.size())] = *rc::gen::arbitrary<char>();
  }
  const auto tree = decode_tree(with_checksum(bytes), "t.tree");
  if (!tree) {
    RC_ASSERT(!tree.error().message.empty());
    return;
  }
  const auto searcher = grown(tree->rules, 1);
  searcher->assign(rules::Position(tree->rules), tree->nodes);
  searcher->search({.sims = 50}, 1);
}

TEST(TreePicture, ShowsVisitsAndShares) {
  const SavedTree tree = saved(*grown(rules::standard(8), 500));
  const std::string text = tree_as_text(tree, {.depth = 1, .branches = 0});
  EXPECT_EQ(std::ranges::count(text, '\n'), 5);
  EXPECT_THAT(text, HasSubstr("start       500 visits"));
  EXPECT_THAT(text, HasSubstr(" %"));
  const std::string svg = tree_as_svg(tree, {.depth = 2, .branches = 2});
  EXPECT_THAT(svg, testing::StartsWith("<svg"));
  EXPECT_THAT(svg, HasSubstr(">500</text>"));
  std::size_t boxes = 0;
  for (std::size_t at = 0; (at = svg.find("<g ", at)) != std::string::npos; ++at) ++boxes;
  EXPECT_EQ(boxes, 7U);
  EXPECT_THAT(tree_as_dot(tree, {.depth = 1, .branches = 1}), HasSubstr("n0 -> n"));
}

}  // namespace
}  // namespace turncoat::mcts
