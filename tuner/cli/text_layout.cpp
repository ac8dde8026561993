// SPDX-License-Identifier: MIT
// Lays out prose for a terminal and for troff. A terminal gets lines of 80 columns. troff breaks
// lines itself and only needs marks where paragraphs and examples begin.
#include "tuner/cli/text_layout.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "reports/text/table.hpp"

namespace hone::cli {

namespace {

constexpr std::size_t page_width = 80;

bool is_example(std::string_view line) {
    return line.starts_with(' ');
}

bool is_prose(std::string_view line) {
    return !line.empty() && !is_example(line);
}

// The lines of the text; those of a paragraph are joined.
std::vector<std::string> paragraphs(std::string_view prose) {
    std::vector<std::string> all;
    for (const auto line : split(prose, '\n')) {
        if (!all.empty() && is_prose(all.back()) && is_prose(line))
            all.back().append(" ").append(line);
        else
            all.emplace_back(line);
    }
    return all;
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (auto end = text.find(separator); end != std::string_view::npos;
         end = text.find(separator)) {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    parts.push_back(text);
    return parts;
}

std::vector<std::string> lines(std::string_view paragraph, std::size_t columns) {
    std::vector<std::string> all{""};
    for (const auto word : split(paragraph, ' ')) {
        std::string& line = all.back();
        if (line.empty())
            line = word;
        else if (width(line) + 1 + width(word) <= columns)
            line.append(" ").append(word);
        else
            all.emplace_back(word);
    }
    return all;
}

// A paragraph may have several lines in its source.
std::string wrapped(std::string_view prose) {
    std::string text;
    for (const std::string& line : paragraphs(prose))
        text += fmt::format(
            "{}\n",
            is_example(line) ? line : fmt::format("{}", fmt::join(lines(line, page_width), "\n")));
    text.erase(text.find_last_not_of('\n') + 1);
    return text + '\n';
}

std::string as_troff(std::string_view prose) {
    std::string text;
    bool example = false;
    for (const std::string& paragraph : paragraphs(prose)) {
        const std::string_view line = paragraph;
        if (is_example(line) != example) text += example ? ".fi\n.RE\n" : ".PP\n.RS 4\n.nf\n";
        example = is_example(line);
        const auto words = line.substr(std::min(line.find_first_not_of(' '), line.size()));
        text += words.empty() ? ".PP\n" : troff_text(words) + '\n';
    }
    return example ? text + ".fi\n.RE\n" : text;
}

// Escapes dashes, so that they can be copied and pasted as minus signs, and a dot or quote at the
// start of a line, which would be a command.
std::string troff_text(std::string_view text) {
    std::string safe = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    for (const char letter : text) {
        if (letter == '\\')
            safe += "\\e";
        else if (letter == '-')
            safe += "\\-";
        else
            safe += letter;
    }
    return safe;
}

}  // namespace hone::cli
