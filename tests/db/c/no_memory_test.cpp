// SPDX-License-Identifier: MIT
// Each allocation fails in turn while a program uses the C interface: each call reports it by its
// status, and none throws or ends the program.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <new>

#include "db/lookup/tuned.h"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

// The number of allocations of this thread before one fails, or all.
constexpr long unlimited = std::numeric_limits<long>::max();
thread_local long allocations_left = unlimited;
thread_local bool fails_for_good = false;

bool may_allocate() {
    if (allocations_left == unlimited) return true;
    if (allocations_left > 0) return --allocations_left >= 0;
    if (!fails_for_good) allocations_left = unlimited;
    return false;
}

template <class Handle>
using Owned = std::unique_ptr<Handle, void (*)(Handle*)>;

// A program's calls; returns whether it got the answer.
bool is_told(const char* file) {
    const Owned<hone_tuned> tuned(hone_open_files(&file, 1), hone_close);
    hone_trust_databases(tuned.get());
    const Owned<hone_device> device(hone_device_new(), hone_device_free);
    hone_device_set_text(device.get(), "name", "a name that needs memory of its own");
    hone_device_set_text(device.get(), "type", "gpu");
    const Owned<hone_problem> problem(hone_problem_new(), hone_problem_free);
    for (const char* extent : {"M", "N", "K"}) hone_problem_set(problem.get(), extent, 256);
    const auto find = [&] {
        return hone_find(tuned.get(), "product", device.get(), "f32", problem.get());
    };
    const hone_kernel* const told = find();
    hone_kernel_setting(told, "TILE");
    hone_skipped_reason(tuned.get(), hone_skipped(tuned.get()));
    hone_set_source(tuned.get(), "product", "a text that needs memory of its own");
    hone_reject(tuned.get(), told);
    hone_kernel_free(tuned.get(), told);
    hone_find_relaxed(tuned.get(), "product", device.get(), "f32", problem.get());
    hone_find_objective(tuned.get(), "product", device.get(), "f32", problem.get(), HONE_ENERGY);
    hone_error_text();
    return hone_kernel_launches(find()) > 0;
}

// Whether every call returns, at any point of failure.
bool survives(const std::filesystem::path& file, bool for_good) {
    constexpr long most = 1'000'000;
    for (long left = 0; left < most; left += 1 + left / 50) {
        fails_for_good = for_good;
        allocations_left = left;
        const bool told = is_told(file.c_str());
        const bool reached = allocations_left == unlimited || allocations_left == 0;
        allocations_left = unlimited;
        if (!reached) return told;
    }
    return false;
}

int status_of(const std::function<bool()>& work) {
    const pid_t child = fork();
    if (child == 0) _exit(work() ? 0 : 1);
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

}  // namespace

// Replace the library's operators in the whole program. GCC 12 reports a mismatch if it inlines one
// of them.
#define NOT_INLINED __attribute__((noinline))
NOT_INLINED void* operator new(std::size_t size) {
    void* const memory = may_allocate() ? std::malloc(size > 0 ? size : 1) : nullptr;
    return memory ? memory : throw std::bad_alloc();
}
NOT_INLINED void* operator new(std::size_t size, const std::nothrow_t& /*nothrow*/) noexcept {
    return may_allocate() ? std::malloc(size > 0 ? size : 1) : nullptr;
}
NOT_INLINED void operator delete(void* memory) noexcept {
    std::free(memory);
}
NOT_INLINED void operator delete(void* memory, std::size_t /*size*/) noexcept {
    std::free(memory);
}
NOT_INLINED void operator delete(void* memory, const std::nothrow_t& /*nothrow*/) noexcept {
    std::free(memory);
}

TEST_CASE("no call of C throws or ends the program, wherever memory ends") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
    }
    for (const bool for_good : {false, true}) {
        CAPTURE(for_good);
        CHECK(status_of([&] { return survives(folder / "a.db", for_good); }) == 0);
    }
}
