// SPDX-License-Identifier: MIT
// The locations are tried in order; the first one that holds spaces/ is used. A wrong $HONE_SHARE
// is an error and is never ignored.
#include "tuner/catalog/install_paths.hpp"

#include <dlfcn.h>

#include <algorithm>

#include "db/sqlite/environment.hpp"
#include "spaces/base/error.hpp"
#include "tuner/catalog/config.hpp"

namespace hone {

namespace fs = std::filesystem;

std::filesystem::path hone_program() {
    std::error_code error;
    // In an application, /proc/self/exe is not hone: use the library's location.
    Dl_info here{};
    const bool known = ::dladdr(reinterpret_cast<const void*>(&hone_program), &here) != 0;
    const std::filesystem::path file = known ? here.dli_fname : "";
    if (file.filename().string().find(".so") != std::string::npos) {
        auto folder = std::filesystem::absolute(file, error).parent_path();
        for (int up = 0; up < 3; ++up, folder = folder.parent_path())
            if (std::filesystem::exists(folder / "bin" / "hone", error))
                return folder / "bin" / "hone";
    }
    auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error)
        throw Error(Exit::environment, "cannot find the running program: " + error.message(),
                    "check that /proc is mounted");
    return program;
}

static bool holds_spaces(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_directory(folder / "spaces", ignored);
}

static bool is_below(const fs::path& path, const fs::path& folder) {
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

static fs::path chosen(const std::string& folder) {
    if (holds_spaces(folder)) return folder;
    throw Error(Exit::environment, "HONE_SHARE is '" + folder + "', which has no folder spaces/",
                "set it to a folder with spaces/ and kernels/, or unset it");
}

fs::path share_dir(const fs::path& program) {
    if (const std::string folder = environment_variable("HONE_SHARE"); !folder.empty())
        return chosen(folder);
    fs::path installed =
        (program.parent_path().parent_path() / "share" / "hone").lexically_normal();
    if (holds_spaces(installed)) return installed;
    if (is_below(program, config::build_dir) && holds_spaces(config::source_dir))
        return config::source_dir;
    throw Error(Exit::environment, "no spaces and kernels in " + installed.string(),
                "set HONE_SHARE to the folder that holds spaces/ and kernels/");
}

fs::path share_dir() {
    return share_dir(hone_program());
}

}  // namespace hone
