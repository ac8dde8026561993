// SPDX-License-Identifier: MIT
// All output files of commands. A file is written under a temporary name and renamed when it is
// complete, so that no reader sees a part of it. It only replaces a file that hone wrote before in
// the same format, so that a wrong name, or a shell's `*.db`, destroys no data.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace hone {

/// An output format, and how to recognize its files.
struct OutputFormat {
    std::string name;                // "page of hone": for the message of a rejected file
    std::vector<std::string> looks;  // how it begins; an ellipsis matches any text
    bool is_known = false;           // caller has checked: replaces any regular file
};

/// Whether a file has one of these looks. An empty file matches all of them.
bool has_format(const std::filesystem::path& file, const OutputFormat& format);

/// Creates an empty temporary file in the same folder, with the mode of the file that it replaces
/// or that of a new file. Returns an empty path if that fails. For formats that cannot be written
/// as a stream.
std::filesystem::path make_beside(const std::filesystem::path& place);

class OutputFile {
  public:
    /// Begins to write a file for `place`. Throws a usage Error if a file of another format exists
    /// there, and an environment Error if writing fails.
    OutputFile(const std::filesystem::path& place, const OutputFormat& format);
    /// Without commit(), nothing has changed.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    std::ostream& stream() { return stream_; }
    /// Moves the written file to its place. Throws an environment Error if that fails.
    void commit();

  private:
    [[noreturn]] void fail() const;

    std::filesystem::path place_;
    std::filesystem::path beside_;  // empty for a special file such as /dev/stdout
    std::ofstream stream_;
};

}  // namespace hone
