# The built web app inside the program: when web/dist is there at configure time, every file of it becomes part of the
# server's library, so that a built Turncoat needs neither Node nor a folder to show the board.

function(turncoat_embed_web target folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS LIST_DIRECTORIES false ${folder}/*)
  list(SORT files)
  set(symbols "")
  set(table "")
  set(number 0)
  foreach(file IN LISTS files)
    file(RELATIVE_PATH name ${folder} ${file})
    string(APPEND symbols
           "asm(R\"(.pushsection .rodata\n.balign 16\nturncoat_web_${number}:\n.incbin \"${file}\"\n"
           "turncoat_web_${number}_end:\n.byte 0\n.popsection\n)\");\n"
           "extern \"C\" const char turncoat_web_${number}[];\nextern \"C\" const char turncoat_web_${number}_end[];\n")
    string(APPEND table
           "  files.push_back({\"${name}\", {turncoat_web_${number}, turncoat_web_${number}_end}});\n")
    math(EXPR number "${number} + 1")
  endforeach()
  set(source ${CMAKE_BINARY_DIR}/embedded_web.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "// Made by cmake/web.cmake.
#include \"server/assets.h\"

@symbols@
namespace turncoat::server {

std::vector<EmbeddedFile> embedded_files() {
  std::vector<EmbeddedFile> files;
@table@  return files;
}

}  // namespace turncoat::server
")
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${files}")
  target_sources(${target} PRIVATE ${source})
endfunction()
