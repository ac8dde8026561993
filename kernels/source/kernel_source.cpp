// SPDX-License-Identifier: MIT
// Includes are expanded when a kernel is read, so the same text is compiled, hashed, stored and
// handed to applications.
#include "kernels/source/kernel_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "spaces/base/error.hpp"
#include "spaces/base/include_expander.hpp"
#include "spaces/base/input_file.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 16;

std::string read_file(const fs::path& file) {
    std::string text =
        read_input(file, IncludeExpander::longest_text,
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

// Files beside the including one; other includes are left to the compiler.
class KernelIncludes final : public IncludeExpander {
  public:
    explicit KernelIncludes(const fs::path& kernel) : IncludeExpander(deepest), kernel_(kernel) {
        std::error_code none;
        folder_ = fs::canonical(kernel, none).parent_path();
    }

  private:
    std::optional<IncludedFile> find(const Include& include, const fs::path& by) override {
        if (!include.is_quoted) return std::nullopt;
        const fs::path file = by.parent_path() / include.name;
        std::error_code none;
        if (!fs::is_regular_file(file, none)) return std::nullopt;
        check_inside(folder_, file, by);
        return IncludedFile{file, read_file(file)};
    }

    std::string line_directive(int line, const fs::path& path) const override {
        return fmt::format("#line {} \"{}\"", line, path.filename().string());
    }

    [[noreturn]] void refuse(Excess excess, const fs::path& path) const override {
        if (excess == Excess::depth)
            throw Error(Exit::usage, fmt::format("{} includes itself", path.string()));
        throw Error(
            Exit::usage,
            excess == Excess::files
                ? fmt::format("{} includes more than {} files", kernel_.string(), most_files)
                : fmt::format("{} is too large for a kernel", kernel_.string()));
    }

    fs::path kernel_, folder_;
};

}  // namespace

std::string kernel_source(const fs::path& file) {
    return KernelIncludes(file).expand(read_file(file), file);
}

std::string source_of(const Space& space) {
    return space.source_text.empty() ? kernel_source(space.source) : space.source_text;
}

}  // namespace hone
