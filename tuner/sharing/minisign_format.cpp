// SPDX-License-Identifier: MIT
// Keys and signatures have a few hundred bytes, so only that much of a file is read.
#include "tuner/sharing/minisign_format.hpp"

#include <sodium.h>

#include <fstream>

#include "spaces/base/error.hpp"
#include "spaces/base/input_file.hpp"

namespace hone {
namespace {

constexpr std::size_t most_bytes = 4096;
constexpr int variant = sodium_base64_VARIANT_ORIGINAL;

}  // namespace

std::string base64(const Bytes& bytes) {
    std::string text(sodium_base64_encoded_len(bytes.size(), variant), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), variant);
    text.pop_back();  // the terminating zero
    return text;
}

Bytes bytes_of_base64(std::string_view text, std::size_t count) {
    Bytes bytes(count);
    std::size_t read = 0;
    const bool whole = sodium_base642bin(bytes.data(), bytes.size(), text.data(), text.size(),
                                         nullptr, &read, nullptr, variant) == 0;
    // libsodium reads bytes that are no letters as if they were.
    return whole && read == count && base64(bytes) == text ? bytes : Bytes{};
}

std::vector<std::string> small_file(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return {};
    if (!std::filesystem::is_regular_file(file, error) ||
        std::filesystem::file_size(file, error) > most_bytes)
        throw Error(Exit::usage, file.string() + " is neither a key nor a signature of minisign");
    std::ifstream in = open_input(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        if (line.ends_with('\r')) line.pop_back();
        lines.push_back(line);
    }
    return lines;
}

}  // namespace hone
