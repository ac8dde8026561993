// SPDX-License-Identifier: MIT
// A hash detects any change of any byte, for any start and size of its region.
#include "kernels/buffers/buffer_hash.hpp"

#include <algorithm>
#include <set>

#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

/// Bytes on the test's device, and their hashes.
struct Hashed {
    explicit Hashed(std::size_t bytes)
        : queue(test_context().queue),
          hash(test_context().context, test_context().device),
          content(bytes),
          buffer(test_context().context, CL_MEM_READ_WRITE, bytes) {
        for (std::size_t i = 0; i < bytes; ++i) content[i] = static_cast<unsigned char>(i * 7 + 3);
        write();
    }
    void write() const {
        queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, content.size(), content.data());
    }
    std::uint64_t of(std::size_t from, std::size_t bytes) {
        return hash.of(queue, std::vector<BufferHash::Region>{{buffer, from, bytes}}).front();
    }

    cl::CommandQueue queue;
    BufferHash hash;
    std::vector<unsigned char> content;
    cl::Buffer buffer;
};

}  // namespace

TEST_CASE("a hash changes with each byte of its region, and with no other", "[device]") {
    Hashed hashed(100'000);
    REQUIRE(hashed.hash.works());
    struct Part {
        std::size_t from, bytes;
    };
    for (const auto& [from, bytes] : std::vector<Part>{
             {0, 1}, {3, 2}, {1, 63}, {64, 64}, {5, 4099}, {4096, 65'537}, {2, 99'998}}) {
        CAPTURE(from, bytes);
        const std::uint64_t before = hashed.of(from, bytes);
        CHECK(hashed.of(from, bytes) == before);
        for (const std::size_t at : {from, from + bytes / 2, from + bytes - 1}) {
            hashed.content[at] ^= 1U;
            hashed.write();
            CHECK(hashed.of(from, bytes) != before);
            hashed.content[at] ^= 1U;
        }
        for (const std::size_t outside : {from - 1, from + bytes}) {
            if (outside >= hashed.content.size()) continue;
            hashed.content[outside] ^= 1U;
            hashed.write();
            CHECK(hashed.of(from, bytes) == before);
            hashed.content[outside] ^= 1U;
        }
        hashed.write();
    }
}

TEST_CASE("many regions are hashed at once, each as if alone", "[device]") {
    Hashed hashed(10'000);
    REQUIRE(hashed.hash.works());
    std::vector<std::uint64_t> alone;
    std::vector<BufferHash::Region> regions;
    for (std::size_t count = 1; count <= 12; ++count) {
        const std::size_t from = 11 * count;
        alone.push_back(hashed.of(from, 700 * count));
        regions.push_back({hashed.buffer, from, 700 * count});
        // More regions than before, and then fewer.
        CHECK(hashed.hash.of(hashed.queue, regions) == alone);
    }
    CHECK(hashed.of(11, 700) == alone.front());
    CHECK(std::set(alone.begin(), alone.end()).size() == alone.size());
}

TEST_CASE("swapped words are another content", "[device]") {
    Hashed hashed(64);
    REQUIRE(hashed.hash.works());
    const std::uint64_t before = hashed.of(0, 64);
    std::swap_ranges(hashed.content.begin(), hashed.content.begin() + 4,
                     hashed.content.begin() + 32);
    hashed.write();
    CHECK(hashed.of(0, 64) != before);
}
