// SPDX-License-Identifier: MIT
// The places are tried in order, and the first that holds spaces/ is taken. An explicit $HONE_SHARE
// is never passed over in silence: a wrong one is an error.
#include "tuner/catalog/install_paths.hpp"

#include <algorithm>

#include "db/sqlite/environment.hpp"
#include "spaces/base/error.hpp"
#include "tuner/catalog/config.hpp"
#include "tuner/worker/worker_handle.hpp"

namespace hone {

namespace fs = std::filesystem;

static bool holds_spaces(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_directory(folder / "spaces", ignored);
}

static bool is_below(const fs::path& path, const fs::path& folder) {
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

static fs::path chosen(const std::string& folder) {
    if (holds_spaces(folder)) return folder;
    throw Error(Exit::environment, "HONE_SHARE is '" + folder + "', which holds no spaces/",
                "set it to a folder with spaces/ and kernels/, or unset it");
}

fs::path share_dir(const fs::path& program) {
    if (const std::string folder = variable("HONE_SHARE"); !folder.empty()) return chosen(folder);
    fs::path installed =
        (program.parent_path().parent_path() / "share" / "hone").lexically_normal();
    if (holds_spaces(installed)) return installed;
    if (is_below(program, config::build_dir) && holds_spaces(config::source_dir))
        return config::source_dir;
    throw Error(Exit::environment, "no spaces and kernels in " + installed.string(),
                "set HONE_SHARE to the folder that holds spaces/ and kernels/");
}

fs::path share_dir() {
    return share_dir(own_program());
}

}  // namespace hone
