// SPDX-License-Identifier: MIT
// How hone says that something is wrong: an Error ends the program in `main` alone, with a line for
// the user, a hint and an exit code; a Mistake is one fault of a file, and a file tells all it has.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

/// What the program tells the shell. Documented in the README; scripts rely on it.
enum class Exit {
    done = 0,          ///< done, and the answer is yes
    no = 1,            ///< done, and the answer is no
    usage = 2,         ///< wrong usage, or a bad file
    environment = 3,   ///< no device, no package, no disk
    bug = 70,          ///< our fault
    interrupted = 130  ///< stopped by the user; everything known is kept
};

/// The end of the program: what is wrong (and where), what to do about it, and the exit code.
class Error : public std::runtime_error {
  public:
    Error(Exit exit, const std::string& what, std::string hint = {})
        : std::runtime_error(what), exit_(exit), hint_(std::move(hint)) {}

    Exit exit() const { return exit_; }
    /// What the user can do, or nothing where the message already says it.
    const std::string& hint() const { return hint_; }

  private:
    Exit exit_;
    std::string hint_;
};

/// A location in a text that a user wrote. Lines and columns start at 1; 0 means the whole.
struct Location {
    std::string file;
    int line = 0;
    int column = 0;
};

/// The location `offset` characters into a text that starts at `start`.
Location location_at(const Location& start, std::string_view text, std::size_t offset);

/// One fault of one file: where, and why, in words that say what to do.
struct Mistake {
    Location location;
    std::string reason;

    /// "gemm.toml:12:8: unknown name 'MGW'; did you mean MWG?"
    std::string text() const;
};

/// Every fault found so far. A reader collects them all and throws them together.
using Mistakes = std::vector<Mistake>;

/// Throws one usage Error whose message has a line for each mistake; returns when there is none.
void throw_if_any(const Mistakes& mistakes);

}  // namespace hone
