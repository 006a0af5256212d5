// Base64 as browsers write it, with or without padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace turncoat::server {

// Nothing when the text is no Base64.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace turncoat::server
