// SPDX-License-Identifier: MIT
// What the database says when it cannot do as asked: one line for the user and what to do about it.
// It stands apart from hone::Error, because applications link this room alone.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace hone {

/// The database cannot be opened, read or written: why and where, and a hint.
class StoreError : public std::runtime_error {
  public:
    explicit StoreError(const std::string& what, std::string hint = {})
        : std::runtime_error(what), hint_(std::move(hint)) {}

    /// What the user can do, or nothing where the message already says it.
    const std::string& hint() const { return hint_; }

  private:
    std::string hint_;
};

}  // namespace hone
