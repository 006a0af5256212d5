#include "eval/ridge_model.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/file.h"
#include "base/text.h"
#include "rules/square.h"

namespace turncoat::eval {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kFormat = "turncoat ridge 1";
constexpr std::uint64_t kLargestFile = 16 << 20;

// Reads the members of one JSON object; the first thing wrong is kept and everything after it is skipped.
class Reader {
 public:
  explicit Reader(const Json& object) : object_(object) {
    if (!object.is_object()) complain("is not an object");
  }

  void read(const char* name, std::uint64_t& value) {
    if (const Json* found = find(name)) {
      if (!found->is_number_unsigned()) return complain(fmt::format("{} is not a whole number", name));
      value = found->get<std::uint64_t>();
    }
  }
  void read(const char* name, int& value, int low, int high) {
    std::uint64_t number = 0;
    read(name, number);
    if (!error_.empty()) return;
    if (number < static_cast<std::uint64_t>(low) || number > static_cast<std::uint64_t>(high)) {
      return complain(fmt::format("{} {} is outside {}..{}", name, number, low, high));
    }
    value = static_cast<int>(number);
  }
  void read(const char* name, double& value, double low, double high) {
    if (const Json* found = find(name)) {
      if (!found->is_number()) return complain(fmt::format("{} is not a number", name));
      value = found->get<double>();
      if (!(value >= low && value <= high)) {
        complain(fmt::format("{} {} is outside {}..{}", name, value, low, high));
      }
    }
  }
  void read(const char* name, bool& value) {
    if (const Json* found = find(name)) {
      if (!found->is_boolean()) return complain(fmt::format("{} is neither true nor false", name));
      value = found->get<bool>();
    }
  }
  void read(const char* name, std::string& value) {
    if (const Json* found = find(name)) {
      if (!found->is_string()) return complain(fmt::format("{} is not a text", name));
      value = found->get<std::string>();
    }
  }
  void read(const char* name, std::vector<double>& values, std::size_t count, double most) {
    const Json* found = find(name);
    if (found == nullptr) return;
    if (!found->is_array() || found->size() != count) {
      return complain(fmt::format("{} is not a list of {} numbers", name, count));
    }
    for (const Json& element : *found) {
      if (!element.is_number()) return complain(fmt::format("{} holds something else than numbers", name));
      const double value = element.get<double>();
      if (!(std::abs(value) <= most)) {
        return complain(fmt::format("{} holds {}, which is outside -{}..{}", name, value, most, most));
      }
      values.push_back(value);
    }
  }
  // The elements of a list, or nothing.
  const Json* list(const char* name) {
    const Json* found = find(name);
    if (found != nullptr && !found->is_array()) complain(fmt::format("{} is not a list", name));
    return error_.empty() ? found : nullptr;
  }

  void complain(std::string what) {
    if (error_.empty()) error_ = std::move(what);
  }
  const std::string& error() const { return error_; }

 private:
  const Json* find(const char* name) {
    if (!error_.empty()) return nullptr;
    const auto found = object_.find(name);
    if (found != object_.end()) return &*found;
    complain(fmt::format("{} is missing", name));
    return nullptr;
  }

  const Json& object_;
  std::string error_;
};

std::string read_stage(const Json& json, const RidgeModel& model, int move, RidgeStage& stage) {
  Reader reader(json);
  const int squares = model.size * model.size;
  const double most = RidgeModel::kLargestWeight;
  int number = 0;
  reader.read("move", number, 1, squares);
  if (reader.error().empty() && number != move) reader.complain("is not in its place");
  stage.discs = model.start_discs + move;
  reader.read("positions", stage.positions);
  reader.read("held_out", stage.held_out);
  reader.read("rmse", stage.rmse, 0, squares);
  reader.read("spread", stage.spread, 0, squares);
  reader.read("intercept", stage.intercept, -squares, squares);
  reader.read("weights", stage.weights, static_cast<std::size_t>(squares), most);
  return reader.error();
}

std::string read_model(const Json& json, RidgeModel& model) {
  Reader reader(json);
  std::string format;
  reader.read("format", format);
  if (reader.error().empty() && format != kFormat) {
    reader.complain(fmt::format("format is {}, not \"{}\"", quote(format), kFormat));
  }
  reader.read("rules", model.rules);
  reader.read("size", model.size, rules::kMinSize, rules::kMaxSize);
  if (reader.error().empty() && model.size % 2 != 0)
    reader.complain(fmt::format("size {} is odd", model.size));
  const int squares = model.size * model.size;
  reader.read("start_discs", model.start_discs, 0, squares - 1);
  reader.read("games", model.games);
  reader.read("held_out", model.held_out);
  reader.read("alpha", model.alpha, 0, 1e18);
  reader.read("seed", model.seed);
  reader.read("symmetry", model.symmetry);
  if (json.contains("rounds")) {  // files of models of random games only may go without
    reader.read("rounds", model.rounds, 0, 1'000'000);
    reader.read("random", model.random, 0, 1);
    reader.read("depth", model.depth, 0, squares);
  }
  const Json* moves = reader.list("moves");
  if (moves == nullptr) return reader.error();
  const auto expected = static_cast<std::size_t>(squares - model.start_discs);
  if (moves->size() != expected) {
    return fmt::format("moves has {} entries, where {} discs can be placed", moves->size(), expected);
  }
  for (std::size_t i = 0; i < expected; ++i) {
    const int move = static_cast<int>(i) + 1;
    RidgeStage stage;
    if (const std::string wrong = read_stage((*moves)[i], model, move, stage); !wrong.empty()) {
      return fmt::format("move {}: {}", move, wrong);
    }
    model.stages.push_back(std::move(stage));
  }
  return "";
}

}  // namespace

