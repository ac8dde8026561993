// SPDX-License-Identifier: MIT
// An application that may tune at first use, compiled and linked through pkg-config.
#include <hone/tuner.hpp>

int main() {
    hone::Tuned tuned(std::vector<std::filesystem::path>{});
    tuned.on_miss(hone::tuner(std::chrono::seconds(1)));
    return 0;
}
