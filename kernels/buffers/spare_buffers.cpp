// SPDX-License-Identifier: MIT
#include "kernels/buffers/spare_buffers.hpp"

#include <algorithm>
#include <utility>

namespace hone {
namespace {

std::size_t bytes_of(const SpareBuffers::Sets& sets) {
    std::size_t sum = 0;
    for (const GuardedBuffer& each : sets) sum += each.bytes();
    return sum;
}

}  // namespace

void SpareBuffers::keep(std::string name, Sets sets) {
    if (sets.empty() || bytes_of(sets) > most_bytes_) return;
    kept_.push_front({std::move(name), std::move(sets)});
    while (bytes() > most_bytes_) kept_.pop_back();
}

SpareBuffers::Sets SpareBuffers::take(std::string_view name, std::size_t bytes) {
    const auto found = std::ranges::find_if(kept_, [&](const Spare& spare) {
        return spare.name == name && spare.sets.front().bytes() == bytes;
    });
    if (found == kept_.end()) return {};
    Sets sets = std::move(found->sets);
    kept_.erase(found);
    return sets;
}

std::size_t SpareBuffers::bytes() const {
    std::size_t sum = 0;
    for (const Spare& spare : kept_) sum += bytes_of(spare.sets);
    return sum;
}

}  // namespace hone
