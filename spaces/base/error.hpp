// SPDX-License-Identifier: MIT
// Error handling: an Error ends the program, only in `main`, with a line for the user, a hint and
// an exit code. A Mistake is one fault of a file; all mistakes of a file are reported together.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

/// Exit codes. The README documents them; scripts rely on them.
enum class Exit {
    done = 0,          ///< done, and the answer is yes
    no = 1,            ///< done, and the answer is no
    usage = 2,         ///< wrong usage, or an invalid file
    environment = 3,   ///< no device, no package, no disk
    bug = 70,          ///< a bug of hone
    interrupted = 130  ///< stopped by the user; all results are kept
};

/// Ends the program: the fault and its place, a remedy, and the exit code.
class Error : public std::runtime_error {
  public:
    Error(Exit exit, const std::string& what, std::string hint = {})
        : std::runtime_error(what), exit_(exit), hint_(std::move(hint)) {}

    Exit exit() const { return exit_; }
    /// A remedy for the user; empty if the message already has it.
    const std::string& hint() const { return hint_; }

  private:
    Exit exit_;
    std::string hint_;
};

/// A location in a user's text. Lines and columns start at 1; 0 means the whole file.
struct Location {
    std::string file;
    int line = 0;
    int column = 0;
};

/// The location `offset` characters after the beginning of a text that starts at `start`.
Location location_at(const Location& start, std::string_view text, std::size_t offset);

/// One fault of one file: its location, and a reason that includes a remedy.
struct Mistake {
    Location location;
    std::string reason;

    /// "gemm.toml:12:8: unknown name 'MGW'; did you mean MWG?"
    std::string text() const;
};

/// All mistakes found so far. A reader collects them and throws them together.
using Mistakes = std::vector<Mistake>;

/// Throws one usage Error whose message has a line for each mistake; returns if there is none.
void throw_if_any(const Mistakes& mistakes);

}  // namespace hone
