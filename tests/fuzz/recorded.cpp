// SPDX-License-Identifier: MIT
// Any bytes are recordings for replaying strategies, or an error with the reason: the CSV of
// published spaces, compressed or not, and every format of results.
#include <cstdint>
#include <cstdlib>
#include <fstream>

#include "spaces/base/error.hpp"
#include "tests/db/samples.hpp"
#include "tuner/replay/recorded_space.hpp"

using namespace hone;

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) try {
    // Named as a CSV: the extension decides if the content does not.
    static const samples::Folder folder;
    std::ofstream(folder / "a.csv", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(size));
    for (const RecordedSpace& recorded : read_recorded_spaces(folder / "a.csv")) {
        must(recorded.configs().size() == recorded.results.size());
        for (const auto& [config, result] : recorded.results) {
            must(config.size() == recorded.space.parameters.size());
            must(!result.nanoseconds || *result.nanoseconds > 0);
        }
    }
    return 0;
} catch (const Error& error) {
    must(error.exit() == Exit::usage && *error.what() != '\0');
    return -1;
} catch (const StoreError& error) {
    must(*error.what() != '\0');
    return -1;
}
