// SPDX-License-Identifier: MIT
// A queue between threads: pop() waits until there is an item, or until a timeout.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace hone {

template <class Item>
class BlockingQueue {
  public:
    void push(Item item) {
        {
            const std::lock_guard lock(mutex_);
            items_.push_back(std::move(item));
        }
        not_empty_.notify_one();
    }

    /// Returns the oldest item; nullopt if none arrives in time.
    std::optional<Item> pop(std::chrono::milliseconds longest) {
        std::unique_lock lock(mutex_);
        if (!not_empty_.wait_for(lock, longest, [&] { return !items_.empty(); }))
            return std::nullopt;
        Item item = std::move(items_.front());
        items_.pop_front();
        return item;
    }

  private:
    std::mutex mutex_;
    std::condition_variable not_empty_;
    std::deque<Item> items_;
};

}  // namespace hone
