// SPDX-License-Identifier: MIT
// Bytes are made by shifting, so the blob is the same on every machine.
#include "db/model/samples.hpp"

namespace hone {

std::string pack(std::span<const std::int64_t> samples) {
    std::string blob;
    blob.reserve(samples.size() * 8);
    for (const std::int64_t sample : samples)
        for (int shift = 0; shift < 64; shift += 8)
            blob += static_cast<char>(static_cast<std::uint64_t>(sample) >> shift & 0xff);
    return blob;
}

Samples unpack(std::string_view blob) {
    Samples samples(blob.size() / 8);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        std::uint64_t value = 0;
        for (std::size_t byte = 8; byte-- > 0;)
            value = value << 8 | static_cast<unsigned char>(blob[8 * i + byte]);
        samples[i] = static_cast<std::int64_t>(value);
    }
    return samples;
}

}  // namespace hone
