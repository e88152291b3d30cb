// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/result.hpp>
#include <lanemark/plan/machine.hpp>
#include <lanemark/report/list_text.hpp>
#include <lanemark/scenario/model.hpp>

namespace lanemark::tool {
/// What this build can run.
build_features features();
/// Libraries named on the command line, `cuda=/opt/libcuda.so.1` each. Never from a scenario file.
using library_paths = std::vector<std::string>;
/// What is wrong with them; nothing: they name backends that have a library.
status check_libraries(library_paths const& libraries);
/// The library that was named for a backend; empty: none was.
std::string path_for(std::string_view backend, library_paths const& libraries);
/// Is there a device that is not this machine's CPU under another name? An OpenCL for CPUs is no accelerator, and a
/// machine that has one is measured as what it is.
bool accelerates(inventory const& here);
/// Opens the machine that a scenario asks for; `auto` is the first accelerator backend with a device, else the host.
result<std::unique_ptr<machine>> open_machine(target const& wanted, library_paths const& libraries = {});
/// Every backend there is, with what became of it here.
std::vector<report::backend_line> list_backends(library_paths const& libraries);
}  // namespace lanemark::tool
