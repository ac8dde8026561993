// SPDX-License-Identifier: MIT
// Each format begins with words that only hone writes. A user's file has none of them, in any
// language and under any name.
#include "spaces/base/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <utility>

#include "spaces/base/error.hpp"
#include "spaces/base/input_file.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view any_text = "\u2026";

/// Whether a text begins with the first part of the look and contains the other parts after it, in
/// order.
bool looks_like(std::string_view text, std::string_view look) {
    std::string_view part = look.substr(0, look.find(any_text));
    if (part.empty() || !text.starts_with(part)) return false;
    while (part.size() < look.size()) {
        text.remove_prefix(part.size());
        look.remove_prefix(part.size() + any_text.size());
        part = look.substr(0, look.find(any_text));
        const std::size_t at = text.find(part);
        if (at == text.npos) return false;
        text.remove_prefix(at);
    }
    return true;
}

void refuse_others(const fs::path& place, const OutputFormat& format) {
    if (format.is_known || has_format(place, format)) return;
    throw Error(Exit::usage,
                place.string() + " exists and is not a " + format.name + "; it was not changed",
                "name another output file, or remove that one");
}

/// Creates a file with an unused name in the same folder. Returns its name and descriptor; the
/// descriptor is negative if that fails.
std::pair<fs::path, int> create_beside(const fs::path& place) {
    constexpr int most = 1000;
    for (int number = 0;; ++number) {
        fs::path name = place.parent_path() /
                        fmt::format(".{}.{}-{}", place.filename().string(), getpid(), number);
        const int file = open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST || number == most) return {name, file};
    }
}

}  // namespace

fs::path make_beside(const fs::path& place) {
    const auto [name, file] = create_beside(place);
    if (file < 0) return {};
    struct stat old {};
    if (stat(place.c_str(), &old) == 0) static_cast<void>(fchmod(file, old.st_mode & 07777));
    close(file);
    return name;
}

bool has_format(const fs::path& file, const OutputFormat& format) {
    constexpr std::size_t enough = std::size_t{4} << 20U;
    const auto text = read_input(file, enough);
    return text && (text->empty() || std::ranges::any_of(format.looks, [&](const auto& look) {
                        return looks_like(*text, look);
                    }));
}

OutputFile::OutputFile(const fs::path& place, const OutputFormat& format) : place_(place) {
    std::error_code error;
    if (fs::is_symlink(place)) place_ = fs::weakly_canonical(place, error);
    const fs::file_status status = fs::status(place_, error);
    if (fs::is_directory(status) || fs::is_block_file(status)) fail();
    const bool is_stream = fs::exists(status) && !fs::is_regular_file(status);
    if (fs::is_regular_file(status)) refuse_others(place_, format);
    if (!is_stream) {
        beside_ = make_beside(place_);
        if (beside_.empty()) fail();
    }
    stream_.open(is_stream ? place_ : beside_, std::ios::binary);
    if (!stream_) fail();
}

OutputFile::~OutputFile() {
    if (!beside_.empty()) unlink(beside_.c_str());
}

void OutputFile::commit() {
    stream_.close();
    if (!stream_) fail();
    if (beside_.empty()) return;
    std::error_code error;
    fs::rename(beside_, place_, error);
    if (error) fail();
    beside_.clear();
}

void OutputFile::fail() const {
    throw Error(Exit::environment, "cannot write " + place_.string(),
                "check that the folder exists, may be written, and has room");
}

}  // namespace hone
