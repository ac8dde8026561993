// SPDX-License-Identifier: MIT
// Replaces libFuzzer: passes every file of a corpus to the fuzz target once, so that fixed faults
// stay fixed, with any compiler.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);
/// The initialization of a target, which is optional.
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* count, char*** words);

static std::string content(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

static int replay(const std::filesystem::path& corpus) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
        const auto text = content(entry.path());
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
        ++count;
    }
    return count;
}

int main(int argc, char** argv) {
    if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
    const int count = argc == 2 ? replay(argv[1]) : 0;
    std::printf("%d inputs replayed\n", count);
    return count > 0 ? 0 : 1;
}
