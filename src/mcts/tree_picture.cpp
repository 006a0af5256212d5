#include "mcts/tree_picture.h"

#include <algorithm>

namespace turncoat::mcts {

namespace {

// Sizes in the SVG's units.
constexpr double kWidth = 84;
constexpr double kHeight = 48;
constexpr double kGapX = 10;
constexpr double kGapY = 38;
constexpr double kMargin = 12;

struct Label {
  std::string move;
  std::string visits;
  std::string won;
};

Label label_of(const SavedTree& tree, NodeIndex index) {
  const Node& node = tree.nodes[index];
  Label label;
  label.move = index == 0 ? "start" : move_of(node.move, tree.rules->size).name();
  label.visits = fmt::format("{}", node.visits);
  switch (static_cast<Proof>(node.proof)) {
    case Proof::Win:
      label.won = "won";
      break;
    case Proof::Draw:
      label.won = "drawn";
      break;
    case Proof::Loss:
      label.won = "lost";
      break;
    case Proof::None:
      label.won = node.visits == 0
                      ? "-"
                      : fmt::format("{:.1f} %", 100.0 * static_cast<double>(node.sum) / kWin / node.visits);
  }
  return label;
}

// Black's moves are dark: the colour of the side that moved to a node at this ply.
bool is_black(const SavedTree& tree, int ply) {
  const bool first_is_black = tree.rules->first == rules::Color::Black;
  return (ply % 2 == 1) == first_is_black;
}

void write_text(const SavedTree& tree, const PictureOptions& options, NodeIndex node, int ply,
                std::string& out) {
  const Label label = label_of(tree, node);
  out += fmt::format("{:>{}}{:<6} {:>8} visits  {:>7}\n", "", 2 * ply, label.move, label.visits, label.won);
  if (ply == options.depth) return;
  for (const NodeIndex child : shown_children(tree, node, options.branches)) {
    write_text(tree, options, child, ply + 1, out);
  }
}

void write_dot(const SavedTree& tree, const PictureOptions& options, NodeIndex node, int ply,
               std::string& out) {
  const Label label = label_of(tree, node);
  const bool black = is_black(tree, ply);
  out +=
      fmt::format("  n{} [label=\"{}\\n{}\\n{}\", fillcolor=\"{}\", fontcolor=\"{}\"];\n", node, label.move,
                  label.visits, label.won, black ? "#2b2b2b" : "#f4f4f4", black ? "#ffffff" : "#000000");
  if (ply == options.depth) return;
  for (const NodeIndex child : shown_children(tree, node, options.branches)) {
    write_dot(tree, options, child, ply + 1, out);
    out += fmt::format("  n{} -> n{};\n", node, child);
  }
}

// Leaves side by side, parents over the middle of their children.
class SvgWriter {
 public:
  SvgWriter(const SavedTree& tree, const PictureOptions& options) : tree_(tree), options_(options) {}

  std::string write() {
    place(0, 0);
    const double width = right_ + kMargin - kGapX;
    const double height = 2 * kMargin + kHeight + deepest_ * (kHeight + kGapY);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#dfeadf\"/>\n{2}{3}</svg>\n",
        width, height, edges_, boxes_);
  }

 private:
  // The middle of the node's box.
  double place(NodeIndex node, int ply) {
    deepest_ = std::max(deepest_, ply);
    std::vector<double> below;
    const double top = kMargin + ply * (kHeight + kGapY);
    if (ply < options_.depth) {
      const auto children = shown_children(tree_, node, options_.branches);
      for (const NodeIndex child : children) below.push_back(place(child, ply + 1));
      const double middle = below.empty() ? next_leaf() : (below.front() + below.back()) / 2;
      for (std::size_t i = 0; i < below.size(); ++i) {
        // Thick where the search went most.
        const double share =
            tree_.nodes[node].visits == 0
                ? 0.0
                : static_cast<double>(tree_.nodes[children[i]].visits) / tree_.nodes[node].visits;
        edges_ += fmt::format(
            "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#567\" "
            "stroke-width=\"{:.1f}\"/>\n",
            middle, top + kHeight, below[i], top + kHeight + kGapY, 0.8 + 5 * share);
      }
      draw(node, ply, middle, top);
      return middle;
    }
    const double middle = next_leaf();
    draw(node, ply, middle, top);
    return middle;
  }

  double next_leaf() {
    const double middle = right_ + kWidth / 2;
    right_ += kWidth + kGapX;
    return middle;
  }

  void draw(NodeIndex node, int ply, double middle, double top) {
    const Label label = label_of(tree_, node);
    const bool black = is_black(tree_, ply);
    boxes_ += fmt::format(
        "<g fill=\"{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" rx=\"6\" "
        "fill=\"{}\" stroke=\"#345\"/>",
        black ? "#fff" : "#000", middle - kWidth / 2, top, kWidth, kHeight, black ? "#2b2b2b" : "#f4f4f4");
    const std::string lines[] = {label.move, label.visits, label.won};
    for (int i = 0; i < 3; ++i) {
      boxes_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>", middle, top + 14 + 14 * i,
                            i == 0 ? " font-weight=\"bold\"" : "", lines[i]);
    }
    boxes_ += "</g>\n";
  }

  const SavedTree& tree_;
  const PictureOptions options_;
  double right_ = kMargin;
  int deepest_ = 0;
  std::string edges_;
  std::string boxes_;
};

}  // namespace

std::vector<NodeIndex> shown_children(const SavedTree& tree, NodeIndex node, int branches) {
  std::vector<NodeIndex> shown;
  const Node& parent = tree.nodes[node];
  for (NodeIndex i = 0; i < parent.count; ++i) {
    if (tree.nodes[parent.first_child + i].visits > 0) shown.push_back(parent.first_child + i);
  }
  std::ranges::stable_sort(
      shown, [&](NodeIndex a, NodeIndex b) { return tree.nodes[a].visits > tree.nodes[b].visits; });
  if (branches > 0 && shown.size() > static_cast<std::size_t>(branches))
    shown.resize(static_cast<std::size_t>(branches));
  return shown;
}

std::string tree_as_text(const SavedTree& tree, const PictureOptions& options) {
  std::string out;
  write_text(tree, options, 0, 0, out);
  return out;
}

std::string tree_as_dot(const SavedTree& tree, const PictureOptions& options) {
  std::string out =
      "digraph tree {\n  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];\n";
  write_dot(tree, options, 0, 0, out);
  return out + "}\n";
}

std::string tree_as_svg(const SavedTree& tree, const PictureOptions& options) {
  return SvgWriter(tree, options).write();
}

}  // namespace turncoat::mcts
