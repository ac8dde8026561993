// SPDX-License-Identifier: MIT
// The text of a foreign program: the form in which it is tuned, and its use of work-groups. The
// layer and `hone capture` treat a text in the same way.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

/// The options of a build, by kind.
struct BuildOptions {
    std::vector<std::pair<std::string, std::string>> defines;  // -D, in order
    std::string opencl;                                        // -cl-…, sorted
    std::vector<std::filesystem::path> folders;                // -I, in order
    std::string other;  // any other that may change a program

    /// The folders as options.
    std::string includes() const;
};

/// Drops options that do not change the program: warnings, debugging and -cl-kernel-arg-info.
BuildOptions parse_build_options(std::string_view options);

/// The text in the form in which it is tuned. The definitions of -D come first, as #define. A
/// number that the text defines exactly once is guarded, so that -D can replace it.
std::string tunable_text(const std::string& text, const BuildOptions& options);

/// A number that the tunable text defines and -D may replace.
struct DefinedNumber {
    std::string name, value;
};
std::vector<DefinedNumber> defined_numbers(const std::string& tunable);

/// Whether the text includes files.
bool includes_files(const std::string& tunable);

/// Why another work-group could change the results of this kernel with these build options: a word
/// of its text, such as "get_local_id". Returns nullopt if the work-group is free.
std::optional<std::string> why_shape_is_fixed(const std::string& tunable, const std::string& entry,
                                              const BuildOptions& options);

}  // namespace hone
