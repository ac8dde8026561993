// SPDX-License-Identifier: MIT
// A number, followed only by the end of its line.
#include "tuner/power/number_file.hpp"

#include <chrono>
#include <cmath>
#include <fstream>

namespace hone {

std::optional<double> number_in(const std::filesystem::path& file) {
    std::ifstream stream(file);
    double number = 0;
    if (!(stream >> number) || !std::isfinite(number)) return std::nullopt;
    stream >> std::ws;
    return stream.eof() ? std::optional(number) : std::nullopt;
}

double steady_seconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

}  // namespace hone
