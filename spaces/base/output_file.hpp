// SPDX-License-Identifier: MIT
// Where every file that a command writes comes from. It is written beside its place and renamed
// when it is whole, so that nobody reads half of it; and it replaces only a file of its own kind,
// so that a wrong name, or a shell's `*.db`, costs no data.
#pragma once

#include <filesystem>
#include <fstream>

namespace hone {

/// What a file holds, as far as its first characters tell.
/// Sources are a user's as soon as they are there: a text replaces none, by their names.
enum class OutputKind { html, json, c_header, text, source };

class OutputFile {
  public:
    /// Begins to write what will be `place`. Throws a usage Error where another kind of file is
    /// there, and an environment Error where nothing can be written.
    OutputFile(const std::filesystem::path& place, OutputKind kind);
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
