// SPDX-License-Identifier: MIT
// What the database says when it cannot do as asked: one line for the user and what to do about it.
// It stands apart from hone::Error, because applications link this room alone.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace hone {

/// What is at fault, for who can do more than say it.
enum class StoreFault {
    other,
    damage,   // pages of the file contradict each other
    content,  // rows that break a rule
    endless,  // rows without end
};

/// The database cannot be opened, read or written: why and where, and a hint.
class StoreError : public std::runtime_error {
  public:
    explicit StoreError(const std::string& what, std::string hint = {},
                        StoreFault fault = StoreFault::other)
        : std::runtime_error(what), hint_(std::move(hint)), fault_(fault) {}

    /// What the user can do, or nothing where the message already says it.
    const std::string& hint() const { return hint_; }
    StoreFault fault() const { return fault_; }

  private:
    std::string hint_;
    StoreFault fault_;
};

}  // namespace hone
