// SPDX-License-Identifier: MIT
#include "kernels/check/parallel_for.hpp"

#include <algorithm>
#include <thread>

#include "spaces/base/parallel.hpp"

namespace hone {

std::size_t parallel_chunks(std::size_t rows, std::size_t width) {
    constexpr std::size_t worth_a_thread = 100'000;  // the fewest elements that are worth a thread
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    return std::max<std::size_t>(std::min({rows * width / worth_a_thread, cores, rows}), 1);
}

void parallel_for(
    std::size_t chunks, std::size_t rows,
    const std::function<void(std::size_t chunk, std::size_t from, std::size_t to)>& work) {
    const auto chunk = [&](std::size_t i) { work(i, rows * i / chunks, rows * (i + 1) / chunks); };
    for_each_index(chunks, chunk);
}

void parallel_for_rows(std::size_t rows, std::size_t width,
                       const std::function<void(std::size_t from, std::size_t to)>& work) {
    parallel_for(parallel_chunks(rows, width), rows,
                 [&](std::size_t, std::size_t from, std::size_t to) { work(from, to); });
}

}  // namespace hone
