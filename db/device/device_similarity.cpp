// SPDX-License-Identifier: MIT
// A board is identified by its product name and its number of compute units. The architecture of a
// CPU is its name.
#include "db/device/device_similarity.hpp"

#include <algorithm>
#include <cctype>

namespace hone::lookup {
namespace {

// Words that drivers add or drop between versions: PoCL's CPU names changed from "pthread-" to
// "cpu-".
constexpr std::array<std::string_view, 10> noise_words{
    "nvidia", "amd", "intel", "corporation", "r", "tm", "c", "cpu", "pthread", "gpu"};

void append_word(std::string& name, const std::string& word) {
    if (word.empty() || std::ranges::find(noise_words, word) != noise_words.end()) return;
    if (!name.empty()) name += ' ';
    name += word;
}

bool same_vendor(const Device& a, const Device& b) {
    if (a.vendor_id != 0 && b.vendor_id != 0) return a.vendor_id == b.vendor_id;
    return !a.vendor.empty() && a.vendor == b.vendor;
}

bool same_architecture(const Device& a, const Device& b) {
    return a.type != "cpu" && !a.architecture.empty() && a.architecture == b.architecture;
}

}  // namespace

std::string normalized_name(const Device& device) {
    std::string name;
    std::string word;
    for (const char c : device.board.empty() ? device.name : device.board) {
        const auto letter = static_cast<unsigned char>(c);
        if (std::isalnum(letter) != 0 || c == '.') {
            word += static_cast<char>(std::tolower(letter));
        } else {
            append_word(name, word);
            word.clear();
        }
    }
    append_word(name, word);
    return name;
}

DeviceSimilarity device_similarity(const Device& a, const std::string& name_of_a, const Device& b,
                                   const std::string& name_of_b) {
    if (a.type != b.type) return DeviceSimilarity::none;
    if (!same_vendor(a, b)) return DeviceSimilarity::type;
    const bool same_name = !name_of_a.empty() && name_of_a == name_of_b;
    if (!same_name)
        return same_architecture(a, b) ? DeviceSimilarity::architecture : DeviceSimilarity::vendor;
    if (a.compute_units != b.compute_units) return DeviceSimilarity::architecture;
    const bool same_driver = a.driver == b.driver && a.platform == b.platform;
    return same_driver ? DeviceSimilarity::driver : DeviceSimilarity::board;
}

bool is_same_board(const Device& a, const Device& b) {
    return a.platform == b.platform &&
           device_similarity(a, normalized_name(a), b, normalized_name(b)) >=
               DeviceSimilarity::board;
}

}  // namespace hone::lookup
