// SPDX-License-Identifier: MIT
// The XDG base directory specification for the user and the site; what came with the library lies
// beside it, wherever it was moved to.
#include "db/lookup/search_paths.hpp"

#include <dirent.h>
#include <dlfcn.h>

#include <algorithm>
#include <memory>

#include "db/model/store_error.hpp"
#include "db/sqlite/database_path.hpp"
#include "db/sqlite/environment.hpp"

namespace hone::lookup {
namespace {

namespace fs = std::filesystem;

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

/// The databases of a folder, by name. The iterator of std::filesystem would end the program where
/// memory ends.
std::vector<fs::path> databases_in(const fs::path& folder) {
    std::vector<fs::path> files;
    const std::unique_ptr<DIR, CloseFolder> open(::opendir(folder.c_str()));
    while (const dirent* const entry = open ? ::readdir(open.get()) : nullptr) {
        const fs::path name = static_cast<const char*>(entry->d_name);
        if (name.extension() == ".db") files.push_back(folder / name);
    }
    std::ranges::sort(files);
    return files;
}

/// share/hone beside the library's own file, or what HONE_SHARE says instead.
fs::path share() {
    if (const std::string folder = environment_variable("HONE_SHARE"); !folder.empty())
        return folder;
    Dl_info here{};
    if (dladdr(reinterpret_cast<const void*>(&share), &here) == 0 || !here.dli_fname) return {};
    std::error_code error;
    fs::path folder = fs::absolute(here.dli_fname, error).parent_path();
    // lib/libhone.so, lib/x86_64-linux-gnu/libhone.so, bin/application
    for (int up = 0; up < 3; ++up, folder = folder.parent_path())
        if (fs::is_directory(folder / "share" / "hone", error)) return folder / "share" / "hone";
    return {};
}

void append(std::vector<fs::path>& all, const std::vector<fs::path>& more) {
    for (const fs::path& file : more)
        if (std::ranges::find(all, file) == all.end()) all.push_back(file);
}

}  // namespace

std::vector<fs::path> database_search_paths() {
    std::vector<fs::path> all;
    try {
        all.push_back(database_path());
    } catch (const StoreError&) {
        // Without a home there is no user's database; the others may be enough.
    }
    std::string folders =
        environment_variable("XDG_DATA_DIRS", "/usr/local/share:/usr/share") + ':';
    for (std::size_t end = folders.find(':'); end != folders.npos; end = folders.find(':')) {
        if (end > 0) append(all, databases_in(fs::path(folders.substr(0, end)) / "hone"));
        folders.erase(0, end + 1);
    }
    append(all, installed_databases());
    return all;
}

std::vector<fs::path> installed_databases() {
    // Those of this ABI first: libraries of several ABIs may be installed side by side.
    std::vector<fs::path> all = databases_in(share() / HONE_ABI_FOLDER);
    append(all, databases_in(share()));
    return all;
}

std::string installed_source(const std::string& kernel) {
    std::error_code error;
    const fs::path name = kernel + ".cl";
    const fs::path file = share() / "kernels" / name;
    const bool is_name = !kernel.empty() && name.filename() == name;
    return is_name && fs::exists(file, error) ? file.string() : "";
}

}  // namespace hone::lookup
