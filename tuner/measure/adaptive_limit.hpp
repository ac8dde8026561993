// SPDX-License-Identifier: MIT
// How long a worker may take without a sign of life, in proportion to what has succeeded: a compiler
// that hangs costs seconds where others take milliseconds.
#pragma once

#include <algorithm>
#include <chrono>

namespace hone {

class AdaptiveLimit {
  public:
    using Time = std::chrono::milliseconds;

    /// Never more than `most`, which holds until something has succeeded.
    explicit AdaptiveLimit(Time most) : most_(most) {}

    /// Ten times the slowest success, 10 s at least: a busy machine is not held against a config.
    Time limit() const {
        constexpr int times = 10;
        constexpr Time least{10'000};
        if (!known_) return most_;
        return std::min(most_, std::max(least, times * slowest_));
    }
    /// Whether anything has succeeded.
    bool is_known() const { return known_; }
    void succeeded_in(Time took) {
        known_ = true;
        slowest_ = std::max(slowest_, took);
    }

    /// Times one request.
    class Request {
      public:
        explicit Request(AdaptiveLimit& limit) : limit_(limit) {}
        void succeeded() const {
            limit_.succeeded_in(
                std::chrono::duration_cast<Time>(std::chrono::steady_clock::now() - began_));
        }

      private:
        AdaptiveLimit& limit_;
        std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    };

  private:
    Time most_;
    Time slowest_{0};
    bool known_ = false;
};

}  // namespace hone
