// SPDX-License-Identifier: MIT
// The XDG base directory specification for the user and the site. The installed files are found
// relative to the library, so that an installation can be moved.
#include "db/lookup/search_paths.hpp"

#include <dirent.h>
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>
#include <climits>
#include <cstdlib>

#include <algorithm>
#include <array>
#include <cstring>
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

/// The databases of a folder, by name. Not std::filesystem's iterator: it would end the program if
/// memory runs out.
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

/// The loader's name of this file; "" is the program itself.
const char* name_at_load() {
    Dl_info here{};
    link_map* object = nullptr;
    const int known = dladdr1(reinterpret_cast<const void*>(&databases_in), &here,
                              reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP);
    return known != 0 && object != nullptr && object->l_name ? object->l_name : "";
}

/// The library's own file, or that of the program that includes it. Has no destructor, so that
/// calls at the end of the process still work.
struct OwnFile {
    using Path = std::array<char, PATH_MAX>;
    Path linked{};  // path through symbolic links; "" if unknown
    Path loaded{};  // path as loaded

    OwnFile() {
        const char* const name = name_at_load();
        if (!::realpath(*name != '\0' ? name : "/proc/self/exe", linked.data())) linked[0] = '\0';
        if (*name == '\0') return;
        const bool is_relative = *name != '/';
        if (is_relative && !::getcwd(loaded.data(), loaded.size())) loaded[0] = '\0';
        if (is_relative && loaded[0] != '\0') append("/");
        if (!is_relative || loaded[0] != '\0') append(name);
    }

    void append(const char* more) {
        const std::size_t length = std::strlen(loaded.data());
        const std::size_t added = std::strlen(more);
        if (length + added < loaded.size())
            std::copy_n(more, added + 1, loaded.data() + length);
        else
            loaded[0] = '\0';
    }
};

const OwnFile& own_file() {
    static const OwnFile file;
    return file;
}

// Initialized at load time, because the name may be relative to the working directory of that time.
[[maybe_unused]] const OwnFile& found_at_load = own_file();

/// share/hone beside the library's own file, or the folder in HONE_SHARE.
fs::path share() {
    if (const std::string folder = environment_variable("HONE_SHARE"); !folder.empty())
        return folder;
    std::error_code error;
    for (const char* const file : {own_file().linked.data(), own_file().loaded.data()}) {
        fs::path folder = fs::path(file).parent_path();
        if (folder.empty()) continue;
        // lib/libhone.so, lib/x86_64-linux-gnu/libhone.so, bin/application
        for (int up = 0; up < 3; ++up, folder = folder.parent_path())
            if (fs::is_directory(folder / "share" / "hone", error))
                return folder / "share" / "hone";
    }
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
        // Without a home folder there is no user database; the others may be enough.
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
    const fs::path folder = share();
    if (folder.empty()) return {};  // do not search the working directory
    // Databases of this ABI first: libraries of several ABIs may be installed side by side.
    std::vector<fs::path> all = databases_in(folder / HONE_ABI_FOLDER);
    append(all, databases_in(folder));
    return all;
}

std::string complaint_of_share() {
    const fs::path folder = share();
    std::error_code error;
    if (folder.empty())
        return "no folder share/hone is beside " + std::string(own_file().linked.data()) +
               "; HONE_SHARE can name one";
    if (!fs::is_directory(folder, error))
        return "HONE_SHARE is '" + folder.string() + "', which is not a folder";
    if (!installed_databases().empty()) return "";
    return "'" + folder.string() +
           "' has no database of the kernels that come with hone, " HONE_ABI_FOLDER
           "/kernels.db: install hone anew, or name its folder share/hone by HONE_SHARE";
}

std::string installed_source(const std::string& kernel) {
    std::error_code error;
    const fs::path folder = share();
    const fs::path name = kernel + ".cl";
    const fs::path file = folder / "kernels" / name;
    const bool is_name = !folder.empty() && !kernel.empty() && name.filename() == name;
    return is_name && fs::exists(file, error) ? file.string() : "";
}

}  // namespace hone::lookup
