// SPDX-License-Identifier: MIT
// What threads leave for one another: whoever takes waits until there is something.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>

namespace hone {

template <class Letter>
class Mailbox {
  public:
    void put(Letter letter) {
        {
            const std::lock_guard lock(mutex_);
            letters_.push_back(std::move(letter));
        }
        arrived_.notify_one();
    }

    /// The oldest letter, waited for.
    Letter take() {
        std::unique_lock lock(mutex_);
        arrived_.wait(lock, [&] { return !letters_.empty(); });
        Letter letter = std::move(letters_.front());
        letters_.pop_front();
        return letter;
    }

  private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<Letter> letters_;
};

}  // namespace hone
