// SPDX-License-Identifier: MIT
// A scan for words and brackets, not a parser for C.
#include "kernels/source/kernel_hints.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>
#include <string_view>

#include "spaces/base/c_words.hpp"
#include "spaces/space/known_names.hpp"

namespace hone {
namespace {

constexpr std::size_t most_members = 64;

// The position after the bracket that closes the one at `open`.
std::size_t behind_closing(std::string_view text, std::size_t open, char opens, char closes) {
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        if (text[at] == opens) ++depth;
        if (text[at] == closes && --depth == 0) return at + 1;
    }
    return text.size();
}

std::size_t next_word(std::string_view text, std::string_view word, std::size_t from) {
    for (std::size_t at = text.find(word, from); at != text.npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || !is_word_letter(text[at - 1]);
        if (begins && (end == text.size() || !is_word_letter(text[end]))) return at;
    }
    return text.npos;
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

// The text between the braces of the function with this name.
std::string_view body_of(std::string_view text, std::string_view entry) {
    for (std::size_t at = next_word(text, entry, 0); at != text.npos;
         at = next_word(text, entry, at + 1)) {
        const std::size_t open = skip_blanks(text, at + entry.size());
        if (open == text.size() || text[open] != '(') continue;
        const std::size_t brace = skip_blanks(text, behind_closing(text, open, '(', ')'));
        if (brace == text.size() || text[brace] != '{') continue;
        return text.substr(brace, behind_closing(text, brace, '{', '}') - brace);
    }
    return {};
}

int dimensions_in(std::string_view body) {
    int most = 1;
    for (const std::string_view name : {"get_global_id", "get_group_id", "get_local_id"})
        for (std::size_t at = next_word(body, name, 0); at != body.npos;
             at = next_word(body, name, at + 1)) {
            const std::size_t digit = skip_blanks(body, body.find('(', at) + 1);
            if (digit < body.size() && (body[digit] == '1' || body[digit] == '2'))
                most = std::max(most, body[digit] - '0' + 1);
        }
    return most;
}

// "x[…] = ", "x[…].y = " and the like only write; any other indexed access also reads.
bool is_read(std::string_view body, std::string_view name) {
    for (std::size_t at = next_word(body, name, 0); at != body.npos;
         at = next_word(body, name, at + 1)) {
        std::size_t next = skip_blanks(body, at + name.size());
        if (next == body.size() || body[next] != '[') continue;
        next = skip_blanks(body, behind_closing(body, next, '[', ']'));
        while (next < body.size() && (body[next] == '.' || is_word_letter(body[next]))) ++next;
        next = skip_blanks(body, next);
        if (body.substr(next, 1) != "=" || body.substr(next, 2) == "==") return true;
    }
    return false;
}

// The member types of "float4 a, b[3]"; empty if a space cannot declare them.
std::vector<std::string> types_of(const std::string& declaration) {
    std::istringstream words(declaration);
    std::string type;
    words >> type;
    std::string names;
    std::getline(words, names);
    if (!is_element_type(type) || names.find('*') != names.npos) return {};
    static const std::regex name(R"((\w+)\s*(?:\[\s*(\w+)\s*\])?)");
    std::vector<std::string> list;
    for (std::sregex_iterator each(names.begin(), names.end(), name), end; each != end; ++each) {
        const std::string count = (*each)[2].matched ? (*each)[2].str() : "1";
        const bool is_number =
            count.size() < 3 && std::isdigit(static_cast<unsigned char>(count[0])) != 0;
        if (!is_number) return {};
        list.insert(list.end(), static_cast<std::size_t>(std::stoi(count)), type);
    }
    return list;
}

std::vector<std::string> members_of(const std::string& body) {
    std::vector<std::string> members;
    std::istringstream declarations(body);
    for (std::string each; std::getline(declarations, each, ';');) {
        if (skip_blanks(each, 0) == each.size()) continue;
        const std::vector<std::string> several = types_of(each);
        if (several.empty()) return {};
        members.insert(members.end(), several.begin(), several.end());
    }
    return members.size() > most_members ? std::vector<std::string>{} : members;
}

std::map<std::string, std::vector<std::string>> structs_in(const std::string& text) {
    static const std::regex definition(R"(struct\s*(\w*)\s*\{([^{}]{0,4000})\}\s*(\w*)\s*;)");
    std::map<std::string, std::vector<std::string>> all;
    for (std::sregex_iterator each(text.begin(), text.end(), definition), end; each != end;
         ++each) {
        const std::vector<std::string> members = members_of((*each)[2]);
        for (const int group : {1, 3})
            if (!members.empty() && (*each)[group].length() > 0) all[(*each)[group]] = members;
    }
    return all;
}

}  // namespace

KernelHints kernel_hints(const std::string& source, const std::string& entry,
                         const std::vector<std::string>& arguments) {
    const std::string text = without_comments(source);
    const std::string_view body = body_of(text, entry);
    KernelHints hints{
        .dimensions = dimensions_in(body), .is_read = {}, .structs = structs_in(text)};
    for (const std::string& each : arguments)
        if (is_read(body, each)) hints.is_read.insert(each);
    return hints;
}

}  // namespace hone
