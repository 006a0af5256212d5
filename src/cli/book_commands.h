// The sub-commands of `turncoat book`, and what several of them share.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "book/book.h"
#include "cli/command.h"

namespace turncoat::cli {

void add_book_build(CLI::App& book, Run& chosen);
void add_book_grow(CLI::App& book, Run& chosen);
void add_book_expand(CLI::App& book, Run& chosen);
void add_book_merge(CLI::App& book, Run& chosen);
void add_book_show(CLI::App& book, Run& chosen);
void add_book_probe(CLI::App& book, Run& chosen);
void add_book_export(CLI::App& book, Run& chosen);
void add_book_check(CLI::App& book, Run& chosen);
void add_book_openings(CLI::App& book, Run& chosen);

// A book by the name of a shipped one or by path.
Result<book::Book> read_book(const std::string& name_or_path);

// A book that a long job changes: kept in its file now and then and at the end.
class BookFile {
 public:
  // The book of the file, or a new one for these rules. A book of other rules is an error; empty rules are
  // the book's, or standard-8 for a new one.
  static Result<BookFile> open(const std::string& path, const std::string& rules,
                               std::chrono::nanoseconds save_every);

  book::Book& book() { return book_; }
  const std::string& path() const { return path_; }
  // Writes the file unless it was written a short time ago.
  Result<void> keep();
  Result<void> save();

 private:
  BookFile(std::string path, book::Book book, std::chrono::nanoseconds save_every)
      : path_(std::move(path)), book_(std::move(book)), save_every_(save_every) {}

  std::string path_;
  book::Book book_;
  std::chrono::nanoseconds save_every_;
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

// --save-every, and what it means.
void add_save_option(CLI::App& command, std::string& text);

}  // namespace turncoat::cli