const RidgeStage& RidgeModel::at(int discs) const {
  TURNCOAT_CHECK(!stages.empty(), "a model has at least one stage");
  const int place = std::clamp(discs - stages.front().discs, 0, static_cast<int>(stages.size()) - 1);
  return stages[static_cast<std::size_t>(place)];
}

RidgeModel ones_model(int size) {
  RidgeModel model;
  model.rules = fmt::format("standard-{}", size);
  model.size = size;
  const int squares = size * size;
  for (int discs = model.start_discs + 1; discs <= squares; ++discs) {
    RidgeStage stage;
    stage.discs = discs;
    stage.weights.assign(static_cast<std::size_t>(squares), 1.0);
    model.stages.push_back(std::move(stage));
  }
  return model;
}

Result<RidgeModel> parse_ridge_model(std::string_view text, std::string_view source) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    return fail(Error::Code::Parse, "{}: not a usable ridge model: it is not JSON at byte {}", source,
                error.byte);
  } catch (const Json::exception&) {
    return fail(Error::Code::Parse, "{}: not a usable ridge model: it holds a number nobody can use", source);
  }
  RidgeModel model;
  if (const std::string wrong = read_model(json, model); !wrong.empty()) {
    return fail(Error::Code::Parse, "{}: not a usable ridge model: {}", source, wrong);
  }
  return model;
}

Result<RidgeModel> load_ridge_model(const std::filesystem::path& path) {
  const auto text = load_file(path, kLargestFile);
  if (!text) return std::unexpected(text.error());
  return parse_ridge_model(*text, path.string());
}

std::string format_ridge_model(const RidgeModel& model) {
  const std::string rules =
      Json(model.rules).dump(-1, ' ', true, Json::error_handler_t::replace);  // quoted and escaped
  std::string text = fmt::format(
      "{{\n\"format\": \"{}\",\n\"rules\": {},\n\"size\": {},\n\"start_discs\": {},\n\"games\": {},\n"
      "\"held_out\": {},\n\"alpha\": {},\n\"seed\": {},\n\"symmetry\": {},\n\"rounds\": {},\n\"random\": "
      "{},\n"
      "\"depth\": {},\n\"moves\": [",
      kFormat, rules, model.size, model.start_discs, model.games, model.held_out, model.alpha, model.seed,
      model.symmetry, model.rounds, model.random, model.depth);
  for (const RidgeStage& stage : model.stages) {
    text += fmt::format(
        "{}\n{{\"move\": {}, \"positions\": {}, \"held_out\": {}, \"rmse\": {:.4f}, \"spread\": {:.4f}, "
        "\"intercept\": {:.4f},\n \"weights\": [",
        &stage == &model.stages.front() ? "" : ",", stage.discs - model.start_discs, stage.positions,
        stage.held_out, stage.rmse, stage.spread, stage.intercept);
    for (std::size_t i = 0; i < stage.weights.size(); ++i) {
      const bool new_row = i > 0 && i % static_cast<std::size_t>(model.size) == 0;
      text += fmt::format("{}{:.4f}", i == 0 ? "" : new_row ? ",\n  " : ", ", stage.weights[i]);
    }
    text += "]}";
  }
  return text + "\n]\n}\n";
}

}  // namespace turncoat::eval
