# Fuzz targets: every src/<module>/<name>_fuzz.cpp is a program of its own, <name>_fuzz, whose seeds are in
# tests/fuzz/<name>/. Under TURNCOAT_FUZZ libFuzzer drives them (clang only), else `driver`, a main of ours.

function(turncoat_add_fuzz_targets driver)
  set(targets "")
  foreach(module IN LISTS TURNCOAT_MODULES)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/${module}/*_fuzz.cpp)
    foreach(source IN LISTS sources)
      get_filename_component(target ${source} NAME_WE)
      add_executable(${target} ${source} ${driver})
      target_link_libraries(${target} PRIVATE turncoat_${module})
      if(TURNCOAT_FUZZ)
        target_link_options(${target} PRIVATE -fsanitize=fuzzer)
      endif()
      list(APPEND targets ${target})
    endforeach()
  endforeach()
  set(TURNCOAT_FUZZ_TARGETS ${targets} PARENT_SCOPE)
endfunction()
