// Params: a struct of settings whose fields are declared once, with default, range and one line of help.
// That one declaration drives spec text ("mcts:sims=1000"), help, JSON and stored fingerprints.
//
//   struct MctsParams {
//     int sims = 800;
//     static void describe(Fields<MctsParams>& f) { f.add("sims", &MctsParams::sims, {1, 1'000'000},
//     "playouts"); }
//   };
//
// The default is the member's initialiser; a Params type is default-constructible and copyable.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace turncoat {

// What a form, a help page or a schema needs to know of one parameter.
struct ParamInfo {
  enum class Kind { Integer, Real, Switch, Text, Choice, Duration, Bytes };
  std::string name;
  Kind kind = Kind::Text;
  std::string default_text;
  std::string range_text;  // "1..1000000", "on|off", "visits|winrate", or empty
  std::vector<std::string> choices;
  std::string help;
};

using ParamValues = std::vector<std::pair<std::string, std::string>>;

template <class T>
struct ParamRange {
  T low;
  T high;
};

namespace params_detail {

Result<std::int64_t> read_integer(std::string_view name, std::string_view text,
                                  ParamRange<std::int64_t> range);
Result<std::uint64_t> read_integer(std::string_view name, std::string_view text,
                                   ParamRange<std::uint64_t> range);
Result<double> read_real(std::string_view name, std::string_view text, ParamRange<double> range);
Result<bool> read_switch(std::string_view name, std::string_view text);
Result<std::size_t> read_choice(std::string_view name, std::string_view text,
                                std::span<const std::string> choices);
Error unknown_key(std::string_view owner, std::string_view key, std::span<const std::string> known);

}  // namespace params_detail

template <class P>
class Fields {
 public:
  struct Field {
    ParamInfo info;
    std::function<Result<void>(P&, std::string_view)> set;
    std::function<std::string(const P&)> get;
  };

  template <std::integral T>
  requires(!std::same_as<T, bool>) void add(std::string name, T P::*member,
                                            ParamRange<std::type_identity_t<T>> range, std::string help) {
    put(
        std::move(name), ParamInfo::Kind::Integer, fmt::format("{}..{}", range.low, range.high), {},
        std::move(help),
        [member, range](P& p, std::string_view key, std::string_view text) -> Result<void> {
          using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
          const auto value = params_detail::read_integer(key, text, ParamRange<Wide>{range.low, range.high});
          if (!value) return std::unexpected(value.error());
          p.*member = static_cast<T>(*value);
          return {};
        },
        [member](const P& p) { return fmt::format("{}", p.*member); });
  }

  void add(std::string name, double P::*member, ParamRange<double> range, std::string help) {
    put(
        std::move(name), ParamInfo::Kind::Real, fmt::format("{}..{}", range.low, range.high), {},
        std::move(help),
        [member, range](P& p, std::string_view key, std::string_view text) -> Result<void> {
          const auto value = params_detail::read_real(key, text, range);
          if (!value) return std::unexpected(value.error());
          p.*member = *value;
          return {};
        },
        [member](const P& p) { return fmt::format("{}", p.*member); });
  }

  void add(std::string name, bool P::*member, std::string help) {
    put(
        std::move(name), ParamInfo::Kind::Switch, "on|off", {"on", "off"}, std::move(help),
        [member](P& p, std::string_view key, std::string_view text) -> Result<void> {
          const auto value = params_detail::read_switch(key, text);
          if (!value) return std::unexpected(value.error());
          p.*member = *value;
          return {};
        },
        [member](const P& p) { return std::string(p.*member ? "on" : "off"); });
  }

  void add(std::string name, std::string P::*member, std::string help) {
    put(
        std::move(name), ParamInfo::Kind::Text, "", {}, std::move(help),
        [member](P& p, std::string_view, std::string_view text) -> Result<void> {
          p.*member = std::string(text);
          return {};
        },
        [member](const P& p) { return p.*member; });
  }

  void add(std::string name, std::chrono::nanoseconds P::*member, ParamRange<std::chrono::nanoseconds> range,
           std::string help) {
    put(
        std::move(name), ParamInfo::Kind::Duration,
        fmt::format("{}..{}", format_duration(range.low), format_duration(range.high)), {}, std::move(help),
        [member, range](P& p, std::string_view key, std::string_view text) -> Result<void> {
          const auto value = parse_duration(text);
          if (!value) return fail_at(value.error(), "{}", key);
          if (*value < range.low || *value > range.high) {
            return fail(Error::Code::Range, "{}={} is outside {}..{}", key, printable(text),
                        format_duration(range.low), format_duration(range.high));
          }
          p.*member = *value;
          return {};
        },
        [member](const P& p) { return format_duration(p.*member); });
  }

