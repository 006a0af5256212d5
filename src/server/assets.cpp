#include "server/assets.h"

#include <array>
#include <utility>

#include "base/file.h"
#include "base/text.h"

namespace turncoat::server {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestFile = 32 << 20;
constexpr std::size_t kMostFiles = 2000;

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kTypes = {{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".map", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".webp", "image/webp"},
    {".woff2", "font/woff2"},
    {".wav", "audio/wav"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".txt", "text/plain; charset=utf-8"},
}};

std::string_view type_of(std::string_view name) {
  for (const auto& [ending, type] : kTypes) {
    if (name.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

// FNV-1a: tells versions of a file apart, no more.
std::string tag_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return fmt::format("\"{:016x}\"", hash);
}

constexpr std::string_view kNoApp = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Turncoat</title>
<h1>Turncoat is running, but its web app is not built</h1>
<p>The server answers under <code>/api/v1</code>. To have the board here, in the source tree:</p>
<pre>cd web
npm ci
npm run build</pre>
<p>then build Turncoat again, or start it with <code>turncoat serve --assets web/dist</code>.</p>
</html>
)";

Result<void> read_folder(const fs::path& folder, Assets& assets) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return fail(Error::Code::NotFound, "--assets {}: {}", folder.string(), error.message());
  std::size_t count = 0;
  for (fs::recursive_directory_iterator it(root, error), end; !error && it != end; it.increment(error)) {
    // Links are not followed: what is served is what lies in the folder.
    if (it->is_symlink(error) || !it->is_regular_file(error)) continue;
    if (++count > kMostFiles) {
      return fail(Error::Code::Range, "{} holds more than {} files; it is no web app", root.string(),
                  kMostFiles);
    }
    auto bytes = load_file(it->path(), kLargestFile);
    if (!bytes) return std::unexpected(bytes.error());
    assets.add(it->path().lexically_relative(root).generic_string(), *std::move(bytes));
  }
  if (error) return fail(Error::Code::Io, "{}: {}", root.string(), error.message());
  return {};
}

std::optional<fs::path> folder_beside_program() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (error) return std::nullopt;
  // An installation, or build/<preset>/turncoat in the source tree.
  for (const char* place : {"../share/turncoat/web", "../../web/dist"}) {
    if (fs::is_regular_file(program / place / "index.html", error)) return program / place;
  }
  return std::nullopt;
}

}  // namespace

void Assets::add(std::string name, std::string bytes) {
  std::string tag = tag_of(bytes);
  files_[std::move(name)] = {std::move(bytes), std::move(tag)};
}

Result<Assets> Assets::load(const std::optional<fs::path>& folder) {
  Assets assets;
  if (folder) {
    if (auto read = read_folder(*folder, assets); !read) return std::unexpected(read.error());
    if (!assets.has_app()) {
      return fail(Error::Code::NotFound, "--assets {}: there is no index.html in it", folder->string());
    }
    return assets;
  }
  for (const EmbeddedFile& file : embedded_files())
    assets.add(std::string(file.name), std::string(file.bytes));
  if (assets.has_app()) return assets;
  if (const auto beside = folder_beside_program()) {
    if (auto read = read_folder(*beside, assets); !read) return std::unexpected(read.error());
  }
  return assets;
}

Response Assets::get(std::string_view path, std::string_view if_none_match, bool accepts_gzip) const {
  path.remove_prefix(1);
  auto found = files_.find(path);
  if (found == files_.end()) {
    const std::string_view last = path.substr(path.rfind('/') == path.npos ? 0 : path.rfind('/') + 1);
    if (last.find('.') != last.npos) {
      return response_of({404, "not_found", fmt::format("there is no file {}", quote(path, 80))});
    }
    found = files_.find("index.html");
  }
  Response response;
  if (found == files_.end()) {
    response.type = "text/html; charset=utf-8";
    response.body = kNoApp;
    response.headers = {{"Cache-Control", "no-store"}};
    return response;
  }
  const std::string& name = found->first;
  const File* file = &found->second;
  response.type = type_of(name);
  if (const auto packed = files_.find(name + ".gz"); accepts_gzip && packed != files_.end()) {
    file = &packed->second;
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.headers.emplace_back("Vary", "Accept-Encoding");
  }
  response.headers.emplace_back("ETag", file->tag);
  // The build puts a file's hash into the names of everything under assets/.
  response.headers.emplace_back(
      "Cache-Control", name.starts_with("assets/") ? "public, max-age=31536000, immutable" : "no-cache");
  if (if_none_match == file->tag) {
    response.status = 304;
  } else {
    response.body = file->bytes;
  }
  return response;
}

}  // namespace turncoat::server
