// SPDX-License-Identifier: MIT
// The lock is held only to take a sequence or to put it back.
#include "db/launch/sequence_pool.hpp"

#include <algorithm>

#include "db/device/opencl_device.hpp"

namespace hone::launch {
namespace {

constexpr std::size_t most_idle = 64;

}  // namespace

SequencePool::Sequence SequencePool::take(const Key& key,
                                          const std::function<LaunchSequence()>& find) {
    {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(idle_, key, &Entry::key);
        if (found != idle_.end()) {
            Sequence sequence = std::move(found->sequence);
            idle_.erase(found);
            return sequence;
        }
    }
    return std::make_unique<LaunchSequence>(find());
}

void SequencePool::give_back(Key key, Sequence sequence) {
    std::list<Entry> one;
    one.push_back({std::move(key), std::move(sequence)});
    std::list<Entry> gone;  // released without the lock
    const std::lock_guard lock(mutex_);
    idle_.splice(idle_.begin(), one);
    if (idle_.size() > most_idle) gone.splice(gone.begin(), idle_, std::prev(idle_.end()));
}

void SequencePool::forget() {
    std::list<Entry> gone;
    const std::lock_guard lock(mutex_);
    gone.swap(idle_);
}

SequencePool& SequencePool::of_process() {
    static SequencePool* const pool = std::make_unique<SequencePool>().release();
    return *pool;
}

Tuned& SharedTuned::tuned() {
    static Tuned* const all = std::make_unique<Tuned>().release();
    return *all;
}

Device SharedTuned::device(const hone_opencl& opencl, cl_device_id device) {
    const std::lock_guard lock(mutex_);
    const auto known = devices_.find(device);
    if (known != devices_.end()) return known->second;
    return devices_.emplace(device, read_device(device, {opencl.device_info, opencl.platform_info}))
        .first->second;
}

SharedTuned& SharedTuned::of_process() {
    static SharedTuned* const shared = std::make_unique<SharedTuned>().release();
    return *shared;
}

}  // namespace hone::launch
