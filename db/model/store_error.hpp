// SPDX-License-Identifier: MIT
// The exception of the database: one line for the user, and a hint. It is separate from
// hone::Error, because applications only link this part.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace hone {

/// The kind of fault, for callers that can handle it.
enum class StoreFault {
    other,
    damage,   // pages of the file contradict each other
    content,  // rows that break a rule
    endless,  // rows without end
};

/// The database cannot be opened, read or written: the reason and the place, and a hint.
class StoreError : public std::runtime_error {
  public:
    explicit StoreError(const std::string& what, std::string hint = {},
                        StoreFault fault = StoreFault::other)
        : std::runtime_error(what), hint_(std::move(hint)), fault_(fault) {}

    /// A remedy for the user; empty if the message already has it.
    const std::string& hint() const { return hint_; }
    StoreFault fault() const { return fault_; }

  private:
    std::string hint_;
    StoreFault fault_;
};

}  // namespace hone
