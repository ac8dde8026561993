// SPDX-License-Identifier: MIT
// The distance is the number of typing errors between two words: a letter added, dropped, changed,
// or swapped with its neighbor. Long words are cut, so that no input makes this slow.
#include "spaces/base/did_you_mean.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>
#include <vector>

namespace hone {

namespace {

constexpr std::size_t longest = 64;

bool same_letter(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
}

bool swapped(std::string_view a, std::string_view b, std::size_t i, std::size_t j) {
    return i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
}

// Damerau-Levenshtein distance. Only three rows of the table are needed at a time.
std::size_t distance(std::string_view a, std::string_view b) {
    std::array<std::vector<std::size_t>, 3> rows;
    rows.fill(std::vector<std::size_t>(b.size() + 1));
    auto& [before, last, row] = rows;
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::rotate(rows.begin(), rows.begin() + 1, rows.end());
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = last[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
            if (swapped(a, b, i, j)) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

// A third of the letters may differ: 'MGW' is near 'MWG', but 'x' is near no word.
std::size_t tolerance(std::string_view word) {
    return (word.size() + 1) / 3;
}

// A prefix of a word matches that word, even if another word differs by one letter.
std::size_t steps_to(std::string_view known, std::string_view word) {
    const bool begins = word.size() >= 3 && known.starts_with(word);
    return begins ? 0 : distance(word, known.substr(0, longest));
}

}  // namespace

std::string nearest_word(std::string_view word, std::span<const std::string> known) {
    word = word.substr(0, longest);
    std::string best;
    std::size_t least = tolerance(word) + 1;
    for (const auto& candidate : known) {
        const std::size_t steps = steps_to(candidate, word);
        if (steps >= least) continue;
        least = steps;
        best = candidate;
    }
    return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
    const std::string meant = nearest_word(word, known);
    return meant.empty() ? "" : "; did you mean " + meant + "?";
}

}  // namespace hone
