// SPDX-License-Identifier: MIT
// Includes are expanded when a kernel is read, so the same text is compiled, hashed, stored and
// handed to applications.
#include "kernels/launch/kernel_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "spaces/base/error.hpp"
#include "spaces/base/include_lines.hpp"
#include "spaces/base/input_file.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 16;
constexpr int most_files = 1000;
constexpr std::size_t longest_text = 16U << 20U;  // of a kernel with all includes

std::string read_file(const fs::path& file) {
    std::string text =
        read_input(file, longest_text,
                   Error(Exit::environment, fmt::format("cannot read {}", file.string()),
                         "check that the file exists and may be read"));
    // SPIR-V's magic number, in either byte order.
    if (text.starts_with("\x03\x02\x23\x07") || text.starts_with("\x07\x23\x02\x03"))
        throw Error(Exit::usage,
                    fmt::format("{} is SPIR-V, which hone does not read", file.string()),
                    "name the OpenCL C text that it was made from");
    return text;
}

// The included text is stored and handed on, so only files of the kernel's folder are allowed.
void check_inside(const fs::path& folder, const fs::path& file, const fs::path& by) {
    const fs::path part = fs::canonical(file);
    if (std::ranges::mismatch(folder, part).in1 == folder.end()) return;
    throw Error(Exit::usage, fmt::format("{} includes {}, which is outside of the kernel's folder",
                                         by.string(), file.string()));
}

// The file that a line includes; includes that are not found here are left to the compiler.
std::optional<fs::path> included(const std::string& line, const fs::path& by,
                                 const fs::path& folder) {
    const auto include = include_of(line);
    if (!include || !include->is_quoted) return std::nullopt;
    fs::path file = by.parent_path() / include->name;
    std::error_code none;
    if (!fs::is_regular_file(file, none)) return std::nullopt;
    check_inside(folder, file, by);
    return file;
}

// The expanded text, limited in size: files that include each other repeatedly grow exponentially.
class JoinedSource {
  public:
    explicit JoinedSource(const fs::path& kernel) : kernel_(kernel) {
        std::error_code none;
        folder_ = fs::canonical(kernel, none).parent_path();
        add(kernel, 0);
    }
    std::string take() { return std::move(text_); }

  private:
    void add(const fs::path& file, int depth) {
        if (depth > deepest)
            throw Error(Exit::usage, fmt::format("{} includes itself", file.string()));
        if (++files_ > most_files) refuse(fmt::format("includes more than {} files", most_files));
        std::istringstream lines(read_file(file));
        CommentTracker comments;
        int number = 0;
        for (std::string line; std::getline(lines, line);) {
            ++number;
            const bool is_comment = comments.is_inside();
            comments.pass(line);
            const auto part = is_comment ? std::nullopt : included(line, file, folder_);
            if (part) {
                text_ += fmt::format("#line 1 \"{}\"\n", part->filename().string());
                add(*part, depth + 1);
                line = fmt::format("#line {} \"{}\"", number + 1, file.filename().string());
            }
            text_.append(line).append(1, '\n');
            if (text_.size() > longest_text) refuse("is too large for a kernel");
        }
    }

    [[noreturn]] void refuse(const std::string& why) const {
        throw Error(Exit::usage, fmt::format("{} {}", kernel_.string(), why));
    }

    fs::path kernel_, folder_;
    std::string text_;
    int files_ = 0;
};

}  // namespace

std::string kernel_source(const fs::path& file) {
    return JoinedSource(file).take();
}

std::string source_of(const Space& space) {
    return space.source_text.empty() ? kernel_source(space.source) : space.source_text;
}

}  // namespace hone
