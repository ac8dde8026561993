// SPDX-License-Identifier: MIT
// Kinds are told apart by the first character that is no blank; a header must be one of hone's. A
// file with a zero byte, as every database has, is of no kind that could be replaced. A text does not replace a
// file that is named as a source.
#include "spaces/base/output_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

struct KindText {
    std::string_view name;
    std::string_view first;  // characters that it may begin with; empty: any that no other kind has
    std::string_view mark;   // what it must say
};

constexpr std::array kinds{KindText{"HTML page", "<", ""}, KindText{"JSON file", "{[", ""},
                           KindText{"header that hone wrote", "/", "`hone export "},
                           KindText{"text file", "", ""}, KindText{"source", "", ""}};

constexpr std::array<std::string_view, 12> sources{
    ".cl", ".toml", ".sh", ".c", ".h", ".cpp", ".hpp", ".py", ".cu", ".cmake", ".json", ".db"};

std::string beginning_of(const fs::path& file) {
    constexpr std::size_t enough = 4096;
    std::string text(enough, '\0');
    std::ifstream in(file, std::ios::binary);
    in.read(text.data(), static_cast<std::streamsize>(enough));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

bool is_of(const KindText& kind, std::string_view text) {
    if (text.find('\0') != text.npos) return false;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos) return true;
    if (kind.first.empty()) return std::string_view("<{[/").find(text[first]) == text.npos;
    return kind.first.find(text[first]) != text.npos && text.find(kind.mark) != text.npos;
}

void refuse_other_kinds(const fs::path& place, OutputKind kind) {
    const KindText& wanted = kinds.at(static_cast<std::size_t>(kind));
    const std::string beginning = beginning_of(place);
    const bool is_named_source =
        std::ranges::find(sources, place.extension().string()) != sources.end();
    const bool is_source = kind == OutputKind::text && is_named_source && !beginning.empty() &&
                           beginning.find("HONE_MATCH=") == beginning.npos;  // a shell's variables
    if (!is_source && (kind == OutputKind::source ? beginning.find('\0') == beginning.npos
                                                  : is_of(wanted, beginning)))
        return;
    throw Error(Exit::usage,
                place.string() + " exists and is not a " + std::string(wanted.name) +
                    "; it was not changed",
                "name another output file, or remove that one");
}

/// As open() would have made it: the mode of what is replaced, else what the umask leaves.
mode_t mode_for(const fs::path& place) {
    struct stat old {};
    if (stat(place.c_str(), &old) == 0) return old.st_mode & 07777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/// An empty file beside the place, or an empty path where none can be made.
fs::path make_beside(const fs::path& place) {
    const fs::path folder = place.has_parent_path() ? place.parent_path() : fs::path(".");
    std::string name = (folder / ("." + place.filename().string() + ".XXXXXX")).string();
    const int file = mkstemp(name.data());
    if (file < 0) return {};
    static_cast<void>(fchmod(file, mode_for(place)));
    close(file);
    return name;
}

}  // namespace

OutputFile::OutputFile(const fs::path& place, OutputKind kind) : place_(place) {
    std::error_code error;
    if (fs::is_symlink(place)) place_ = fs::weakly_canonical(place, error);
    const fs::file_status status = fs::status(place_, error);
    if (fs::is_directory(status) || fs::is_block_file(status)) fail();
    const bool is_stream = fs::exists(status) && !fs::is_regular_file(status);
    if (fs::is_regular_file(status)) refuse_other_kinds(place_, kind);
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
