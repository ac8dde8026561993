// SPDX-License-Identifier: MIT
// A run in which every config fails alike need not try them all: the kernel's space or its reference
// is at fault.
#pragma once

#include <cstddef>
#include <string>

#include "db/model/trial.hpp"

namespace hone {

class EqualFailures {
  public:
    /// Takes the next trial of a search.
    void update(const Trial& trial);
    /// Why the search should end: the first trials of it were so many failures with the same
    /// message. Empty where they were not.
    std::string reason() const;

  private:
    static constexpr std::size_t enough = 10;
    std::size_t count_ = 0;
    bool differ_ = false;  // one ran, or failed in another way
    Outcome outcome_ = Outcome::ok;
    std::string message_;
};

}  // namespace hone
