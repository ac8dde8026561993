// SPDX-License-Identifier: MIT
// Buffers that are moved in pieces arrive complete, for any division; here the pieces are small.
#include "kernels/launch/transfer.hpp"

#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

Bytes numbered(std::size_t count) {
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 7 + i / 251);
    return bytes;
}

}  // namespace

TEST_CASE("what is moved in pieces arrives whole", "[device]") {
    constexpr std::size_t size = 10'007;
    constexpr std::size_t all = size + 8;
    const WorkloadContext there = test_context();
    const Bytes content = numbered(size);
    for (const std::size_t piece : {1'000U, 10'006U, 10'007U, 20'000U}) {
        for (const std::size_t from : {0U, 3U}) {
            const cl::Buffer buffer(there.context, CL_MEM_READ_WRITE, all);
            there.queue.enqueueFillBuffer(buffer, cl_uchar{0xee}, 0, all);
            write_in_pieces(there.queue, buffer, from, content, piece);
            Bytes expected(all, std::byte{0xee});
            std::ranges::copy(content, expected.begin() + static_cast<std::ptrdiff_t>(from));
            Bytes whole(all);
            there.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, all, whole.data());
            CHECK(whole == expected);
            Bytes back(size);
            read_in_pieces(there.queue, buffer, from, back, piece);
            CHECK(back == content);
        }
    }
}
