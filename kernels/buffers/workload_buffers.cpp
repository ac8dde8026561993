// SPDX-License-Identifier: MIT
// Makes the buffers of a workload, and sets their content before each run.
#include "kernels/buffers/workload_buffers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernels/launch/transfer.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

// The limit of the scratch pool: a part of the device's memory small enough for every problem.
std::size_t most_spare_bytes(const cl::Device& device) {
    constexpr std::size_t most = std::size_t{256} << 20U;
    return std::min<std::size_t>(most, device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() / 32);
}

auto& named(std::string_view name, auto& all) {
    for (auto& each : all)
        if (each.name == name) return each;
    throw Error(Exit::bug, fmt::format("the workload has no buffer '{}'", name));
}

}  // namespace

WorkloadBuffers::WorkloadBuffers(Setup setup)
    : setup_(std::move(setup)),
      buffer_hash_(setup_.context, setup_.device),
      guard_words_(setup_.context, setup_.queue, setup_.has_own_memory),
      spares_(most_spare_bytes(setup_.device)) {}

void WorkloadBuffers::add(std::string name, Role role, const Element& element, std::size_t bytes,
                          Bytes content) {
    Buffer made{};
    made.name = std::move(name);
    made.role = role;
    made.element = &element;
    made.content = std::move(content);
    // Reuses the last plan's buffer if its size fits, otherwise one from the pool.
    const auto old = std::ranges::find(all_, made.name, &Buffer::name);
    if (old != all_.end()) {
        if (old->sets.front().bytes() == bytes)
            made.sets = std::move(old->sets);
        else if (old->role == Role::scratch)
            spares_.keep(old->name, std::move(old->sets));
        all_.erase(old);
    }
    if (made.sets.empty() && role == Role::scratch) made.sets = spares_.take(made.name, bytes);
    add_sets(made, bytes);
    // All sets, since some are timed without a reset before.
    if (made.is_kept() && !made.content.empty())
        for (const GuardedBuffer& each : made.sets) each.write(setup_.queue, made.content);
    if (made.is_kept()) made.hash = hash_of(made.sets.front());
    all_.push_back(std::move(made));
}

// Checked runs use the first set. The others are used only after the config was right there.
void WorkloadBuffers::add_sets(Buffer& made, std::size_t bytes) {
    const std::size_t known = made.sets.size();
    while (made.sets.size() < setup_.sets) {
        made.sets.emplace_back(guard_words_, setup_.context, setup_.queue, bytes, ++made_,
                               made.sets.empty() ? setup_.zones : narrow_zones);
    }
    std::vector<GuardedBuffer*> added;
    for (std::size_t set = known; set < made.sets.size(); ++set) added.push_back(&made.sets[set]);
    hash_zones(added);
}

void WorkloadBuffers::add_images(std::string_view name, const ImageForm& form) {
    Buffer& pixels = buffer(name);
    for (std::size_t set = 0; set < setup_.sets; ++set) {
        pixels.images.emplace_back(setup_.context, form, pixels.name);
        to_image(pixels, set);
    }
}

// Keeps a copy on the device, since copying there before each run is faster than from the host.
void WorkloadBuffers::keep_pristine(std::string_view name) {
    Buffer& kept = buffer(name);
    kept.pristine = cl::Buffer(setup_.context, CL_MEM_READ_WRITE, kept.content.size());
    write_in_pieces(setup_.queue, kept.pristine, 0, kept.content);
    if (is_best_hashed())
        kept.pristine_hash = buffer_hash_.of(setup_.queue, kept.pristine, kept.content.size());
}

void WorkloadBuffers::take_as_input(std::string_view name) {
    Buffer& taken = buffer(name);
    taken.content = taken.sets.front().read(setup_.queue);
    for (std::size_t set = 0; set < taken.sets.size(); ++set) {
        taken.sets[set].write(setup_.queue, taken.content);
        to_image(taken, set);
    }
    taken.hash = hash_of(taken.sets.front());
}

const WorkloadBuffers::Buffer& WorkloadBuffers::buffer(std::string_view name) const {
    return named(name, all_);
}

