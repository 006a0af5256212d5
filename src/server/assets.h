// Assets: the files of the web app, all read when the server starts. What is served is looked up in that
// list, so no path can lead anywhere else.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "server/http.h"

namespace turncoat::server {

// Built into the program by cmake/web.cmake.
struct EmbeddedFile {
  std::string_view name;
  std::string_view bytes;
};
std::vector<EmbeddedFile> embedded_files();

class Assets {
 public:
  // From the folder when one is named, else from the program itself, else from a folder beside it. When there
  // is no app anywhere, a page that says how to build it.
  static Result<Assets> load(const std::optional<std::filesystem::path>& folder);

  bool has_app() const { return files_.contains("index.html"); }

  // `path` begins with '/'. Paths that name no file and have no dot are the app's own: its page.
  Response get(std::string_view path, std::string_view if_none_match, bool accepts_gzip) const;

  void add(std::string name, std::string bytes);

 private:
  struct File {
    std::string bytes;
    std::string tag;  // of its content
  };
  std::map<std::string, File, std::less<>> files_;
};

}  // namespace turncoat::server
