// SPDX-License-Identifier: MIT
// Requests are compared as a whole: a bench belongs to one device, kernel source, problem and seed.
#include "tuner/measure/kept_benches.hpp"

#include <algorithm>
#include <utility>

namespace hone {

void KeptBenches::keep(std::string request, std::unique_ptr<WorkerBench> bench) {
    bench->drop_spares();
    kept_.push_front({std::move(request), std::move(bench)});
    std::size_t bytes = 0;
    std::size_t count = 0;
    std::erase_if(kept_, [&](const Kept& each) {
        const bool has_room = count < most && bytes + each.bench->bytes() <= most_bytes_;
        if (!has_room) return true;
        ++count;
        bytes += each.bench->bytes();
        return false;
    });
}

std::unique_ptr<WorkerBench> KeptBenches::take(const std::string& request) {
    const auto found = std::ranges::find(kept_, request, &Kept::request);
    if (found == kept_.end()) return nullptr;
    std::unique_ptr<WorkerBench> bench = std::move(found->bench);
    kept_.erase(found);
    return bench;
}

}  // namespace hone