WorkloadBuffers::Buffer& WorkloadBuffers::buffer(std::string_view name) {
    return named(name, all_);
}

const cl::Buffer& WorkloadBuffers::on_device(std::string_view name, std::size_t set) const {
    return buffer(name).sets[set].buffer();
}

std::size_t WorkloadBuffers::bytes() const {
    std::size_t sum = 0;
    for (const Buffer& each : all_) {
        const std::size_t copies = each.sets.size() + (each.pristine.get() ? 1 : 0);
        sum += copies * each.sets.front().bytes();
    }
    return sum;
}

Bindings WorkloadBuffers::bindings(std::size_t set) const {
    Bindings bound;
    for (const Buffer& each : all_) {
        if (each.images.empty())
            bound.emplace_back(each.name, each.sets[set].buffer());
        else
            bound.emplace_back(each.name, BoundImage{each.images[set].image()});
    }
    return bound;
}

void WorkloadBuffers::reset(std::size_t set, Scratch scratch) {
    for (Buffer& each : all_) {
        GuardedBuffer& there = each.sets[set];
        there.guard(setup_.queue);
        each.perturbed.clear();
        if (each.role == Role::input) continue;
        if (each.role == Role::scratch && scratch == Scratch::as_left) continue;
        if (each.content.empty()) {
            each.poison = poison(*each.element, runs_);
            there.fill(setup_.queue, each.poison);
        } else {
            there.write(setup_.queue, each.content);
        }
        to_image(each, set);
    }
    ++runs_;
    std::vector<GuardedBuffer*> written;
    for (Buffer& each : all_) written.push_back(&each.sets[set]);
    hash_zones(written);
    setup_.queue.finish();
}

bool WorkloadBuffers::is_repeatable() const {
    return std::ranges::none_of(all_, [](const Buffer& each) {
        return each.role == Role::output && !each.content.empty() && !each.pristine.get();
    });
}

bool WorkloadBuffers::restores() const {
    return std::ranges::any_of(all_, [](const Buffer& each) { return each.pristine.get(); });
}

void WorkloadBuffers::restore() {
    for (const Buffer& each : all_) {
        if (!each.pristine.get()) continue;
        setup_.queue.enqueueCopyBuffer(each.pristine, each.sets.front().buffer(), 0, 0,
                                       each.content.size());
        to_image(each, 0);
    }
    setup_.queue.finish();
}

void WorkloadBuffers::start_as(const WorkloadBuffers& other) {
    for (const Buffer& each : all_) {
        const Bytes& content = other.content(each.name);
        if (content.empty()) continue;
        each.sets.front().write(setup_.queue, content);
        to_image(each, 0);
    }
    setup_.queue.finish();
}

void WorkloadBuffers::hand_outputs_to(WorkloadBuffers& other) const {
    from_images(0);
    other.reset(0, Scratch::anew);
    for (const Buffer& each : all_) {
        if (each.role != Role::output) continue;
        Buffer& there = other.buffer(each.name);
        there.poison = each.poison;
        there.sets.front().write(setup_.queue, each.sets.front().read(setup_.queue));
        other.to_image(there, 0);
    }
}

std::vector<Bytes> WorkloadBuffers::outputs(std::size_t set) const {
    std::vector<Bytes> all;
    read_outputs(set, all);
    return all;
}

// Existing memory is filled faster than new memory.
void WorkloadBuffers::read_outputs(std::size_t set, std::vector<Bytes>& into) const {
    std::size_t count = 0;
    for (const Buffer& each : all_) {
        if (each.role != Role::output) continue;
        if (into.size() == count) into.emplace_back();
        each.sets[set].read(setup_.queue, into[count++]);
    }
    into.resize(count);
}

void WorkloadBuffers::to_image(const Buffer& pixels, std::size_t set) const {
    if (!pixels.images.empty())
        pixels.images[set].copy_from(setup_.queue, pixels.sets[set].buffer());
}

void WorkloadBuffers::from_images(std::size_t set) const {
    for (const Buffer& each : all_)
        if (!each.images.empty()) each.images[set].copy_to(setup_.queue, each.sets[set].buffer());
    setup_.queue.finish();
}

}  // namespace hone
