// SPDX-License-Identifier: MIT
// If the first configs all fail alike, the session ends its search: the kernel's space or its
// reference is at fault.
#pragma once

#include <cstddef>
#include <string>

#include "db/model/trial.hpp"

namespace hone {

class EqualFailures {
  public:
    /// Counts the next trial of a search.
    void update(const Trial& trial);
    /// Why the search should end: the first trials all failed with the same message. Empty if they
    /// did not.
    std::string reason() const;

  private:
    static constexpr std::size_t enough = 10;
    std::size_t count_ = 0;
    bool differ_ = false;  // a trial succeeded or failed in another way
    Outcome outcome_ = Outcome::ok;
    std::string message_;
};

}  // namespace hone
