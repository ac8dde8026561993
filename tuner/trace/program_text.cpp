// SPDX-License-Identifier: MIT
// Reads words and braces, without a parser for C: in doubt it takes the whole text.
#include "tuner/trace/program_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <sstream>

#include "spaces/base/c_words.hpp"
#include "tuner/trace/global_idiom.hpp"
#include "tuner/trace/reachable_text.hpp"

namespace hone {
namespace {

// Splits options as the compiler does: at blanks, except within quotes.
std::vector<std::string> words_of(std::string_view options) {
    std::vector<std::string> words;
    std::string word;
    bool quoted = false;
    for (const char letter : options) {
        if (letter == '"') {
            quoted = !quoted;
        } else if (std::isspace(static_cast<unsigned char>(letter)) != 0 && !quoted) {
            if (!word.empty()) words.push_back(std::move(word));
            word.clear();
        } else if (letter != '\0') {
            word += letter;
        }
    }
    if (!word.empty()) words.push_back(word);
    return words;
}

bool changes_nothing(std::string_view option) {
    return option == "-w" || option == "-g" || option == "-Werror" ||
           option == "-cl-kernel-arg-info" || option.starts_with("-cl-nv-verbose");
}

void add(std::string& options, const std::string& option) {
    options += (options.empty() ? "" : " ") + option;
}

std::string quoted(const std::string& path) {
    return path.find(' ') == path.npos ? path : '"' + path + '"';
}

std::pair<std::string, std::string> define_of(const std::string& word) {
    const std::size_t split = word.find('=');
    if (split == word.npos) return {word, "1"};
    return {word.substr(0, split), word.substr(split + 1)};
}

// The name and number of a line "#define NAME number".
std::optional<DefinedNumber> number_in(const std::string& line) {
    std::istringstream words(line);
    std::string directive;
    std::string rest;
    DefinedNumber found;
    words >> directive;
    if (directive == "#") {
        words >> rest;
        directive += rest;
        rest.clear();
    }
    words >> found.name >> found.value >> rest;
    const bool plain = rest.empty() || rest.starts_with("//") || rest.starts_with("/*");
    const bool digits = !found.value.empty() && found.value.size() < 10 &&
                        std::ranges::all_of(found.value, [](unsigned char letter) {
                            return std::isdigit(letter) != 0;
                        });
    const bool name = std::ranges::all_of(found.name, is_word_letter);
    if (directive == "#define" && name && digits && plain) return found;
    return std::nullopt;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

// How often the text defines or undefines each name.
std::map<std::string, int> definitions_in(const std::vector<std::string>& lines) {
    std::map<std::string, int> counts;
    for (const std::string& line : lines) {
        const std::vector<std::string_view> words = c_words(line);
        const bool directive = line.find('#') < line.find_first_not_of(" \t#");
        if (directive && words.size() > 1 && (words[0] == "define" || words[0] == "undef"))
            ++counts[std::string(words[1])];
    }
    return counts;
}

std::string guarded(const std::string& name, const std::string& definition) {
    return "#ifndef " + name + "\n" + definition + "\n#endif\n";
}

// hone defines these names when it tunes, and programs may use them otherwise.
constexpr std::string_view undefine = "#undef REAL\n#undef F32\n";

constexpr std::array<std::string_view, 20> words_about_groups{"get_local_size",
                                                              "get_local_id",
                                                              "get_local_linear_id",
                                                              "get_enqueued_local_size",
                                                              "get_group_id",
                                                              "get_num_groups",
                                                              "barrier",
                                                              "local",
                                                              "__local",
                                                              "async_work_group_copy",
                                                              "async_work_group_strided_copy",
                                                              "wait_group_events",
                                                              "reqd_work_group_size",
                                                              "get_num_sub_groups",
                                                              "get_sub_group_id",
                                                              "get_sub_group_size",
                                                              "get_max_sub_group_size",
                                                              "asm",
                                                              "__asm__",
                                                              "__asm"};

bool is_about_groups(std::string_view word) {
    return std::ranges::find(words_about_groups, word) != words_about_groups.end() ||
           word.starts_with("sub_group_") || word.starts_with("intel_sub_group_") ||
           word.starts_with("work_group_");
}

// From OpenCL C 2.0 on, the last work-group may be smaller, and get_local_size differs there.
bool has_uniform_groups(const BuildOptions& options) {
    const std::string_view all = options.opencl;
    return all.find("-cl-uniform-work-group-size") != all.npos ||
           all.find("-cl-std=") == all.find("-cl-std=CL1.");
}

}  // namespace

std::string BuildOptions::includes() const {
    std::string options;
    for (const auto& folder : folders) add(options, "-I " + quoted(folder.string()));
    return options;
}

BuildOptions parse_build_options(std::string_view options) {
    BuildOptions parsed;
    std::vector<std::string> opencl;
    const std::vector<std::string> words = words_of(options);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (changes_nothing(word)) continue;
        if (word == "-D" && i + 1 < words.size())
            parsed.defines.push_back(define_of(words[++i]));
        else if (word.starts_with("-D"))
            parsed.defines.push_back(define_of(word.substr(2)));
        else if (word == "-I" && i + 1 < words.size())
            parsed.folders.emplace_back(words[++i]);
        else if (word.starts_with("-I"))
            parsed.folders.emplace_back(word.substr(2));
        else if (word.starts_with("-cl-"))
            opencl.push_back(word);
        else
            add(parsed.other, word);
    }
    std::ranges::sort(opencl);
    for (const std::string& word : opencl) add(parsed.opencl, word);
    return parsed;
}

std::string tunable_text(const std::string& text, const BuildOptions& options) {
    const std::vector<std::string> lines = lines_of(text);
    std::map<std::string, int> definitions = definitions_in(lines);
    std::string tunable(undefine);
    for (const auto& [name, value] : options.defines) {
        tunable += guarded(name, std::string("#define ").append(name).append(" ").append(value));
        ++definitions[name];
    }
    tunable += "#line 1\n";
    for (const std::string& line : lines) {
        const auto number = number_in(line);
        const bool once = number && definitions[number->name] == 1;
        tunable += once ? guarded(number->name, line) : line + '\n';
    }
    return tunable;
}

std::vector<DefinedNumber> defined_numbers(const std::string& tunable) {
    std::vector<DefinedNumber> numbers;
    const std::vector<std::string> lines = lines_of(tunable);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const auto number = number_in(lines[i]);
        if (number && lines[i - 1] == "#ifndef " + number->name) numbers.push_back(*number);
    }
    return numbers;
}

bool includes_files(const std::string& tunable) {
    const auto lines = lines_of(without_comments(tunable));
    return std::ranges::any_of(lines, [](const std::string& line) {
        const std::size_t mark = line.find_first_not_of(" \t");
        if (mark == line.npos || line[mark] != '#') return false;
        const auto words = c_words(line);
        return !words.empty() && words.front() == "include";
    });
}

std::optional<std::string> why_shape_is_fixed(const std::string& tunable, const std::string& entry,
                                              const BuildOptions& options) {
    std::string text = reachable_text(tunable, entry);
    if (has_uniform_groups(options)) text = with_global_ids(text);
    if (includes_files(text)) return "#include";
    for (const std::string_view word : c_words(text))
        if (is_about_groups(word)) return std::string(word);
    return std::nullopt;
}

}  // namespace hone
