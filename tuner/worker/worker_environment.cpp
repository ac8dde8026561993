// SPDX-License-Identifier: MIT
// The environment is one string of texts, the form in which the system passes it to a program.
#include "tuner/worker/worker_environment.hpp"

#include <sched.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string_view>

#include "db/sqlite/database_path.hpp"

namespace hone {
namespace {

// The environment at the start of this program, read before any driver is loaded, because drivers
// change it in place. One driver removes itself from the list of drivers; a worker that inherited
// this list would not find the device.
// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): the stream's flags are constants
const std::string initial_environment = [] {
    std::ifstream file("/proc/self/environ");
    return std::string(std::istreambuf_iterator<char>(file), {});
}();

struct Added {
    std::mutex mutex;
    Environment variables;
};

Added& added() {
    static Added all;
    return all;
}

/// The folders of the drivers' program caches. A search builds thousands of programs, so workers
/// use separate folders. The user's folders keep the programs of applications.
Environment cache_folders() {
    namespace fs = std::filesystem;
    constexpr std::array<std::array<const char*, 2>, 3> caches{{{"POCL_CACHE_DIR", "pocl"},
                                                                {"CUDA_CACHE_PATH", "nvidia"},
                                                                {"MESA_SHADER_CACHE_DIR", "mesa"}}};
    const fs::path user = cache_home();
    Environment folders;
    for (const auto& [name, folder] : caches) {
        const fs::path path = user / "hone" / "drivers" / folder;
        std::error_code error;
        if (!path.is_absolute() || std::getenv(name)) continue;
        fs::create_directories(path, error);
        if (!error) folders[name] = path.string();
    }
    return folders;
}

/// Pins each of PoCL's threads to a core. The system had put two of them on one core, which doubled
/// the time of short kernels. PoCL counts cores from the first one, so threads are not pinned if
/// this program may not use all cores.
Environment kept_cores() {
    for (const char* decided : {"POCL_AFFINITY", "POCL_MAX_PTHREAD_COUNT"})
        if (std::getenv(decided)) return {};
    cpu_set_t allowed;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return {};
    if (CPU_COUNT(&allowed) != ::sysconf(_SC_NPROCESSORS_CONF)) return {};
    return {{"POCL_AFFINITY", "1"}};
}

bool is_set_in(const Environment& variables, std::string_view text) {
    return variables.contains(std::string(text.substr(0, text.find('='))));
}

}  // namespace

void add_to_worker_environment(const Environment& variables) {
    const std::lock_guard lock(added().mutex);
    for (const auto& [name, value] : variables) added().variables[name] = value;
}

std::string worker_environment(const Environment& extra) {
    Environment more = extra;
    {
        const std::lock_guard lock(added().mutex);
        more.insert(added().variables.begin(), added().variables.end());
    }
    static const Environment caches = cache_folders();
    static const Environment cores = kept_cores();
    more.insert(caches.begin(), caches.end());
    more.insert(cores.begin(), cores.end());
    std::string texts;
    for (std::size_t at = 0; at < initial_environment.size();) {
        const std::string_view text = initial_environment.c_str() + at;
        if (!is_set_in(more, text)) texts.append(text).push_back('\0');
        at += text.size() + 1;
    }
    for (const auto& [name, value] : more)
        texts.append(name).append(1, '=').append(value).append(1, '\0');
    return texts;
}

std::vector<char*> as_pointers(std::string& texts) {
    std::vector<char*> pointers;
    for (std::size_t at = 0; at < texts.size(); at = texts.find('\0', at) + 1) {
        pointers.push_back(texts.data() + at);
        if (texts.find('\0', at) == texts.npos) break;
    }
    pointers.push_back(nullptr);
    return pointers;
}

}  // namespace hone
