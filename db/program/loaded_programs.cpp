// SPDX-License-Identifier: MIT
// The lock is not held while a program is loaded, which may take seconds.
#include "db/program/loaded_programs.hpp"

#include <algorithm>

namespace hone::program {
namespace {

Owned<cl_program> shared(const Owned<cl_program>& program, const hone_opencl& opencl) {
    check(opencl.clRetainProgram(program.get()), "clRetainProgram");
    return own(program.get(), opencl.clReleaseProgram);
}

}  // namespace

Owned<cl_program> LoadedPrograms::find(const Key& key, const hone_opencl& opencl) {
    const auto found = std::ranges::find(entries_, key, &Entry::key);
    if (found == entries_.end()) return own<cl_program>(nullptr, opencl.clReleaseProgram);
    entries_.splice(entries_.begin(), entries_, found);
    return shared(found->program, opencl);
}

LoadedPrograms::Entries LoadedPrograms::keep(const Key& key, Owned<cl_program> program) {
    entries_.push_front({key, std::move(program)});
    Entries gone;
    if (entries_.size() > most_) gone.splice(gone.begin(), entries_, std::prev(entries_.end()));
    return gone;
}

// Returns null if this thread must load the program.
Owned<cl_program> LoadedPrograms::find_or_wait(const Key& key, const hone_opencl& opencl,
                                               std::unique_lock<std::mutex>& lock) {
    for (;;) {
        auto known = find(key, opencl);
        const auto found = loading_.find(key);
        if (known || found == loading_.end()) return known;
        const std::shared_ptr<Loading> other = found->second;
        loaded_.wait(lock, [&] { return other->is_over; });
        if (other->failure) std::rethrow_exception(other->failure);
    }
}

void LoadedPrograms::end(const Key& key, std::exception_ptr failure) {
    const auto found = loading_.find(key);
    found->second->is_over = true;
    found->second->failure = std::move(failure);
    loading_.erase(found);
    loaded_.notify_all();
}

Owned<cl_program> LoadedPrograms::get(const Key& key, const hone_opencl& opencl, const Load& load) {
    Entries gone;  // released without the lock
    std::unique_lock lock(mutex_);
    if (auto known = find_or_wait(key, opencl, lock)) return known;
    loading_.emplace(key, std::make_shared<Loading>());
    lock.unlock();
    Owned<cl_program> program = own<cl_program>(nullptr, opencl.clReleaseProgram);
    try {
        program = load();
    } catch (...) {
        lock.lock();
        end(key, std::current_exception());
        throw;
    }
    lock.lock();
    end(key, nullptr);
    gone = keep(key, shared(program, opencl));
    return program;
}

void LoadedPrograms::forget() {
    Entries gone;  // released without the lock
    const std::lock_guard lock(mutex_);
    gone.swap(entries_);
}

LoadedPrograms& LoadedPrograms::of_process() {
    static LoadedPrograms* const all = std::make_unique<LoadedPrograms>().release();
    return *all;
}

}  // namespace hone::program
