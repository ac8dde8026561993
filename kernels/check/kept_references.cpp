// SPDX-License-Identifier: MIT
// A cache of references; the least recently used ones are dropped.
#include "kernels/check/kept_references.hpp"

#include <algorithm>

namespace hone {

std::shared_ptr<const ProductReference> KeptReferences::of(const Key& key, const Compute& compute) {
    const auto found = std::ranges::find(kept_, key, &Kept::key);
    if (found != kept_.end()) {
        kept_.splice(kept_.begin(), kept_, found);
    } else {
        kept_.push_front({key, std::make_shared<const ProductReference>(compute())});
    }
    auto reference = kept_.front().reference;
    forget_oldest();
    return reference;
}

// A reference larger than the cache is returned but not kept.
void KeptReferences::forget_oldest() {
    std::size_t bytes = 0;
    std::erase_if(kept_, [&](const Kept& each) {
        const bool has_room = bytes + each.reference->bytes() <= most_bytes_;
        if (has_room) bytes += each.reference->bytes();
        return !has_room;
    });
}

}  // namespace hone
