#include "record/ggf_scanner.h"

#include "base/text.h"
#include "record/source_text.h"

namespace turncoat::record {

namespace {

constexpr std::string_view kSpace = " \t\r\n\f\v";

class GgfScanner {
 public:
  explicit GgfScanner(std::string_view text) : text_(text) {}

  Result<std::vector<GgfGame>> scan() {
    std::vector<GgfGame> games;
    for (;;) {
      skip(kSpace);
      if (at_ == text_.size()) return games;
      // "1 " or "2 " in front: how many games the line holds. The games themselves tell it too.
      if (peek(0) == '1' || peek(0) == '2') {
        ++at_;
        skip(kSpace);
      }
      if (peek(0) != '(' || peek(1) != ';') {
        return refuse(at_, fmt::format("a game starts with \"(;\", not {}", quote(text_.substr(at_, 2))));
      }
      GgfGame game{{}, at_};
      at_ += 2;
      if (auto read = read_tags(game); !read) return std::unexpected(read.error());
      games.push_back(std::move(game));
    }
  }

 private:
  char peek(std::size_t offset) const { return at_ + offset < text_.size() ? text_[at_ + offset] : '\0'; }
  void skip(std::string_view characters) {
    at_ = std::min(text_.size(), text_.find_first_not_of(characters, at_));
  }
  std::unexpected<Error> refuse(std::size_t offset, const std::string& reason) const {
    return fail(Error::Code::Parse, "{}: {}", place_in(text_, offset), reason);
  }

  Result<void> read_tags(GgfGame& game) {
    for (;;) {
      skip(" \t\r\n\f\v;");
      if (at_ == text_.size()) return refuse(game.at, "the game that starts here has no end \";)\"");
      if (peek(0) == ')') {
        ++at_;
        return {};
      }
      auto tag = read_tag();
      if (!tag) return std::unexpected(tag.error());
      game.tags.push_back(std::move(*tag));
    }
  }

  Result<GgfTag> read_tag() {
    GgfTag tag{"", "", at_};
    for (; std::isalpha(static_cast<unsigned char>(peek(0))) != 0; ++at_) {
      tag.name += static_cast<char>(peek(0) & ~0x20);
    }
    skip(kSpace);
    if (tag.name.empty() || peek(0) != '[') {
      return refuse(at_, fmt::format("a tag such as PB[name] is expected, not {}",
                                     quote(text_.substr(tag.at, at_ - tag.at + 1), 12)));
    }
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == ']') {
        ++at_;
        return tag;
      }
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      tag.value += text_[at_];
    }
    return refuse(tag.at, fmt::format("{}[ has no closing \"]\"", quote(tag.name, 12)));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::vector<GgfGame>> scan_ggf(std::string_view text) {
  return GgfScanner(text).scan();
}

}  // namespace turncoat::record
