#include "nn/sample.h"

#include <bit>
#include <cmath>

#include "rules/kernel/wide.h"

namespace turncoat::nn {

namespace {

using rules::Square;
using rules::SquareSet;

std::size_t bytes_of_board(int size) {
  return static_cast<std::size_t>(size * size + 7) / 8;
}

void put_board(std::string& out, const SquareSet& set, int size) {
  std::string bits(bytes_of_board(size), '\0');
  for (const Square square : set) {
    const auto index = static_cast<std::size_t>(move_index(square, size));
    bits[index / 8] = static_cast<char>(bits[index / 8] | 1 << index % 8);
  }
  out += bits;
}

SquareSet read_board(ByteCursor& cursor, int size) {
  SquareSet set;
  const std::string_view bits = cursor.take(bytes_of_board(size));
  for (std::size_t index = 0; index < bits.size() * 8; ++index) {
    if ((bits[index / 8] >> index % 8 & 1) == 0) continue;
    if (index >= static_cast<std::size_t>(size * size)) {
      cursor.failed = true;
      return set;
    }
    set.insert(move_at(static_cast<int>(index), size).square());
  }
  return set;
}

void put_float(std::string& out, float number) {
  put_number(out, std::bit_cast<std::uint32_t>(number));
}

float read_float(ByteCursor& cursor) {
  return std::bit_cast<float>(cursor.number<std::uint32_t>());
}

bool in_unit(float number) {
  return number >= -1 && number <= 1;  // false for what is no number
}

}  // namespace

Result<void> check_sample(const Sample& sample, int size) {
  const auto refuse = [](std::string_view why) { return fail(Error::Code::Range, "not a sample: {}", why); };
  const SquareSet discs = sample.mover | sample.other;
  if (!(discs & ~SquareSet::board(size)).empty()) return refuse("discs outside the board");
  if (!(sample.mover & sample.other).empty()) return refuse("two discs on one square");
  double sum = 0;
  SquareSet seen;
  for (const MoveShare& move : sample.policy) {
    if (move.move > size * size) return refuse("a move outside the board");
    if (!(move.share >= 0 && move.share <= 1)) return refuse("a share of the policy that is not in [0, 1]");
    sum += double{move.share};
    if (move.move == size * size) {
      if (sample.policy.size() > 1) return refuse("a pass beside other moves");
      continue;
    }
    const Square square = move_at(move.move, size).square();
    if (discs.contains(square) || seen.contains(square)) return refuse("a move to a taken square");
    seen.insert(square);
  }
  if (!sample.policy.empty() && std::abs(sum - 1) > 1e-3) return refuse("shares that do not sum to 1");
  if (!in_unit(sample.value) || !in_unit(sample.score)) return refuse("a value or score outside [-1, 1]");
  if (!sample.ownership.empty() && sample.ownership.size() != static_cast<std::size_t>(size * size)) {
    return refuse("owners for another board");
  }
  for (const float owner : sample.ownership) {
    if (owner != -1 && owner != 0 && owner != 1) return refuse("an owner that is not -1, 0 or 1");
  }
  if (!(sample.weight >= 0 && std::isfinite(sample.weight))) return refuse("a weight below 0");
  return {};
}

Input input_of(const Sample& sample, int size) {
  return {sample.mover, sample.other,
          rules::kernel::wide_moves(SquareSet::board(size), sample.mover, sample.other)};
}

Sample transformed(const Sample& sample, rules::Symmetry symmetry, int size) {
  Sample image = sample;
  image.mover = symmetry(sample.mover, size);
  image.other = symmetry(sample.other, size);
  const auto moved = [&](int index) { return move_index(symmetry(move_at(index, size), size), size); };
  for (MoveShare& move : image.policy) move.move = static_cast<std::uint8_t>(moved(move.move));
  for (std::size_t i = 0; i < sample.ownership.size(); ++i) {
    image.ownership[static_cast<std::size_t>(moved(static_cast<int>(i)))] = sample.ownership[i];
  }
  return image;
}

void put_sample(std::string& out, const Sample& sample, int size) {
  put_board(out, sample.mover, size);
  put_board(out, sample.other, size);
  put_number(out, static_cast<std::uint8_t>(sample.policy.size()));
  for (const MoveShare& move : sample.policy) {
    put_number(out, move.move);
    put_float(out, move.share);
  }
  put_float(out, sample.value);
  put_float(out, sample.score);
  put_float(out, sample.weight);
  put_number(out, static_cast<std::uint8_t>(sample.ownership.empty() ? 0 : 1));
  if (sample.ownership.empty()) return;
  SquareSet mine;
  SquareSet theirs;
  for (std::size_t i = 0; i < sample.ownership.size(); ++i) {
    const Square square = move_at(static_cast<int>(i), size).square();
    if (sample.ownership[i] > 0) mine.insert(square);
    if (sample.ownership[i] < 0) theirs.insert(square);
  }
  put_board(out, mine, size);
  put_board(out, theirs, size);
}

Sample read_sample(ByteCursor& cursor, int size) {
  Sample sample;
  sample.mover = read_board(cursor, size);
  sample.other = read_board(cursor, size);
  const auto moves = cursor.number<std::uint8_t>();
  for (int i = 0; i < moves && !cursor.failed; ++i) {
    const auto move = cursor.number<std::uint8_t>();
    sample.policy.push_back({move, read_float(cursor)});
  }
  sample.value = read_float(cursor);
  sample.score = read_float(cursor);
  sample.weight = read_float(cursor);
  const auto has_owners = cursor.number<std::uint8_t>();
  if (has_owners > 1) cursor.failed = true;
  if (has_owners == 1) {
    const SquareSet mine = read_board(cursor, size);
    const SquareSet theirs = read_board(cursor, size);
    if (!(mine & theirs).empty()) cursor.failed = true;
    sample.ownership.resize(static_cast<std::size_t>(size * size));
    for (const Square square : mine) sample.ownership[static_cast<std::size_t>(move_index(square, size))] = 1;
    for (const Square square : theirs) {
      sample.ownership[static_cast<std::size_t>(move_index(square, size))] = -1;
    }
  }
  if (!cursor.failed && !check_sample(sample, size)) cursor.failed = true;
  return sample;
}

}  // namespace turncoat::nn
