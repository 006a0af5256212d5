#include "learn/zero_folder.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "record/transcript.h"

namespace turncoat::learn {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::uint64_t kLargestText = 1 << 30;

// What is there up to the last end of a line; a file that is not there is empty.
Result<std::string> whole_lines(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return std::string();
  auto text = load_file(path, kLargestText);
  if (!text) return text;
  const std::size_t end = text->rfind('\n');
  const std::size_t keep = end == std::string::npos ? 0 : end + 1;
  if (keep == text->size()) return text;
  text->resize(keep);
  if (auto saved = save_file(path, *text, Existing::Replace); !saved) return std::unexpected(saved.error());
  return text;
}

Json json_of(const ZeroState& state) {
  Json json = {{"round", state.round},     {"best", state.best},     {"games", state.games},
               {"samples", state.samples}, {"judged", state.judged}, {"next_game", state.next_game},
               {"seconds", state.seconds}, {"elo", nullptr}};
  if (state.elo) json["elo"] = *state.elo;
  return json;
}

Result<Json> parse_json(const std::string& text, const std::string& name) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return fail(Error::Code::Parse, "{} is not a JSON object", name);
  return json;
}

Result<ZeroState> state_from(const Json& json, const std::string& name) {
  ZeroState state;
  const auto number = [&]<class T>(const char* key, T& value) {
    if (!json.contains(key) || !json[key].is_number()) return false;
    value = json[key].get<T>();
    return value >= T{0};
  };
  if (!number("round", state.round) || !number("best", state.best) || !number("games", state.games) ||
      !number("samples", state.samples) || !number("judged", state.judged) ||
      !number("next_game", state.next_game) || !number("seconds", state.seconds)) {
    return fail(Error::Code::Parse, "{} is not the state of a run", name);
  }
  if (json.contains("elo") && json["elo"].is_number()) state.elo = json["elo"].get<double>();
  return state;
}

}  // namespace

Result<void> append_text(const fs::path& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return fail(Error::Code::Io, "cannot write {}: {}", path.string(), std::strerror(errno));
  const ssize_t written = ::write(file, text.data(), text.size());
  const int error = written < 0 ? errno : ENOSPC;
  ::close(file);
  if (written == static_cast<ssize_t>(text.size())) return {};
  return fail(Error::Code::Io, "cannot write {}: {}", path.string(), std::strerror(error));
}

fs::path ZeroFolder::numbered(std::string_view kind, int round, std::string_view ending) const {
  return folder_ / kind / fmt::format("{:04}{}", round, ending);
}

Result<ZeroFolder> ZeroFolder::make(const fs::path& folder, const Json& settings) {
  std::error_code error;
  const fs::path run = folder / "run.json";
  if (fs::exists(run, error)) {
    return fail(Error::Code::Conflict, "{} has a run already; --resume goes on with it", folder.string());
  }
  if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
    return fail(Error::Code::Conflict, "{} is a file; a run needs a folder", folder.string());
  }
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
    return fail(Error::Code::Conflict, "{} is not empty and has no run", folder.string());
  }
  for (const char* kind : {"games", "samples", "nets"}) {
    fs::create_directories(folder / kind, error);
    if (error) return fail(Error::Code::Io, "cannot make {}: {}", (folder / kind).string(), error.message());
  }
  if (auto saved = save_file(run, settings.dump(2) + "\n", Existing::Refuse); !saved) {
    return std::unexpected(saved.error());
  }
  return ZeroFolder(folder);
}

Result<Json> ZeroFolder::read_settings(const fs::path& folder) {
  std::error_code error;
  const fs::path run = folder / "run.json";
  if (!fs::exists(run, error)) {
    return fail(Error::Code::NotFound, "{} is not the folder of a run", folder.string());
  }
  const auto text = load_file(run, kLargestText);
  if (!text) return std::unexpected(text.error());
  return parse_json(*text, run.string());
}

Result<ZeroFolder> ZeroFolder::open(const fs::path& folder) {
  if (const auto settings = read_settings(folder); !settings) return std::unexpected(settings.error());
  ZeroFolder opened(folder);
  std::error_code error;
  const fs::path state = folder / "state.json";
  if (!fs::exists(state, error)) return opened;
  const auto text = load_file(state, kLargestText);
  if (!text) return std::unexpected(text.error());
  const auto json = parse_json(*text, state.string());
  if (!json) return std::unexpected(json.error());
  const auto read = state_from(*json, state.string());
  if (!read) return std::unexpected(read.error());
  opened.state_ = *read;
  return opened;
}

Result<void> ZeroFolder::save_state(const ZeroState& state) {
  state_ = state;
  return save_file(folder_ / "state.json", json_of(state).dump() + "\n", Existing::Replace);
}

Result<void> ZeroFolder::finish_round(const ZeroState& state, const Json& log_line) {
  // A round killed between these two lines is logged again: readers take the last line of a round.
  if (auto lines = whole_lines(log()); !lines) return std::unexpected(lines.error());
  if (auto done = append_text(log(), log_line.dump() + "\n"); !done) return done;
  return save_state(state);
}

Result<std::vector<Json>> ZeroFolder::read_log() const {
  const auto text = whole_lines(log());
  if (!text) return std::unexpected(text.error());
  std::vector<Json> lines;
  for (const std::string_view line : split(*text, '\n')) {
    if (line.empty()) continue;
    Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) return fail(Error::Code::Parse, "{} has a line that is not JSON", log().string());
    const auto round = json.value("round", 0);
    if (!lines.empty() && lines.back().value("round", 0) == round) lines.pop_back();
    lines.push_back(std::move(json));
  }
  return lines;
}

Result<ZeroRoundFiles> ZeroRoundFiles::open(const fs::path& games, const fs::path& samples,
                                            const rules::RulesetPtr& rules) {
  ZeroRoundFiles files;
  files.path_ = games;
  auto writer = nn::SampleWriter::open(samples, rules->size);
  if (!writer) return std::unexpected(writer.error());
  files.writer_ = *std::move(writer);
  const auto text = whole_lines(games);
  if (!text) return std::unexpected(text.error());
  for (const std::string_view line : split(*text, '\n')) {
    if (line.empty()) continue;
    const auto words = split(line, ' ');
    const auto number = parse_uint(words.front());
    const auto judged = parse_uint(words.back());
    if (words.size() < 4 || !number || !judged) {
      return fail(Error::Code::Parse, "{} line {} is not a game", games.string(), files.games_ + 1);
    }
    ++files.games_;
    files.judged_ += *judged;
    files.next_number_ = std::max(files.next_number_, *number + 1);
  }
  return files;
}

// Samples first: a kill between the two leaves samples whose game is played once more, and loses nothing.
Result<void> ZeroRoundFiles::append(const ZeroGame& game) {
  if (!game.samples.empty()) {
    if (auto done = writer_->append(game.samples); !done) return done;
  }
  const std::string line =
      fmt::format("{} {} {:+} {} {}\n", game.number, record::format_transcript(game.game),
                  game.game.position().score(rules::Color::Black), game.samples.size(), game.judged);
  if (auto done = append_text(path_, line); !done) return done;
  ++games_;
  judged_ += game.judged;
  next_number_ = std::max(next_number_, game.number + 1);
  return {};
}

}  // namespace turncoat::learn
