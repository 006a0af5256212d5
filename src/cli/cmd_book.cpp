#include "book/book_file.h"
#include "cli/book_commands.h"
#include "cli/commands.h"
#include "engine/models.h"

namespace turncoat::cli {

Result<book::Book> read_book(const std::string& name_or_path) {
  const auto path = engine::find_book(name_or_path);
  if (!path) return std::unexpected(path.error());
  return book::load_book(*path);
}

Result<BookFile> BookFile::open(const std::string& path, const std::string& rules,
                                std::chrono::nanoseconds save_every) {
  std::optional<rules::RulesetPtr> wanted;
  if (!rules.empty()) {
    auto found = rules::find_ruleset(rules);
    if (!found) return fail_at(found.error(), "--rules");
    wanted = *std::move(found);
  }
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    return BookFile(path, book::Book(wanted ? *wanted : rules::standard(8)), save_every);
  }
  auto loaded = book::load_book(path);
  if (!loaded) return std::unexpected(loaded.error());
  if (wanted && !book::same_game(**wanted, *loaded->rules())) {
    return fail(Error::Code::Conflict, "{} is a book for {}, not for {}", path, loaded->rules()->name,
                (*wanted)->name);
  }
  return BookFile(path, *std::move(loaded), save_every);
}

Result<void> BookFile::keep() {
  if (std::chrono::steady_clock::now() - saved_ < save_every_) return {};
  return save();
}

Result<void> BookFile::save() {
  auto done = book::save_book(path_, book_);
  saved_ = std::chrono::steady_clock::now();
  return done;
}

void add_save_option(CLI::App& command, std::string& text) {
  command
      .add_option("--save-every", text,
                  "how much work a kill may cost; the same command, run again, goes on from the file")
      ->type_name("TIME")
      ->capture_default_str();
}

void add_book(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("book", "opening books: make, look into and check them");
  command->require_subcommand(1);
  add_book_build(*command, chosen);
  add_book_grow(*command, chosen);
  add_book_expand(*command, chosen);
  add_book_merge(*command, chosen);
  add_book_show(*command, chosen);
  add_book_probe(*command, chosen);
  add_book_export(*command, chosen);
  add_book_check(*command, chosen);
  add_book_openings(*command, chosen);
}

}  // namespace turncoat::cli
