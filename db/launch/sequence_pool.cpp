// SPDX-License-Identifier: MIT
// The lock is held only to take a sequence or to put it back.
#include "db/launch/sequence_pool.hpp"

#include <algorithm>
#include <utility>

#include "db/device/opencl_device.hpp"

namespace hone::launch {
namespace {

template <class Value>
void mix(std::size_t& hash, const Value& value) {
    hash = hash * 31 + std::hash<Value>{}(value);
}

std::size_t hash_of(const SequencePool::Key& key) {
    std::size_t hash = 0;
    mix(hash, key.queue);
    mix(hash, key.routine);
    mix(hash, key.precision);
    for (const Setting& setting : key.problem) {
        mix(hash, setting.first);
        mix(hash, setting.second);
    }
    return hash;
}

// Has no destructor, so that a pool may end with the process.
constinit std::mutex all_pools;

}  // namespace

SequencePool::SequencePool() : SequencePool(Limits{}) {}

SequencePool::SequencePool(Limits limits) : limits_(limits) {
    const std::lock_guard lock(all_pools);
    next_ = std::exchange(newest, this);
    if (next_) next_->previous_ = this;
}

SequencePool::~SequencePool() {
    const std::lock_guard lock(all_pools);
    (previous_ ? previous_->next_ : newest) = next_;
    if (next_) next_->previous_ = previous_;
}

SequencePool::Sequence SequencePool::take(const Key& key,
                                          const std::function<LaunchSequence()>& find) {
    const std::size_t hash = hash_of(key);
    {
        const std::lock_guard lock(mutex_);
        const auto [first, last] = index_.equal_range(hash);
        const auto found =
            std::find_if(first, last, [&](const auto& each) { return each.second->key == key; });
        if (found != last) {
            Entries taken;
            move(found->second, taken);
            return std::move(taken.front().sequence);
        }
    }
    return std::make_unique<LaunchSequence>(find());
}

void SequencePool::give_back(Key key, Sequence sequence) {
    const std::size_t hash = hash_of(key);
    Entries one;
    one.push_back({std::move(key), hash, std::move(sequence)});
    Entries gone;  // released without the lock
    const std::lock_guard lock(mutex_);
    index_.emplace(hash, one.begin());
    scratch_bytes_[one.front().key.device] += one.front().sequence->scratch_bytes();
    idle_.splice(idle_.begin(), one);
    move_surplus(gone);
}

void SequencePool::move(Entries::iterator entry, Entries& to) {
    const auto [first, last] = index_.equal_range(entry->hash);
    index_.erase(std::find_if(first, last, [&](const auto& each) { return each.second == entry; }));
    scratch_bytes_[entry->key.device] -= entry->sequence->scratch_bytes();
    to.splice(to.begin(), idle_, entry);
}

void SequencePool::move_surplus(Entries& to) {
    if (idle_.size() > limits_.sequences) move(std::prev(idle_.end()), to);
    auto* const device = idle_.front().key.device;
    const std::int64_t memory = idle_.front().sequence->answer().query.device.global_memory;
    const std::size_t most = std::max(
        limits_.scratch_bytes, static_cast<std::size_t>(std::max<std::int64_t>(0, memory)) / 16);
    for (auto entry = std::prev(idle_.end());
         entry != idle_.begin() && scratch_bytes_[device] > most;) {
        const auto oldest = entry--;
        if (oldest->key.device == device && oldest->sequence->scratch_bytes() > 0) move(oldest, to);
    }
}

void SequencePool::forget() {
    Entries gone;
    const std::lock_guard lock(mutex_);
    gone.swap(idle_);
    index_.clear();
    scratch_bytes_.clear();
}

void SequencePool::forget_all() {
    const std::lock_guard lock(all_pools);
    for (SequencePool* pool = newest; pool; pool = pool->next_) pool->forget();
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

void SharedTuned::forget_devices() {
    const std::lock_guard lock(mutex_);
    devices_.clear();
}

SharedTuned& SharedTuned::of_process() {
    static SharedTuned* const shared = std::make_unique<SharedTuned>().release();
    return *shared;
}

}  // namespace hone::launch
