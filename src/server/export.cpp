#include "server/export.h"

#include "base/text.h"
#include "record/animation.h"
#include "record/diagram.h"
#include "record/ggf.h"
#include "record/obf.h"
#include "record/transcript.h"
#include "record/wthor.h"

namespace turncoat::server {

namespace {

struct Output {
  std::string_view ending;
  std::string_view type;
  std::string bytes;
};

Answer<Output> written(const record::GameRecord& record, std::string_view format, int ply) {
  constexpr std::string_view kText = "text/plain; charset=utf-8";
  const rules::Position& position = record.game.position_at(ply);
  if (format == "transcript") return Output{"txt", kText, record::format_transcript(record.game) + '\n'};
  if (format == "ggf") return Output{"ggf", kText, record::format_ggf(record) + '\n'};
  if (format == "board") return Output{"txt", kText, position.to_string() + '\n'};
  if (format == "obf") {
    return Output{"obf", kText,
                  record::format_obf({.position = position, .moves = {}, .score = {}, .comment = {}}) + '\n'};
  }
  if (format == "svg") {
    record::DiagramOptions options;
    if (ply > 0) options.last_move = record.game.moves()[static_cast<std::size_t>(ply - 1)];
    return Output{"svg", "image/svg+xml", record::draw_svg(position, options)};
  }
  if (format == "animation") return Output{"svg", "image/svg+xml", record::draw_animation(record, {})};
  if (format == "wthor") {
    const auto year = parse_int(std::string_view(record.date).substr(0, 4));
    auto bytes = record::format_wthor_games({&record, 1}, year && *year > 0 ? static_cast<int>(*year) : 0);
    if (!bytes) return std::unexpected(problem_of(bytes.error()));
    return Output{"wtb", "application/octet-stream", *std::move(bytes)};
  }
  return refuse(422, "out_of_range",
                "\"format\" is transcript, ggf, obf, board, svg, animation or wthor, not {}", quote(format));
}

}  // namespace

Answer<Response> export_record(const record::GameRecord& record, std::string_view format,
                               std::optional<int> ply, const std::string& stem) {
  if (ply && (*ply < 0 || *ply > record.game.ply())) {
    return refuse(422, "out_of_range", "\"ply\" must be from 0 to {}", record.game.ply());
  }
  auto output = written(record, format, ply.value_or(record.game.ply()));
  if (!output) return std::unexpected(output.error());
  Response response;
  response.type = output->type;
  response.body = std::move(output->bytes);
  response.headers = {
      {"Content-Disposition", fmt::format("attachment; filename=\"{}.{}\"", stem, output->ending)}};
  return response;
}

}  // namespace turncoat::server
