// SPDX-License-Identifier: MIT
// Data of a captured program. Any text is a program whose kernels each have a tunable form; its
// first line has the build options. Input that begins with a bracket is a file of the layer: its
// launches become spaces, or it is malformed.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "spaces/space/space.hpp"
#include "tests/db/samples.hpp"
#include "tuner/capture/captured_launch.hpp"
#include "tuner/capture/space_text.hpp"
#include "tuner/trace/program_text.hpp"
#include "tuner/trace/reachable_text.hpp"

using namespace hone;

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

void use(const TracedLaunch& launch, const std::filesystem::path& folder) {
    const CapturedLaunch captured = as_captured(folder, launch);
    must(!captured.name.empty() && !shape_text(launch.shape).empty());
    if (captured.why_not_kept.empty()) must(!space_text(captured, {}).empty());
}

void read_trace(std::string_view text) try {
    static const samples::Folder folder;
    std::ofstream(folder / "launches-1.json", std::ios::binary)
        .write(text.data(), static_cast<std::streamsize>(text.size()));
    for (const TracedLaunch& launch : read_traces(folder / "")) use(launch, folder / "");
} catch (const std::runtime_error& error) {
    must(*error.what() != '\0');
}

void read_program(std::string_view text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const BuildOptions options = parse_build_options(text.substr(0, end));
    const std::string tunable = tunable_text(std::string(text.substr(end)), options);
    for (const DefinedNumber& number : defined_numbers(tunable)) must(!number.name.empty());
    must(reachable_text(tunable, "k").size() <= tunable.size());
    (void)why_shape_is_fixed(tunable, "k", options);
    (void)includes_files(tunable);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    text.starts_with('[') ? read_trace(text) : read_program(text);
    return 0;
}
