// SPDX-License-Identifier: MIT
// A queue between threads: pop() waits until there is an item.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>

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

    /// The oldest item, waited for.
    Item pop() {
        std::unique_lock lock(mutex_);
        not_empty_.wait(lock, [&] { return !items_.empty(); });
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
