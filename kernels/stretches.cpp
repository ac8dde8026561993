// SPDX-License-Identifier: MIT
#include "kernels/stretches.hpp"

#include <algorithm>
#include <thread>
#include <vector>

namespace hone {

std::size_t stretches_worth(std::size_t elements) {
    constexpr std::size_t worth_a_thread = 100'000;
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    return std::clamp<std::size_t>(elements / worth_a_thread, 1, cores);
}

void side_by_side(std::size_t stretches, const std::function<void(std::size_t stretch)>& work) {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < stretches; ++i) others.emplace_back(work, i);
    work(0);
}

void by_rows(std::size_t count, std::size_t width,
             const std::function<void(std::size_t from, std::size_t to)>& work) {
    const std::size_t stretches = stretches_worth(count * width);
    side_by_side(stretches,
                 [&](std::size_t i) { work(count * i / stretches, count * (i + 1) / stretches); });
}

}  // namespace hone
