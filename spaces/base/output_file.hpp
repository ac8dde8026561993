// SPDX-License-Identifier: MIT
// Where every file that a command writes comes from. It is written beside its place and renamed
// when it is whole, so that nobody reads half of it; and it replaces only what hone wrote before in
// the same format, so that a wrong name, or a shell's `*.db`, costs no data.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace hone {

/// What hone writes, and how a file is known to be that.
struct OutputFormat {
    std::string name;                // "page of hone": what a refused file is not
    std::vector<std::string> looks;  // what it begins with; an ellipsis stands for any text
    bool is_known = false;           // the caller has looked itself: any regular file is replaced
};

/// Whether a file has one of these looks. An empty file has all of them.
bool has_format(const std::filesystem::path& file, const OutputFormat& format);

/// An empty file beside the place, with the mode of what it replaces or that of any new file of the
/// user; an empty path where none can be made. For what cannot be written as a stream.
std::filesystem::path make_beside(const std::filesystem::path& place);

class OutputFile {
  public:
    /// Begins to write what will be `place`. Throws a usage Error where a file is that has not this
    /// format, and an environment Error where nothing can be written.
    OutputFile(const std::filesystem::path& place, const OutputFormat& format);
    /// Without commit() nothing has changed.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    std::ostream& stream() { return stream_; }
    /// Puts what was written in its place, or throws an environment Error.
    void commit();

  private:
    [[noreturn]] void fail() const;

    std::filesystem::path place_;
    std::filesystem::path beside_;  // empty for what is no regular file, such as /dev/stdout
    std::ofstream stream_;
};

}  // namespace hone
