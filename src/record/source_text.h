// What every reader of records needs of its source text: where a character stands, and clean UTF-8 out of
// old files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace turncoat::record {

// "character 7", or "line 2, character 7" when the text has several lines; counted from 1, in bytes.
std::string place_in(std::string_view text, std::size_t offset);

bool is_utf8(std::string_view text);
std::string latin1_to_utf8(std::string_view text);

// For names and comments: UTF-8 as it is, anything else taken as Latin-1; control characters become spaces.
std::string clean_text(std::string_view text);

// Without the byte order mark that some editors put in front.
std::string_view without_bom(std::string_view text);

}  // namespace turncoat::record
