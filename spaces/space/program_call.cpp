// SPDX-License-Identifier: MIT
// Words are split before values are inserted, so no value can become two words.
#include "spaces/space/program_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "spaces/language/text_cursor.hpp"

namespace hone {
namespace {

/// Reads words character by character.
class WordReader {
  public:
    explicit WordReader(std::string_view line) : line_(line) {}

    std::vector<std::string> read(std::string& fault) {
        while (at_ < line_.size() && fault_.empty()) step(line_[at_++]);
        end_word();
        fault = fault_;
        return fault_.empty() ? std::move(words_) : std::vector<std::string>{};
    }

  private:
    void step(char c) {
        constexpr std::string_view of_a_shell = "|&;<>()`$";
        if (is_space(c)) return end_word();
        if (c == '\'' || c == '"') return quoted(c);
        if (of_a_shell.find(c) != of_a_shell.npos) return needs_shell(c);
        if (c == '\\' && at_ < line_.size()) c = line_[at_++];
        add(c);
    }

    void quoted(char quote) {
        inside_ = true;
        while (at_ < line_.size() && line_[at_] != quote && fault_.empty()) {
            char c = line_[at_++];
            if (quote == '"' && (c == '$' || c == '`')) return needs_shell(c);
            const bool escaped = quote == '"' && c == '\\' && at_ < line_.size() &&
                                 (line_[at_] == '"' || line_[at_] == '\\');
            if (escaped) c = line_[at_++];
            word_ += c;
        }
        if (at_++ >= line_.size()) fault_ = fmt::format("a {} without its end", quote);
    }

    void needs_shell(char c) {
        fault_ = fmt::format(
            "'{}' means something to a shell, and no shell runs this: put it into '…', or write sh "
            "-c '…'",
            c);
    }

    void add(char c) {
        inside_ = true;
        word_ += c;
    }

    void end_word() {
        if (inside_) words_.push_back(std::move(word_));
        word_.clear();
        inside_ = false;
    }

    std::string_view line_;
    std::size_t at_ = 0;
    std::string word_;
    bool inside_ = false;  // inside a word, which may be empty
    std::vector<std::string> words_;
    std::string fault_;
};

// Calls `text` with each text between names in braces, and `name` with each name.
void walk(std::string_view word, const std::function<void(std::string_view)>& text,
          const std::function<void(std::string_view)>& name) {
    std::size_t begin = 0;
    for (std::size_t open = word.find('{'); open != word.npos; open = word.find('{', open + 1)) {
        std::size_t end = open + 1;
        while (end < word.size() && (is_letter(word[end]) || is_digit(word[end]))) ++end;
        const bool is_name =
            end > open + 1 && is_letter(word[open + 1]) && end < word.size() && word[end] == '}';
        const bool of_shell = open > 0 && word[open - 1] == '$';
        if (!is_name || of_shell) continue;
        text(word.substr(begin, open - begin));
        name(word.substr(open + 1, end - open - 1));
        begin = end + 1;
    }
    text(word.substr(begin));
}

}  // namespace

std::vector<std::string> split_words(std::string_view line, std::string& fault) {
    return WordReader(line).read(fault);
}

std::vector<std::string> names_in(std::string_view word) {
    std::vector<std::string> names;
    walk(
        word, [](std::string_view) {}, [&](std::string_view name) { names.emplace_back(name); });
    return names;
}

std::string written(const Value& value) {
    const auto* number = std::get_if<Number>(&value);
    const bool decimal = number != nullptr && number->exists() && !number->whole();
    return decimal ? fmt::format("{}", number->real()) : text(value);
}

std::vector<std::string> words_with(const ProgramCall& call,
                                    const std::vector<std::pair<std::string, Value>>& values) {
    std::vector<std::string> words;
    for (const std::string& word : call.words) {
        std::string& filled = words.emplace_back();
        walk(
            word, [&](std::string_view text) { filled += text; },
            [&](std::string_view name) {
                const auto value =
                    std::ranges::find(values, name, &std::pair<std::string, Value>::first);
                if (value != values.end()) filled += written(value->second);
            });
    }
    return words;
}

}  // namespace hone
