// SPDX-License-Identifier: MIT
// Wakes a thread that waits for descriptors.
#pragma once

namespace hone {

class WakeUp {
  public:
    WakeUp();
    ~WakeUp();
    WakeUp(const WakeUp&) = delete;
    WakeUp& operator=(const WakeUp&) = delete;

    /// Makes the descriptor readable until reset().
    void wake() const;
    void reset() const;
    int descriptor() const { return descriptor_; }

  private:
    int descriptor_;
};

}  // namespace hone
