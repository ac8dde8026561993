// SPDX-License-Identifier: MIT
// A recent value is read again if that is fast, or if it is old.
#include "tuner/planning/recently_read.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <memory>

using namespace hone;
using namespace std::chrono_literals;

namespace {

/// Counts the reads, with a simulated clock.
struct Shelf {
    std::chrono::nanoseconds now{};
    std::chrono::nanoseconds reading{};    // the time of a read
    std::chrono::nanoseconds first_use{};  // and of the first use
    int read = 0;
    RecentlyRead<int> recent{[this] {
                                 now += reading;
                                 return std::make_unique<int>(++read);
                             },
                             [this] { return now; }};

    int use() {
        return recent.for_use([this](int value) {
            if (value != used_) now += first_use;
            return used_ = value;
        });
    }

  private:
    int used_ = 0;
};

}  // namespace

TEST_CASE("what is read quickly is read for each use") {
    Shelf shelf;
    shelf.reading = 49ms;
    for (int i = 1; i <= 3; ++i) CHECK(shelf.use() == i);
}

TEST_CASE("what takes long to read is read again when five times as long has passed") {
    Shelf shelf;
    shelf.reading = 300ms;
    CHECK(shelf.use() == 1);
    CHECK(shelf.use() == 1);
    shelf.now += 1499ms;
    CHECK(shelf.use() == 1);
    shelf.now += 1ms;
    CHECK(shelf.use() == 2);
    CHECK(shelf.use() == 2);
}

TEST_CASE("what is made at the first use is a part of the reading") {
    Shelf shelf;
    shelf.reading = 20ms;
    shelf.first_use = 180ms;
    CHECK(shelf.use() == 1);
    shelf.now += 999ms;
    CHECK(shelf.use() == 1);
    shelf.now += 1ms;
    CHECK(shelf.use() == 2);
}
