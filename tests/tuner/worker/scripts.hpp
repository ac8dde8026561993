// SPDX-License-Identifier: MIT
// Workers that are shell scripts: they read requests and answer on descriptor 3.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/db/samples.hpp"

namespace hone::scripts {

inline const std::string built =
    R"({"done":{"outcome":"ok","message":"","milliseconds":1,"built":[]}})";
inline const std::string asked = "read -r request <&3\n";
inline const std::string opened =
    asked +
    R"(echo '{"done":{"fault":"","lost":false,"bytes":0,"checked_with":"clblast+host"}}' >&3
)";

/// Writes an executable script into the folder, which is also its working directory.
inline std::filesystem::path script_of_a_worker(const samples::Folder& folder,
                                                const std::string& script) {
    const auto file = folder / "worker";
    std::ofstream(file) << "#!/bin/sh\ncd " << (folder / "").string() << "\n" << script;
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
}

}  // namespace hone::scripts
