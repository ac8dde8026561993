// SPDX-License-Identifier: MIT
// The checks of every run that come before the comparison of its result: guard zones, inputs, and
// whether a second run gives the same.
#include <fmt/format.h>

#include <algorithm>

#include "kernels/workload/poison.hpp"
#include "kernels/workload/workload.hpp"

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

bool Workload::untouched(std::string_view name, std::span<const std::byte> now, std::size_t from,
                         std::size_t bytes) const {
    const Buffer& there = buffer(name);
    if (there.content.empty()) return holds_poison(now, from, bytes, there.poison);
    return std::ranges::equal(now.subspan(from, bytes),
                              std::span(there.content).subspan(from, bytes));
}

Comparison Workload::check(std::size_t set) {
    context_.queue.finish();
    Comparison found = check_intact(set);
    read_outputs(set, last_outputs_);
    for (Buffer& each : buffers_) {
        if (each.role == Role::output) each.hash = hash_of(each.sets[set]);
        each.checked_poison = each.poison;
    }
    return found.passed ? compare_outputs(last_outputs_, set) : found;
}

// Small buffers are read as a whole, and have no hash.
std::uint64_t Workload::hash_of(const GuardedBuffer& there) {
    constexpr std::size_t large = std::size_t{1} << 20U;
    if (there.bytes() < large || !buffer_hash_.works()) return 0;
    return buffer_hash_.of(context_.queue, there.buffer(), there.bytes());
}

// The first byte that differs from `content`, of which the buffer's hash was taken.
std::optional<std::size_t> Workload::changed(const Buffer& each, std::size_t set,
                                             std::span<const std::byte> content) {
    const GuardedBuffer& there = each.sets[set];
    if (each.hash != 0 && hash_of(there) == each.hash) return {};
    return there.changed(context_.queue, content);
}

// The same for a result. Elements that neither run has written, such as those between rows, hold the
// poison of their run.
std::optional<std::size_t> Workload::changed_result(const Buffer& each, std::size_t set,
                                                    std::span<const std::byte> before) {
    const auto first = changed(each, set, before);
    if (!first || !each.content.empty()) return first;
    const Bytes now = each.sets[set].read(context_.queue);
    const std::size_t size = each.element->bytes;
    for (std::size_t at = *first / size * size; at < now.size(); at += size) {
        const bool same = std::equal(&before[at], &before[at] + size, &now[at]);
        const bool unwritten = holds_poison(before, at, size, each.checked_poison) &&
                               holds_poison(now, at, size, each.poison);
        if (!same && !unwritten) return at;
    }
    return std::nullopt;
}

Comparison Workload::check_repeat(std::size_t set) {
    context_.queue.finish();
    from_images(set);
    std::size_t output = 0;
    for (const Buffer& each : buffers_) {
        if (each.role != Role::output) continue;
        if (const auto byte = changed_result(each, set, last_outputs_.at(output++))) {
            return failure(
                element_name(each.name, *each.element, static_cast<std::ptrdiff_t>(*byte)),
                "a second run gave another result");
        }
    }
    return {};
}

std::vector<Bytes> Workload::outputs(std::size_t set) const {
    std::vector<Bytes> all;
    read_outputs(set, all);
    return all;
}

// Memory that is there already is filled sooner than new one.
void Workload::read_outputs(std::size_t set, std::vector<Bytes>& into) const {
    std::size_t count = 0;
    for (const Buffer& each : buffers_) {
        if (each.role != Role::output) continue;
        if (into.size() == count) into.emplace_back();
        each.sets[set].read(context_.queue, into[count++]);
    }
    into.resize(count);
}

void Workload::hash_zones(std::size_t set) {
    if (!context_.has_own_memory || !buffer_hash_.is_quick(context_.queue)) return;
    const auto hashes = buffer_hash_.of(context_.queue, zones_of(set));
    for (std::size_t i = 0; i < buffers_.size(); ++i)
        buffers_[i].sets[set].set_zone_hashes({hashes[2 * i], hashes[2 * i + 1]});
}

std::vector<BufferHash::Region> Workload::zones_of(std::size_t set) const {
    std::vector<BufferHash::Region> zones;
    for (const Buffer& each : buffers_)
        for (const BufferHash::Region& zone : each.sets[set].zones()) zones.push_back(zone);
    return zones;
}

// As far as their hashes tell: false where one is not known.
bool Workload::zones_are_intact(std::size_t set) {
    std::vector<std::uint64_t> known;
    for (const Buffer& each : buffers_) {
        const auto& hashes = each.sets[set].zone_hashes();
        if (!hashes) return false;
        known.insert(known.end(), hashes->begin(), hashes->end());
    }
    return buffer_hash_.of(context_.queue, zones_of(set)) == known;
}

Comparison Workload::check_intact(std::size_t set) {
    from_images(set);
    const bool zones_intact = zones_are_intact(set);
    for (const Buffer& each : buffers_) {
        const GuardedBuffer& there = each.sets[set];
        if (const auto byte = zones_intact ? std::nullopt : there.broken(context_.queue)) {
            return failure(element_name(each.name, *each.element, *byte),
                           "a write outside of the buffer");
        }
        if (each.role != Role::input && each.role != Role::constant) continue;
        if (const auto byte = changed(each, set, each.content)) {
            there.write(context_.queue, each.content);  // for the next config
            to_image(each, set);
            return failure(
                element_name(each.name, *each.element, static_cast<std::ptrdiff_t>(*byte)),
                "an input was overwritten");
        }
    }
    return {};
}

}  // namespace hone
