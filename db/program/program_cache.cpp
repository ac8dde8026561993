// SPDX-License-Identifier: MIT
// An entry has three lines and the content: a format name, the key, and the SHA-256 of key and
// content.
#include "db/program/program_cache.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "db/model/sha256.hpp"
#include "db/sqlite/database_path.hpp"
#include "db/sqlite/environment.hpp"
#include "db/sqlite/host_clock.hpp"

namespace hone::program {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "hone program 1\n";
constexpr std::int64_t an_hour = 3600LL * 1'000'000'000;

std::string header(const std::string& key, std::string_view content) {
    return std::string(magic) + key + '\n' + sha256(key + '\n' + std::string(content)) + '\n';
}

bool is_off(const std::string& word) {
    constexpr std::string_view off = "off";
    return std::ranges::equal(word, off, {}, [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
}

/// Rejects a relative path: it would name another folder in each working directory.
fs::path named_folder(const std::string& folder) {
    if (fs::path(folder).is_absolute()) return fs::path(folder) / "programs";
    complain_of_variable("HONE_CACHE", folder,
                         "it takes off or an absolute path, and built programs are not kept now");
    return {};
}

fs::path user_folder() {
    const std::string named = environment_variable("HONE_CACHE");
    if (is_off(named)) return {};
    if (!named.empty()) return named_folder(named);
    const fs::path home = cache_home();
    return home.empty() ? fs::path() : home / "hone" / "programs";
}

/// A temporary file of a process that died while it wrote.
bool is_leftover(const PrivateFolder::File& file, std::int64_t now) {
    return file.name.rfind(".new-", 0) == 0 && now - file.used > an_hour;
}

}  // namespace

ProgramCache::ProgramCache(fs::path folder, std::uintmax_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes) {}

ProgramCache ProgramCache::of_user() {
    return ProgramCache(user_folder());
}

std::optional<std::string> ProgramCache::read(const std::string& key) const {
    if (folder_.empty()) return std::nullopt;
    const auto folder = PrivateFolder::open(folder_, false);
    auto entry = folder ? folder->read(key) : std::nullopt;
    if (!entry) return std::nullopt;
    const std::size_t before = header(key, {}).size();
    if (entry->size() >= before) {
        const std::string content = entry->substr(before);
        if (entry->compare(0, before, header(key, content)) == 0) return content;
    }
    folder->remove(key);
    return std::nullopt;
}

void ProgramCache::write(const std::string& key, std::string_view content) const {
    const std::string head = folder_.empty() ? "" : header(key, content);
    if (folder_.empty() || head.size() + content.size() > most_bytes_) return;
    const auto folder = PrivateFolder::open(folder_, true);
    if (folder && folder->write(key, head + std::string(content))) trim(*folder);
}

void ProgramCache::remove(const std::string& key) const {
    if (folder_.empty()) return;
    if (const auto folder = PrivateFolder::open(folder_, false)) folder->remove(key);
}

// Trims to three quarters of the limit, so that not every write has to trim.
void ProgramCache::trim(const PrivateFolder& folder) const {
    std::vector<PrivateFolder::File> files = folder.files();
    const std::int64_t now = now_ns();
    for (const auto& file : files)
        if (is_leftover(file, now)) folder.remove(file.name);
    std::uintmax_t bytes =
        std::accumulate(files.begin(), files.end(), std::uintmax_t{0},
                        [](std::uintmax_t sum, const auto& file) { return sum + file.bytes; });
    if (bytes <= most_bytes_) return;
    std::ranges::sort(files, {}, &PrivateFolder::File::used);
    for (const auto& file : files) {
        if (bytes <= most_bytes_ / 4 * 3) return;
        folder.remove(file.name);
        bytes -= file.bytes;
    }
}

}  // namespace hone::program
