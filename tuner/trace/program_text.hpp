// SPDX-License-Identifier: MIT
// The text of a program that others wrote: the form in which it is tuned, and what it says about
// work-groups. The layer and `hone capture` make the same of the same text.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

/// The options of a build, apart.
struct BuildOptions {
    std::vector<std::pair<std::string, std::string>> defines;  // -D, in order
    std::string opencl;                                        // -cl-…, sorted
    std::vector<std::filesystem::path> folders;                // -I, in order
    std::string other;                                         // all else that may change a program

    /// The folders as options.
    std::string includes() const;
};

/// Warnings, debugging and -cl-kernel-arg-info change nothing, and are left out.
BuildOptions parse_build_options(std::string_view options);

/// The text that is tuned: what -D defines comes first, as #define, and each number that the text
/// defines once may be defined by -D instead.
std::string tunable_text(const std::string& text, const BuildOptions& options);

/// A number that the text that is tuned defines and -D may replace.
struct DefinedNumber {
    std::string name, value;
};
std::vector<DefinedNumber> defined_numbers(const std::string& tunable);

/// Whether the compiler reads more files.
bool includes_files(const std::string& tunable);

/// Why another work-group could change what this kernel of the text, built so, computes: a word of
/// it, such as "get_local_id"; nothing where the work-group is free.
std::optional<std::string> why_shape_is_fixed(const std::string& tunable, const std::string& entry,
                                              const BuildOptions& options);

}  // namespace hone
