// SPDX-License-Identifier: MIT
// Each thread takes the next index when it has finished one.
#include "spaces/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace hone {
namespace {

thread_local bool is_one_of_several = false;

}  // namespace

void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    const auto take_turns = [&] {
        for (std::size_t i = next++; i < count; i = next++) work(i);
    };
    if (count == 1 || is_one_of_several) return take_turns();
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::future<void>> threads;
    for (std::size_t t = 0; t < std::min(cores, count); ++t) {
        threads.push_back(std::async(std::launch::async, [&] {
            is_one_of_several = true;
            take_turns();
        }));
    }
    for (std::future<void>& thread : threads) thread.get();
}

}  // namespace hone
