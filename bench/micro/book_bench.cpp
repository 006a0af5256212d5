// What a lookup in an opening book costs: every position of a book in a random image, and positions that it
// does not have. Usage: book_bench [--benchmark_...] BOOK...
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "base/rng.h"
#include "book/book_file.h"
#include "book/choice.h"
#include "rules/testing/random_games.h"

namespace turncoat::book {

namespace {

void look_up_all(benchmark::State& state, const Book& book, const std::vector<rules::Position>& positions) {
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(look_up(book, positions[next]));
    next = (next + 1) % positions.size();
  }
}

std::vector<rules::Position> known_positions(const Book& book) {
  Rng rng(1);
  std::vector<rules::Position> positions;
  for (const Key& key : book.keys()) {
    const rules::Symmetry symmetry(static_cast<int>(rng.below(rules::Symmetry::kCount)));
    positions.push_back(symmetry(position_of(book.rules(), key)));
  }
  return positions;
}

std::vector<rules::Position> random_positions(const Book& book) {
  std::vector<rules::Position> positions;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Rng rng(seed);
    positions.push_back(rules::testing::random_game(book.rules(), rng, 12).position());
  }
  return positions;
}

}  // namespace

}  // namespace turncoat::book

int main(int argc, char** argv) {
  using namespace turncoat::book;
  benchmark::Initialize(&argc, argv);
  std::vector<std::unique_ptr<Book>> books;
  for (int i = 1; i < argc; ++i) {
    auto book = load_book(argv[i]);
    if (!book) {
      fmt::print(stderr, "error: {}\n", book.error().message);
      return 1;
    }
    books.push_back(std::make_unique<Book>(*std::move(book)));
    const Book& held = *books.back();
    benchmark::RegisterBenchmark(fmt::format("{}/known", argv[i]).c_str(),
                                 [&held, positions = known_positions(held)](benchmark::State& state) {
                                   look_up_all(state, held, positions);
                                 });
    benchmark::RegisterBenchmark(fmt::format("{}/random", argv[i]).c_str(),
                                 [&held, positions = random_positions(held)](benchmark::State& state) {
                                   look_up_all(state, held, positions);
                                 });
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
