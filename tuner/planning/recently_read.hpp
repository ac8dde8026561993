// SPDX-License-Identifier: MIT
// A value read from the database, for repeated use while others write.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

namespace hone {

/// A value that is read again before each use, unless reading would take more than a sixth of the
/// time. The first use of a value counts as part of its reading, since estimates are computed on
/// demand.
template <class Value>
class RecentlyRead {
  public:
    using Nanoseconds = std::chrono::nanoseconds;

    /// `read` reads a value; `now` is a steady clock.
    explicit RecentlyRead(std::function<std::unique_ptr<Value>()> read,
                          std::function<Nanoseconds()> now = by_clock)
        : read_(std::move(read)), now_(std::move(now)) {}

    template <class Use>
    auto for_use(const Use& use) {
        const Nanoseconds began = now_();
        const bool is_fresh = !value_ || is_worth_reading(began);
        if (is_fresh) value_ = read_();
        auto answer = use(*value_);
        if (is_fresh) {
            ended_ = now_();
            took_ = ended_ - began;
        }
        return answer;
    }

  private:
    static Nanoseconds by_clock() { return std::chrono::steady_clock::now().time_since_epoch(); }

    bool is_worth_reading(Nanoseconds now) const {
        constexpr std::chrono::milliseconds quick{50};
        constexpr int times_as_long = 5;
        return took_ < quick || now - ended_ >= times_as_long * took_;
    }

    std::function<std::unique_ptr<Value>()> read_;
    std::function<Nanoseconds()> now_;
    std::unique_ptr<Value> value_;
    Nanoseconds ended_{};  // the end of its reading and first use
    Nanoseconds took_{};
};

}  // namespace hone
