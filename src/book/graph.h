// Graph: the positions of a book with their moves worked out, for jobs that walk through it again and again.
// Looks at a book and adds to it; while it lives nobody else may. Every move adds a disc, so there are no
// cycles.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "book/book.h"

namespace turncoat::book {

class Graph {
 public:
  static constexpr int kAbsent = -1;

  // One for every legal move, also those that symmetries make equal.
  struct Edge {
    rules::Square square;
    int child = kAbsent;  // kAbsent: not in the book, or the end of the game
    int sign = -1;        // of the child's values, seen from the mover
    bool over = false;
    int final_score = 0;  // for the mover in kUnit, when the move ends the game
  };
  struct Node {
    Key key;
    Entry* entry;
    int discs;
    std::vector<Edge> edges;
  };

  explicit Graph(Book& book);

  int size() const { return static_cast<int>(nodes_.size()); }
  const Node& node(int index) const { return nodes_[static_cast<std::size_t>(index)]; }
  // kAbsent when the book does not have it.
  int find(const Key& key) const;
  // The node of a position, which gets an empty entry when the book does not have it.
  int add(const Key& key);

  // Negamax from the last discs to the first. A position is scored when it has a leaf, or when every move
  // ends the game or leads to a scored position. A leaf that has become a link counts no more: the link's
  // value is the better known.
  void propagate();

  // The value of the move for the mover, when the game ends there or it leads to a scored position.
  std::optional<int> link_value(const Edge& edge) const;
  // Whether the leaf's move has become a link: another has to be searched.
  bool leaf_is_stale(int index) const;
  // The edge of the leaf's move; null without a leaf, or when its square is not legal.
  const Edge* leaf_edge(int index) const;

 private:
  struct Wanted {
    int parent;
    std::size_t edge;
  };
  void append(const Key& key, Entry& entry);

  Book& book_;
  std::vector<Node> nodes_;
  std::unordered_map<Key, int, KeyHash> index_;
  std::unordered_map<Key, std::vector<Wanted>, KeyHash> wanted_;  // by children that are not in the book
};

}  // namespace turncoat::book