  // A size in bytes; text like 16MB.
  void add_bytes(std::string name, std::uint64_t P::*member, ParamRange<std::uint64_t> range,
                 std::string help) {
    put(
        std::move(name), ParamInfo::Kind::Bytes,
        fmt::format("{}..{}", format_bytes(range.low), format_bytes(range.high)), {}, std::move(help),
        [member, range](P& p, std::string_view key, std::string_view text) -> Result<void> {
          const auto value = parse_bytes(text);
          if (!value) return fail_at(value.error(), "{}", key);
          if (*value < range.low || *value > range.high) {
            return fail(Error::Code::Range, "{}={} is outside {}..{}", key, printable(text),
                        format_bytes(range.low), format_bytes(range.high));
          }
          p.*member = *value;
          return {};
        },
        [member](const P& p) { return format_bytes(p.*member); });
  }

  // One of a few named values of an enum.
  template <class E>
  requires std::is_enum_v<E>
  void add(std::string name, E P::*member, std::vector<std::pair<std::string, E>> values, std::string help) {
    std::vector<std::string> names;
    for (const auto& [text, value] : values) names.push_back(text);
    put(
        std::move(name), ParamInfo::Kind::Choice, join(names, "|"), names, std::move(help),
        [member, values, names](P& p, std::string_view key, std::string_view text) -> Result<void> {
          const auto index = params_detail::read_choice(key, text, names);
          if (!index) return std::unexpected(index.error());
          p.*member = values[*index].second;
          return {};
        },
        [member, values](const P& p) {
          for (const auto& [text, value] : values) {
            if (p.*member == value) return text;
          }
          return std::string();
        });
  }

  // All that a base declares: `struct Both : A, B` includes both and declares nothing twice.
  template <class Base>
  requires std::derived_from<P, Base>
  void include() {
    Fields<Base> base;
    Base::describe(base);
    for (const auto& field : base.all()) fields_.push_back({field.info, field.set, field.get});
  }

  const std::vector<Field>& all() const { return fields_; }

 private:
  template <class Set, class Get>
  void put(std::string name, ParamInfo::Kind kind, std::string range, std::vector<std::string> choices,
           std::string help, Set set, Get get) {
    Field field;
    field.info = {name, kind, get(P{}), std::move(range), std::move(choices), std::move(help)};
    field.set = [set, name](P& p, std::string_view text) { return set(p, name, text); };
    field.get = get;
    fields_.push_back(std::move(field));
  }

  std::vector<Field> fields_;
};

template <class P>
Fields<P> fields_of() {
  Fields<P> fields;
  P::describe(fields);
  return fields;
}

template <class P>
std::vector<ParamInfo> describe_params() {
  const Fields<P> fields = fields_of<P>();
  std::vector<ParamInfo> infos;
  for (const auto& field : fields.all()) infos.push_back(field.info);
  return infos;
}

// `owner` names the thing in errors: mcts has no parameter "simz"; did you mean "sims"?
template <class P>
Result<P> read_params(std::string_view owner, const ParamValues& values) {
  const Fields<P> fields = fields_of<P>();
  P params;
  std::vector<std::string> seen;
  for (const auto& [key, text] : values) {
    const typename Fields<P>::Field* found = nullptr;
    std::vector<std::string> known;
    for (const auto& field : fields.all()) {
      if (field.info.name == key) found = &field;
      known.push_back(field.info.name);
    }
    if (found == nullptr) return std::unexpected(params_detail::unknown_key(owner, key, known));
    for (const std::string& earlier : seen) {
      if (earlier == key) return fail(Error::Code::Conflict, "{}: {} is given twice", owner, key);
    }
    if (auto set = found->set(params, text); !set) return fail_at(set.error(), "{}", owner);
    seen.push_back(key);
  }
  return params;
}

// Every field that differs from its default, in declared order: the shortest text that gives these params
// again.
template <class P>
ParamValues changed_params(const P& params) {
  const Fields<P> fields = fields_of<P>();
  ParamValues values;
  for (const auto& field : fields.all()) {
    std::string text = field.get(params);
    if (text != field.info.default_text) values.emplace_back(field.info.name, std::move(text));
  }
  return values;
}

}  // namespace turncoat
