# Unit tests: every src/<module>/**/*_test.cpp goes into one executable per module.
# What crosses modules is in tests/ and is added below.

find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)
include(GoogleTest)

foreach(module IN LISTS TURNCOAT_MODULES)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/${module}/*_test.cpp src/${module}/testing/*.cpp)
  if(NOT sources)
    continue()
  endif()
  add_executable(${module}_test ${sources})
  target_link_libraries(${module}_test PRIVATE turncoat_${module} GTest::gmock_main rapidcheck)
  gtest_discover_tests(${module}_test TEST_PREFIX "${module}." DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT 300)
endforeach()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME e2e.play_pty
         COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tests/e2e/play_pty.py $<TARGET_FILE:turncoat>)
set_tests_properties(e2e.play_pty PROPERTIES TIMEOUT 300)
