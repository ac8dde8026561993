// SPDX-License-Identifier: MIT
// Runs the queries of a file in C++ and prints each answer as one line, as answers.c and answers.py
// do. The lines of the file, with tabs between their parts:
//   open FILE...                                  databases for the following lines
//   device FIELD=VALUE...                         the asking device
//   ask WHAT PRECISION REWRITTEN NAME=KIND:VALUE... KIND is i (whole), r (real) or w (word)
//   reject                                        rejects the answer before
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>

#include "db/lookup/tuned.hpp"
#include "db/store/row_fields.hpp"

namespace {

using Parts = std::vector<std::string>;

Parts split(const std::string& line, char separator) {
    Parts parts;
    std::size_t start = 0;
    for (std::size_t end = 0; end != line.npos; start = end + 1)
        parts.push_back(line.substr(start, (end = line.find(separator, start)) - start));
    return parts;
}

/// Sets the fields of a device that a line names.
struct Setter {
    std::map<std::string, std::string, std::less<>> given;

    template <class Field>
    void operator()(std::string_view name, Field& field) {
        const auto found = given.find(name);
        if (found == given.end()) return;
        if constexpr (std::is_same_v<Field, std::string>)
            field = found->second;
        else
            field = static_cast<Field>(std::stoll(found->second));
    }
};

hone::Device device_of(const Parts& parts) {
    Setter setter;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::size_t end = parts[i].find('=');
        setter.given[parts[i].substr(0, end)] = parts[i].substr(end + 1);
    }
    hone::Device device;
    hone::fields(device, setter);
    return device;
}

hone::Settings problem_of(const Parts& parts) {
    hone::Settings problem;
    for (std::size_t i = 4; i < parts.size(); ++i) {
        const std::size_t end = parts[i].find('=');
        const std::string name = parts[i].substr(0, end), value = parts[i].substr(end + 3);
        const char kind = parts[i][end + 1];
        if (kind == 'i') problem.emplace_back(name, std::int64_t{std::stoll(value)});
        if (kind == 'r') problem.emplace_back(name, std::stod(value));
        if (kind == 'w') problem.emplace_back(name, value);
    }
    return problem;
}

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

void print(const hone::TunedKernel::Launch& launch) {
    std::cout << '|' << launch.entry;
    const auto dimensions = static_cast<std::size_t>(launch.dimensions);
    for (std::size_t i = 0; i < dimensions; ++i)
        std::cout << ' ' << launch.local.at(i) << '/' << launch.global.at(i);
    for (const std::string& argument : launch.arguments) std::cout << ' ' << argument;
}

void print(const hone::TunedKernel::Extra& extra) {
    constexpr const char* kinds[] = {"scratch", "local", "scalar"};
    std::cout << '|' << kinds[static_cast<std::size_t>(extra.kind)] << ' ' << extra.name << ' '
              << extra.type << ' ' << extra.bytes << ' ' << number(extra.value);
}

void print(const hone::TunedKernel& kernel) {
    std::cout << text(kernel.match) << '|' << number(kernel.confidence) << '|'
              << number(kernel.expected_ns) << '|' << kernel.kernel << '|' << kernel.routine << '|'
              << kernel.precision << '|' << kernel.reason << '|' << kernel.stale << '|'
              << kernel.rewrite << '|' << kernel.build_options << '|' << kernel.source.size() << '|'
              << kernel.source_path << '|' << hone::joined(kernel.config) << '|'
              << hone::joined(kernel.problem);
    for (const auto& launch : kernel.launches) print(launch);
    for (const auto& extra : kernel.extras) print(extra);
    std::cout << '\n';
}

/// The query, and the answer before.
struct Asker {
    std::optional<hone::Tuned> tuned;
    hone::Device device;
    hone::TunedKernel last;

    void read(const Parts& parts) {
        if (parts[0] == "open") {
            tuned.emplace(std::vector<std::filesystem::path>(parts.begin() + 1, parts.end()));
            return;
        }
        if (parts[0] == "device") {
            device = device_of(parts);
            return;
        }
        if (parts[0] == "ask")
            last = tuned->find(parts[1], device, parts[2], problem_of(parts),
                               parts[3] == "1" ? hone::Rewriting::yes : hone::Rewriting::no);
        else
            last = tuned->reject(last);
        print(last);
    }
};

}  // namespace

int main(int /*count*/, char** words) {
    std::ifstream file(words[1]);
    Asker asker;
    for (std::string line; std::getline(file, line);) asker.read(split(line, '\t'));
    return 0;
}
