// SPDX-License-Identifier: MIT
// What a run must leave as it is: guard zones, inputs, and the result of a run before it. With
// hashes made on the device if it is quick at that, otherwise by reading.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "kernels/buffers/workload_buffers.hpp"
#include "kernels/launch/transfer.hpp"

namespace hone {
namespace {

std::string element_name(const std::string& name, const Element& element, std::ptrdiff_t byte) {
    const auto size = static_cast<std::ptrdiff_t>(element.bytes);
    const std::ptrdiff_t index = byte < 0 ? (byte - size + 1) / size : byte / size;
    return fmt::format("{}[{}]", name, index);
}

bool holds_poison(std::span<const std::byte> bytes, std::size_t from, std::size_t count,
                  const FillPattern& poison) {
    for (std::size_t i = from; i < from + count; ++i)
        if (bytes[i] != poison[i % poison.size()]) return false;
    return true;
}

}  // namespace

bool WorkloadBuffers::untouched(std::string_view name, std::span<const std::byte> now,
                                std::size_t from, std::size_t bytes) const {
    const Buffer& there = buffer(name);
    if (there.content.empty()) return holds_poison(now, from, bytes, there.poison);
    return std::ranges::equal(now.subspan(from, bytes),
                              std::span(there.content).subspan(from, bytes));
}

// Hashes pay for a device with its own memory; a simulator's hashes take too long.
bool WorkloadBuffers::is_best_hashed() {
    return setup_.has_own_memory && buffer_hash_.is_quick(setup_.queue);
}

// Small buffers without fast hashes are read as a whole: their hash is 0.
std::uint64_t WorkloadBuffers::hash_of(const GuardedBuffer& there) {
    constexpr std::size_t large = std::size_t{1} << 20U;
    const bool is_hashed = there.bytes() < large ? is_best_hashed() : buffer_hash_.works();
    return is_hashed ? buffer_hash_.of(setup_.queue, there.buffer(), there.bytes()) : 0;
}

void WorkloadBuffers::hash_zones(std::span<GuardedBuffer* const> written) {
    if (written.empty() || !is_best_hashed()) return;
    std::vector<BufferHash::Region> zones;
    for (const GuardedBuffer* each : written)
        std::ranges::copy(each->zones(), std::back_inserter(zones));
    const auto hashes = buffer_hash_.of(setup_.queue, zones);
    for (std::size_t i = 0; i < written.size(); ++i)
        written[i]->set_zone_hashes({hashes[2 * i], hashes[2 * i + 1]});
}

// The first byte that differs from `content`, which has this hash; 0: unknown.
std::optional<std::size_t> WorkloadBuffers::changed(const GuardedBuffer& there, std::uint64_t hash,
                                                    std::span<const std::byte> content) {
    if (hash != 0 && hash_of(there) == hash) return {};
    return there.changed(setup_.queue, content);
}

// Compares guard zones, inputs and hone's own buffers in one pass; returns false if a hash is
// unknown. The inputs have the content of `inputs`.
bool WorkloadBuffers::is_intact_by_hashes(std::size_t set, const WorkloadBuffers& inputs) {
    std::vector<BufferHash::Region> regions;
    std::vector<std::uint64_t> known;
    for (const Buffer& each : all_) {
        const GuardedBuffer& there = each.sets[set];
        const auto& hashes = there.zone_hashes();
        if (!hashes) return false;
        std::ranges::copy(there.zones(), std::back_inserter(regions));
        std::ranges::copy(*hashes, std::back_inserter(known));
        if (each.pristine.get()) {
            regions.push_back({each.pristine, 0, each.content.size()});
            known.push_back(each.pristine_hash);
        }
        if (!each.is_kept()) continue;
        const std::uint64_t hash = inputs.buffer(each.name).hash;
        if (hash == 0) return false;
        regions.push_back({there.buffer(), 0, there.bytes()});
        known.push_back(hash);
    }
    if (const auto words = guard_words_.on_device()) {
        if (!words_hash_)
            words_hash_ = buffer_hash_.of(setup_.queue, std::span(&*words, 1)).front();
        regions.push_back(*words);
        known.push_back(*words_hash_);
    }
    return buffer_hash_.of(setup_.queue, regions) == known;
}

// Restores hone's own buffers, from which zones and inputs are written before each run. If a kernel
// had written to them, all later runs would fail. Returns whether one had.
bool WorkloadBuffers::mend_own() {
    bool mended = guard_words_.mend(setup_.queue);
    for (const Buffer& each : all_) {
        if (!each.pristine.get()) continue;
        Bytes found(each.content.size());
        read_in_pieces(setup_.queue, each.pristine, 0, found);
        if (found == each.content) continue;
        write_in_pieces(setup_.queue, each.pristine, 0, each.content);
        mended = true;
    }
    return mended;
}

Comparison WorkloadBuffers::check_intact(std::size_t set, const WorkloadBuffers& inputs) {
    from_images(set);
    if (is_intact_by_hashes(set, inputs)) return {};
    if (setup_.has_own_memory && mend_own()) {
        Comparison spoiled = failure("memory of hone", "a write outside of all buffers");
        spoiled.is_memory_spoiled = true;
        return spoiled;
    }
    for (const Buffer& each : all_) {
        const GuardedBuffer& there = each.sets[set];
        if (const auto byte = there.broken(setup_.queue)) {
            return failure(element_name(each.name, *each.element, *byte),
                           "a write outside of the buffer");
        }
        if (!each.is_kept()) continue;
        const Buffer& wanted = inputs.buffer(each.name);
        if (const auto byte = changed(there, wanted.hash, wanted.content)) {
            there.write(setup_.queue, each.content);  // for the next config
            to_image(each, set);
            return failure(
                element_name(each.name, *each.element, static_cast<std::ptrdiff_t>(*byte)),
                "an input was overwritten");
        }
    }
    return {};
}

const std::vector<Bytes>& WorkloadBuffers::keep_outputs(std::size_t set) {
    read_outputs(set, kept_outputs_);
    for (Buffer& each : all_) {
        if (each.role == Role::output) each.hash = hash_of(each.sets[set]);
        each.checked_poison = each.poison;
    }
    return kept_outputs_;
}

// The first byte of a result that differs from the kept one. Elements that neither run has written,
// such as those between rows, hold the poison of their run; then `all_written` becomes false.
std::optional<std::size_t> WorkloadBuffers::changed_result(const Buffer& each, std::size_t set,
                                                           std::span<const std::byte> before,
                                                           bool& all_written) {
    const auto first = changed(each.sets[set], each.hash, before);
    if (!first || !each.content.empty()) return first;
    const Bytes now = each.sets[set].read(setup_.queue);
    const std::size_t size = each.element->bytes;
    for (std::size_t at = *first / size * size; at < now.size(); at += size) {
        const bool same = std::equal(&before[at], &before[at] + size, &now[at]);
        const bool unwritten = holds_poison(before, at, size, each.checked_poison) &&
                               holds_poison(now, at, size, each.poison);
        if (!same && !unwritten) return at;
        all_written &= same;
    }
    return std::nullopt;
}

WorkloadBuffers::Repeat WorkloadBuffers::check_repeat(std::size_t set) {
    from_images(set);
    std::size_t output = 0;
    Repeat found;
    for (const Buffer& each : all_) {
        if (each.role != Role::output) continue;
        if (const auto byte =
                changed_result(each, set, kept_outputs_.at(output++), found.all_written)) {
            found.comparison =
                failure(element_name(each.name, *each.element, static_cast<std::ptrdiff_t>(*byte)),
                        "a second run gave another result");
            break;
        }
    }
    return found;
}

void WorkloadBuffers::perturb_outputs() {
    std::size_t output = 0;
    for (Buffer& each : all_)
        if (each.role == Role::output) perturb(each, kept_outputs_.at(output++));
}

// Changes the last digits of written numbers in the middle, since a kernel that tests for a
// finished result may read only the first element. Integers and NaN have no digit within the error
// bound.
void WorkloadBuffers::perturb(Buffer& each, const Bytes& result) const {
    constexpr std::size_t most = 1024;
    constexpr std::byte digit{2};
    const std::size_t size = each.element->bytes;
    const std::size_t all = result.size() / size;
    if (all < 2 || each.element->is_integer() || !each.content.empty() || !each.images.empty())
        return;
    const std::size_t count = std::min(most, all - 1);
    const std::size_t first = (all - count + 1) / 2;
    each.perturbed_from = first * size;
    const auto there = std::span(result).subspan(each.perturbed_from, count * size);
    each.perturbed.assign(there.begin(), there.end());
    for (std::size_t at = 0; at < each.perturbed.size(); at += size)
        if (std::isfinite(each.element->read(&each.perturbed[at])) &&
            !holds_poison(result, each.perturbed_from + at, size, each.poison))
            each.perturbed[at] ^= digit;
    setup_.queue.enqueueWriteBuffer(each.sets.front().buffer(), CL_FALSE, each.perturbed_from,
                                    each.perturbed.size(), each.perturbed.data());
}

Comparison WorkloadBuffers::check_perturbed() const {
    std::size_t output = 0;
    for (const Buffer& each : all_) {
        if (each.role != Role::output) continue;
        const Bytes& result = kept_outputs_.at(output++);
        if (each.perturbed.empty()) continue;
        if (Comparison found = check_perturbed(each, result); !found.passed) return found;
    }
    return {};
}

// A result that differs in each run may match some perturbed elements by chance.
Comparison WorkloadBuffers::check_perturbed(const Buffer& each, const Bytes& result) const {
    constexpr std::size_t enough = 64;
    const std::size_t size = each.element->bytes;
    Bytes now(each.perturbed.size());
    setup_.queue.enqueueReadBuffer(each.sets.front().buffer(), CL_TRUE, each.perturbed_from,
                                   now.size(), now.data());
    const auto changed_at = [&](std::size_t at) {
        return each.perturbed[at] != result[each.perturbed_from + at];
    };
    std::size_t changed = 0;
    std::vector<std::size_t> left;
    for (std::size_t at = 0; at < now.size(); at += size) {
        if (!changed_at(at)) continue;
        ++changed;
        if (std::equal(&now[at], &now[at] + size, &each.perturbed[at])) left.push_back(at);
    }
    if (changed < enough || 4 * left.size() < 3 * changed) return {};
    const auto byte = static_cast<std::ptrdiff_t>(each.perturbed_from + left.front());
    return failure(element_name(each.name, *each.element, byte),
                   "another run on the result writes nothing there");
}

}  // namespace hone
