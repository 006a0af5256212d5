# Unit tests: every src/<module>/**/*_test.cpp goes into one executable per module. Tests whose suite begins with
# "Slow" get the label `slow`. What crosses modules is in tests/ and is added below.

find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
include(GoogleTest)

foreach(module IN LISTS TURNCOAT_MODULES)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/${module}/*_test.cpp src/${module}/testing/*.cpp)
  if(NOT sources)
    continue()
  endif()
  add_executable(${module}_test ${sources})
  target_link_libraries(${module}_test PRIVATE turncoat_${module} GTest::gmock_main rapidcheck)
  target_compile_options(${module}_test PRIVATE $<$<CONFIG:Release>:-O1>)
  target_compile_definitions(${module}_test PRIVATE TURNCOAT_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
  gtest_discover_tests(${module}_test TEST_PREFIX "${module}." TEST_FILTER "-Slow*" DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT 300)
  gtest_discover_tests(${module}_test TEST_PREFIX "${module}." TEST_FILTER "Slow*" DISCOVERY_TIMEOUT 60
                       TEST_LIST ${module}_slow_tests PROPERTIES TIMEOUT 3600 LABELS slow)
endforeach()

# Fuzz targets without libFuzzer: their seeds and some mutations of them, at a fixed seed.
if(NOT TURNCOAT_FUZZ)
  turncoat_add_fuzz_targets(tests/fuzz/replay.cpp)
  foreach(target IN LISTS TURNCOAT_FUZZ_TARGETS)
    string(REGEX REPLACE "_fuzz$" "" name ${target})
    add_test(NAME fuzz.${name} COMMAND ${target} ${CMAKE_SOURCE_DIR}/tests/fuzz/${name} 2000)
    set_tests_properties(fuzz.${name} PROPERTIES TIMEOUT 300)
  endforeach()
endif()

add_test(NAME layers COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tests/layers.py ${CMAKE_SOURCE_DIR})

# What a user sees on the command line, as transcripts.
file(GLOB transcripts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/cli/*.test)
foreach(transcript IN LISTS transcripts)
  get_filename_component(name ${transcript} NAME_WE)
  add_test(NAME cli.${name} COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tests/run_transcripts.py
                                    $<TARGET_FILE:turncoat> ${transcript})
endforeach()

# Whole-program tests: tests/e2e/<name>.py PROGRAM; slow_<name>.py gets the label `slow`.
file(GLOB e2e CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/e2e/*.py)
foreach(script IN LISTS e2e)
  get_filename_component(name ${script} NAME_WE)
  add_test(NAME e2e.${name} COMMAND Python3::Interpreter ${script} $<TARGET_FILE:turncoat>)
  if(name MATCHES "^slow_")
    set_tests_properties(e2e.${name} PROPERTIES TIMEOUT 3600 SKIP_RETURN_CODE 77 LABELS slow)
  else()
    set_tests_properties(e2e.${name} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
  endif()
endforeach()

# The browser app: types and unit tests, then the whole of it in a real browser.
add_test(NAME web.unit COMMAND ${CMAKE_SOURCE_DIR}/script/web test)
add_test(NAME web.browser COMMAND ${CMAKE_SOURCE_DIR}/script/web browser $<TARGET_FILE:turncoat>)
set_tests_properties(web.unit web.browser PROPERTIES TIMEOUT 2400 SKIP_RETURN_CODE 77)

# Pages that the program prints itself; script/docs writes them anew.
foreach(page commands players)
  add_test(NAME docs.${page} COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tests/check_docs.py
                                     $<TARGET_FILE:turncoat> ${page})
endforeach()

add_test(NAME docs.links COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tests/check_links.py ${CMAKE_SOURCE_DIR})
add_test(NAME docs.examples COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tests/check_examples.py
                                    $<TARGET_FILE:turncoat>)

# Micro-benchmarks: built with the tests, run by hand.
add_executable(endgame_bench bench/micro/endgame_bench.cpp)
target_link_libraries(endgame_bench PRIVATE turncoat_search)
add_executable(nn_bench bench/micro/nn_bench.cpp)
target_link_libraries(nn_bench PRIVATE turncoat_nn)
find_package(benchmark QUIET)
if(benchmark_FOUND)
  add_executable(kernels_bench bench/micro/kernels_bench.cpp)
  target_link_libraries(kernels_bench PRIVATE turncoat_rules benchmark::benchmark)
  add_executable(book_bench bench/micro/book_bench.cpp)
  target_link_libraries(book_bench PRIVATE turncoat_book benchmark::benchmark)
endif()
