// SPDX-License-Identifier: MIT
// The content decides the format: .npy by its first bytes, raw by its length, otherwise text; .csv
// is text. The name decides if raw bytes could be text: .txt is text, .raw and .bin are raw.
#include "kernels/inputs/array_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

#include "kernels/inputs/exact_number.hpp"
#include "kernels/inputs/npy.hpp"
#include "spaces/base/error.hpp"
#include "spaces/base/input_file.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_content = std::size_t{1} << 30U;

std::vector<std::string> words_in(const std::string& text) {
    constexpr std::string_view separators = " \t\r\n,;";
    std::vector<std::string> words;
    std::size_t from = text.find_first_not_of(separators);
    while (from != text.npos) {
        const std::size_t end = std::min(text.find_first_of(separators, from), text.size());
        words.push_back(text.substr(from, end - from));
        from = text.find_first_not_of(separators, end);
    }
    return words;
}

// A word of digits with an optional sign; nullopt if it is another word or exceeds 64 bits.
std::optional<WholeNumber> whole_number(std::string_view word) {
    const bool is_negative = word.starts_with('-');
    if (is_negative || word.starts_with('+')) word.remove_prefix(1);
    WholeNumber number{0, is_negative};
    const char* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, number.magnitude);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

std::optional<double> real_number(const std::string& word) {
    char* end = nullptr;
    const double number = std::strtod(word.c_str(), &end);
    return end == word.c_str() + word.size() ? std::optional(number) : std::nullopt;
}

// Returns whether the element's type holds the word's number. Integers keep all digits.
bool put(const Element& element, const std::string& word, const fs::path& file, std::byte* to) {
    if (const auto whole = element.is_integer() ? whole_number(word) : std::nullopt)
        return put_exactly(element, *whole, to);
    if (const auto number = real_number(word)) return put_exactly(element, *number, to);
    throw Error(Exit::usage, fmt::format("{}: '{}' is not a number", file.string(), word));
}

std::vector<Bytes> cut(const std::string& content, const std::vector<ArrayPart>& parts) {
    std::vector<Bytes> pieces;
    const auto* from = reinterpret_cast<const std::byte*>(content.data());
    for (const ArrayPart& part : parts) {
        pieces.emplace_back(from, from + part.bytes());
        from += part.bytes();
    }
    return pieces;
}

bool is_text(std::string_view content) {
    return std::ranges::none_of(content, [](char each) {
        const auto code = static_cast<unsigned char>(each);
        return code == 127 || (code < ' ' && (code < '\t' || code > '\r'));
    });
}

std::vector<Bytes> split(const fs::path& file, const std::vector<std::string>& words,
                         const std::vector<ArrayPart>& parts) {
    std::vector<Bytes> pieces;
    std::size_t next = 0;
    for (const ArrayPart& part : parts) {
        const Element& element = *part.type.element;
        Bytes& piece = pieces.emplace_back(part.bytes());
        const std::size_t wanted = piece.size() / element.bytes;
        const bool last = pieces.size() == parts.size();
        if (words.size() - next < wanted || (last && words.size() - next > wanted)) {
            throw Error(Exit::usage, fmt::format("{} has {} values; '{}' needs {} of them",
                                                 file.string(), words.size(), part.name, wanted));
        }
        for (std::size_t i = 0; i < wanted; ++i) {
            const std::string& word = words[next++];
            if (!put(element, word, file, piece.data() + i * element.bytes))
                throw Error(Exit::usage,
                            fmt::format("{}: {}[{}] is {}, which type {} does not hold",
                                        file.string(), part.name, i, word, element.type));
        }
    }
    return pieces;
}

// Whether the content is text with as many numbers as the arrays have.
bool are_numbers(const std::string& content, const std::vector<ArrayPart>& parts) {
    if (!is_text(content)) return false;
    std::size_t needed = 0;
    for (const ArrayPart& part : parts) needed += part.bytes() / part.type.element->bytes;
    const auto words = words_in(content);
    const auto is_number = [](const std::string& word) { return real_number(word).has_value(); };
    return words.size() == needed && std::ranges::all_of(words, is_number);
}

// Whether the content is raw, if its length is that of raw bytes.
bool is_raw(const std::string& content, const fs::path& file, const std::vector<ArrayPart>& parts) {
    const std::string ending = file.extension().string();
    if (ending == ".csv") return false;
    if (ending == ".raw" || ending == ".bin" || !are_numbers(content, parts)) return true;
    if (ending == ".txt") return false;
    throw Error(Exit::usage,
                fmt::format("{} may be text or raw bytes: it has {} bytes, as its arrays need",
                            file.string(), content.size()),
                "name it .txt or .raw");
}

}  // namespace

std::vector<Bytes> read_arrays(const fs::path& file, const std::vector<ArrayPart>& parts) {
    const Error unreadable(Exit::usage, fmt::format("cannot read {}", file.string()));
    const std::string content = read_input(file, longest_content, unreadable);
    if (is_npy(content) && parts.size() == 1) return {read_npy(content, file, parts.front())};
    std::size_t needed = 0;
    for (const ArrayPart& part : parts) needed += part.bytes();
    const bool raw = content.size() == needed && is_raw(content, file, parts);
    if (!raw && !is_text(content))
        throw Error(Exit::usage, fmt::format("{} has {} bytes; {} are needed", file.string(),
                                             content.size(), needed));
    return raw ? cut(content, parts) : split(file, words_in(content), parts);
}

}  // namespace hone
