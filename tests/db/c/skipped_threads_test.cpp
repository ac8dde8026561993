// SPDX-License-Identifier: MIT
// One thread reads the list of skipped databases while another one reloads the databases: returned
// texts stay valid until hone_close().
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "db/lookup/tuned.h"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// The skipped files and reasons as pointers, as a program in C holds them.
std::vector<const char*> skipped_texts(const hone_tuned* tuned) {
    std::vector<const char*> all;
    for (std::size_t i = 0; i < hone_skipped(tuned); ++i) {
        all.push_back(hone_skipped_file(tuned, i));
        all.push_back(hone_skipped_reason(tuned, i));
    }
    return all;
}

std::vector<std::string> copies(const std::vector<const char*>& texts) {
    std::vector<std::string> all;
    for (const char* text : texts) all.emplace_back(text ? text : "nothing");
    return all;
}

}  // namespace

TEST_CASE("what was skipped is read beside a thread that trusts the databases") {
    const Folder folder;
    std::ofstream(folder / "text.db") << "no database, and a name that needs memory of its own";
    const std::string text = folder / "text.db";
    const std::string missing = folder / "missing, with a name that needs memory of its own.db";
    const std::array<const char*, 2> files{text.c_str(), missing.c_str()};
    hone_tuned* tuned = hone_open_files(files.data(), files.size());
    REQUIRE(tuned);
    const std::vector<const char*> first = skipped_texts(tuned);
    const std::vector<std::string> expected = copies(first);
    REQUIRE(expected.size() == 4);
    CHECK(expected[0] == text);
    CHECK(expected[2] == missing);

    constexpr int rounds = 300;
    std::atomic<bool> done = false;
    std::atomic<int> differing = 0;
    std::atomic<int> reads = 0;
    std::vector<std::thread> readers;
    for (int reader = 0; reader < 2; ++reader)
        readers.emplace_back([&] {
            while (!done || reads < rounds) {
                if (copies(skipped_texts(tuned)) != expected) ++differing;
                if (copies(first) != expected) ++differing;
                ++reads;
            }
        });
    for (int round = 0; round < rounds; ++round) {
        if (hone_trust_databases(tuned) != HONE_OK) ++differing;
        // Reuses freed memory.
        for (const std::string& each : expected) {
            const std::vector<std::string> others(64, std::string(each.size(), 'x'));
            if (copies(first) != expected) ++differing;
        }
    }
    done = true;
    for (std::thread& reader : readers) reader.join();
    CHECK(differing == 0);
    CHECK(copies(first) == expected);
    hone_close(tuned);
}
