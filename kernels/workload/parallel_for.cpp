// SPDX-License-Identifier: MIT
#include "kernels/workload/parallel_for.hpp"

#include <algorithm>
#include <thread>
#include <vector>

namespace hone {

std::size_t stretches_worth(std::size_t rows, std::size_t width) {
    constexpr std::size_t worth_a_thread = 100'000;  // elements
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    return std::max<std::size_t>(std::min({rows * width / worth_a_thread, cores, rows}), 1);
}

void side_by_side(
    std::size_t stretches, std::size_t rows,
    const std::function<void(std::size_t stretch, std::size_t from, std::size_t to)>& work) {
    const auto stretch = [&](std::size_t i) {
        work(i, rows * i / stretches, rows * (i + 1) / stretches);
    };
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < stretches; ++i) others.emplace_back(stretch, i);
    stretch(0);
}

void by_rows(std::size_t rows, std::size_t width,
             const std::function<void(std::size_t from, std::size_t to)>& work) {
    side_by_side(stretches_worth(rows, width), rows,
                 [&](std::size_t, std::size_t from, std::size_t to) { work(from, to); });
}

}  // namespace hone
