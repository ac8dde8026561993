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

void LoadedPrograms::keep(const Key& key, Owned<cl_program> program) {
    entries_.push_front({key, std::move(program)});
    if (entries_.size() > most_) entries_.pop_back();
}

Owned<cl_program> LoadedPrograms::get(const Key& key, const hone_opencl& opencl, const Load& load) {
    std::unique_lock lock(mutex_);
    loaded_.wait(lock, [&] { return !loading_.contains(key); });
    if (auto known = find(key, opencl)) return known;
    loading_.insert(key);
    lock.unlock();
    Owned<cl_program> program = own<cl_program>(nullptr, opencl.clReleaseProgram);
    const auto done = [&] {
        lock.lock();
        loading_.erase(key);
        loaded_.notify_all();
    };
    try {
        program = load();
    } catch (...) {
        done();
        throw;
    }
    done();
    keep(key, shared(program, opencl));
    return program;
}

void LoadedPrograms::forget() {
    std::list<Entry> gone;  // released without the lock
    const std::lock_guard lock(mutex_);
    gone.swap(entries_);
}

LoadedPrograms& LoadedPrograms::of_process() {
    static LoadedPrograms* const all = std::make_unique<LoadedPrograms>().release();
    return *all;
}

}  // namespace hone::program
