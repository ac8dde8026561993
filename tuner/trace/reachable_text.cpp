// SPDX-License-Identifier: MIT
// A block whose head has parentheses is a function. Macros are not expanded: a name in a macro, a
// prototype or a string counts as a call.
#include "tuner/trace/reachable_text.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "spaces/base/c_words.hpp"

namespace hone {
namespace {

/// A function, or the text between two functions.
struct Part {
    std::string_view text;
    std::vector<std::string_view> names;  // words before a parenthesis in the head of a function
    bool is_reached = false;
};

// The position of the brace that closes the one at `open`, or npos.
std::size_t closing_brace(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        if (text[at] == '"') at = end_of_quoted(text, at) - 1;
        if (text[at] == '{') ++depth;
        if (text[at] == '}' && --depth == 0) return at;
    }
    return text.npos;
}

// The position after a directive, whose lines may end in backslashes.
std::size_t end_of_directive(std::string_view text, std::size_t at) {
    std::size_t end = text.find('\n', at);
    while (end != text.npos && end > 0 && text[end - 1] == '\\') end = text.find('\n', end + 1);
    return end == text.npos ? text.size() : end + 1;
}

std::vector<std::string_view> called_names(std::string_view head) {
    std::vector<std::string_view> names;
    for (const std::string_view word : c_words(head)) {
        const auto behind = static_cast<std::size_t>(word.data() - head.data()) + word.size();
        const std::size_t next = head.find_first_not_of(" \t\r\n", behind);
        if (next != head.npos && head[next] == '(') names.push_back(word);
    }
    return names;
}

/// Splits a text; has no parts if its braces do not match.
class Splitter {
  public:
    explicit Splitter(std::string_view text) : text_(text) {
        while (at_ < text_.size() && at_ != text_.npos) step();
        if (at_ == text_.npos) parts.clear();
        if (!parts.empty()) add(start_, text_.size(), {});
    }

    std::vector<Part> parts;

  private:
    void step() {
        if (text_[at_] == '#') {
            head_ = at_ = end_of_directive(text_, at_);
        } else if (text_[at_] == '{') {
            take_block();
        } else if (text_[at_++] == ';') {
            head_ = at_;
        }
    }

    void take_block() {
        const std::size_t close = closing_brace(text_, at_);
        auto names = called_names(text_.substr(head_, at_ - head_));
        at_ = close;
        if (close == text_.npos) return;
        ++at_;
        if (!names.empty()) {
            add(start_, head_, {});
            add(head_, at_, std::move(names));
            start_ = at_;
        }
        head_ = at_;
    }

    void add(std::size_t from, std::size_t to, std::vector<std::string_view> names) {
        const bool is_outside = names.empty();
        parts.push_back({text_.substr(from, to - from), std::move(names), is_outside});
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t start_ = 0;  // of the text that is in no part yet
    std::size_t head_ = 0;   // of the next function's head, if one follows
};

bool reach(std::vector<Part>& parts) {
    std::set<std::string_view> named;
    for (const Part& part : parts)
        if (part.is_reached)
            for (const std::string_view word : c_words(part.text)) named.insert(word);
    bool more = false;
    for (Part& part : parts) {
        const bool is_named = std::ranges::any_of(
            part.names, [&](const std::string_view name) { return named.contains(name); });
        more = more || (is_named && !part.is_reached);
        part.is_reached = part.is_reached || is_named;
    }
    return more;
}

}  // namespace

std::string reachable_text(const std::string& text, std::string_view entry) {
    std::string whole = without_comments(text);
    std::vector<Part> parts = Splitter(whole).parts;
    const auto is_entry = [&](const Part& part) {
        return std::ranges::find(part.names, entry) != part.names.end();
    };
    if (whole.find("##") != whole.npos || std::ranges::none_of(parts, is_entry)) return whole;
    for (Part& part : parts) part.is_reached = part.is_reached || is_entry(part);
    for (bool more = true; more;) more = reach(parts);
    std::string reached;
    for (const Part& part : parts)
        if (part.is_reached) reached += part.text;
    return reached;
}

}  // namespace hone
