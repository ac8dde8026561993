// SPDX-License-Identifier: MIT
// Limits how long a worker may show no progress, in proportion to the requests that succeeded. So a
// compiler that hangs costs seconds if others take milliseconds.
#pragma once

#include <algorithm>
#include <chrono>

namespace hone {

class AdaptiveLimit {
  public:
    using Time = std::chrono::milliseconds;

    /// The limit never exceeds `most`, which applies until a request has succeeded.
    explicit AdaptiveLimit(Time most) : most_(most) {}

    /// Ten times the slowest success, but at least 10 s: a config must not fail because the machine
    /// is busy.
    Time limit() const {
        constexpr int times = 10;
        constexpr Time least{10'000};
        if (!known_) return most_;
        return std::min(most_, std::max(least, times * slowest_));
    }
    /// Whether any request has succeeded.
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
