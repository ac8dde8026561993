// SPDX-License-Identifier: MIT
// Bytes are made by shifts, so the blob is the same on every machine.
#include "db/model/samples.hpp"

#include <cmath>

#include "db/model/canonical_json.hpp"

namespace hone {
namespace {

constexpr double of_lower = 1e6;    // millionths
constexpr double of_higher = 1e15;  // divided by the figure

}  // namespace

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

Figure figure_of(const std::string& conditions) {
    for (const Setting& condition : settings_of(conditions))
        if (condition.first == "figure")
            return text(condition) == "higher" ? Figure::higher : Figure::lower;
    return Figure::time;
}

std::optional<std::int64_t> sample_of(double figure, Figure kind) {
    constexpr double least = 100;  // a smaller sample has less than two digits
    constexpr double most = 1e18;
    if (!(figure > 0)) return std::nullopt;
    const double sample = kind == Figure::higher ? of_higher / figure : of_lower * figure;
    if (!(sample >= least && sample <= most)) return std::nullopt;
    return std::llround(sample);
}

double figure_from(double sample, Figure kind) {
    return kind == Figure::higher ? of_higher / sample : sample / of_lower;
}

}  // namespace hone
