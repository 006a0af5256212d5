// Books as files; docs/file-formats.md describes the bytes. A reader takes all or nothing: what is cut off,
// foreign, of another version or damaged is refused with the reason.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"
#include "book/book.h"

namespace turncoat::book {

// The same book gives the same bytes.
std::string encode_book(const Book& book);
// `source` is named in errors.
Result<Book> decode_book(std::string_view bytes, std::string_view source);

Result<Book> load_book(const std::filesystem::path& path);
// The file is whole or as it was.
Result<void> save_book(const std::filesystem::path& path, const Book& book);

// What decode_book does not look at because it takes time: that positions are the least of their images and
// have a move, moves are legal and the first of their equals, and values are what their links and leaves
// give. One line for each kind of fault, with the first place; empty when there is none.
std::vector<std::string> find_faults(const Book& book);

// Leaves whose moves have become links, as merging books or stopping an expansion leaves some: no fault, but
// until book/expand.h has searched for others their positions may be worth more than their values say.
std::uint64_t count_stale_leaves(const Book& book);

}  // namespace turncoat::book
