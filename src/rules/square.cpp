#include "rules/square.h"

#include "base/text.h"

namespace turncoat::rules {

Result<Square> Square::parse(std::string_view text, int size) {
  const std::string name = to_lower(text);
  const auto refuse = [&] {
    return fail(Error::Code::Parse, "{} is not a square of the {}x{} board (a1 to {})", quote(text), size,
                size, Square(size - 1, size - 1).name());
  };
  if (name.size() < 2 || name.size() > 3 || name[0] < 'a' || name[0] > 'z' || name[1] == '0') return refuse();
  const int column = name[0] - 'a';
  const auto row = parse_uint(std::string_view(name).substr(1));
  if (!row || *row > static_cast<unsigned>(size) || column >= size) return refuse();
  return Square(column, static_cast<int>(*row) - 1);
}

std::string Square::name() const {
  return fmt::format("{}{}", static_cast<char>('a' + column_), row_ + 1);
}

std::string Move::name() const {
  return is_pass() ? "pass" : square().name();
}

}  // namespace turncoat::rules
