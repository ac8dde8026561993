// SPDX-License-Identifier: MIT
// Values keep their bits: if a decimal cannot represent a value exactly, integers of the same bytes
// are declared.
#include "tuner/capture/space_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

#include "reports/text/quantity.hpp"
#include "spaces/base/c_words.hpp"
#include "spaces/base/number_types.hpp"
#include "spaces/space/known_names.hpp"
#include "tuner/catalog/values_around.hpp"
#include "tuner/trace/launch_name.hpp"

namespace hone {
namespace {

constexpr std::size_t largest_group = 4096;

// The sizes of a work-group that divide the launch: all of them if they are few, else only powers
// of two and the launched size.
std::vector<std::size_t> divisors(std::size_t global, std::size_t launched) {
    constexpr std::size_t most = 24;
    std::vector<std::size_t> all;
    std::vector<std::size_t> few;
    for (std::size_t size = 1; size <= std::min(global, largest_group); ++size) {
        if (global % size != 0) continue;
        all.push_back(size);
        if ((size & (size - 1)) == 0 || size == launched) few.push_back(size);
    }
    return all.size() <= most ? all : few;
}

// A macro with the value 1 is taken for a switch.
std::string proposed_values(const std::string& value) {
    const std::int64_t usual = std::stoll(value);
    return values_around(usual == 1 ? 0 : usual);
}

std::uint64_t word_at(const std::string& bytes, std::size_t at, std::size_t size) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, size);
    return word;
}

// A value as integers of four bytes each, or of one byte.
std::vector<std::uint64_t> words_of(const std::string& bytes) {
    const std::size_t size = bytes.size() % 4 == 0 ? 4 : 1;
    std::vector<std::uint64_t> words;
    for (std::size_t at = 0; at < bytes.size(); at += size)
        words.push_back(word_at(bytes, at, size));
    return words;
}

std::size_t bytes_of_element(const std::string& type) {
    const NumberType* const known = number_type(type);
    return known ? known->bytes : 0;
}

// The type of a buffer's elements: the compiler's type if the buffer is a multiple of its size,
// else integers.
std::string element_type(const TracedArgument& argument) {
    const std::size_t bytes = bytes_of_element(argument.type);
    if (bytes != 0 && argument.size % bytes == 0) return argument.type;
    return argument.size % 4 == 0 ? "uint" : "uchar";
}

std::size_t elements(const TracedArgument& argument) {
    return argument.size / bytes_of_element(element_type(argument));
}

class SpaceText {
  public:
    SpaceText(const CapturedLaunch& captured, const SpaceTextOptions& options)
        : captured_(captured), launch_(captured.launch), options_(options) {
        write_head();
        write_parameters();
        write_constraints();
        write_launch();
        for (std::size_t i = 0; i < launch_.arguments.size(); ++i) write_argument(i);
        write_check();
        write_program_config();
    }

    std::string text;

  private:
    void line(std::string_view content) { text.append(content).append("\n"); }

    std::size_t dimensions() const { return static_cast<std::size_t>(launch_.shape.dimensions); }

    bool is_free() const { return !captured_.fixed; }

    void write_head() {
        line(fmt::format("# {}, captured from a program: {} launches of {}, {} on {}.",
                         launch_.entry, launch_.count, shape_text(launch_.shape),
                         human::time(launch_.total_ns()), launch_.device));
        if (!launch_.shape.has_local()) line("# The program leaves the work-group to the driver.");
        if (captured_.fixed) line(fmt::format("# Its work-group is fixed: {}.", *captured_.fixed));
        if (!captured_.options.opencl.empty())
            line(fmt::format("# hone tune {}.toml --build-options '{}'", captured_.name,
                             captured_.options.opencl));
        line("source = \"kernel.cl\"\n\n[problem]");
        for (std::size_t i = 0; i < dimensions(); ++i)
            line(fmt::format("{} = {}", global_sizes.at(i), launch_.shape.global.at(i)));
    }

    void write_parameters() {
        line("\n[parameters]");
        for (std::size_t i = 0; i < dimensions(); ++i) {
            const std::size_t launched = launch_.shape.local.at(i);
            std::vector<std::size_t> values{launched};
            if (is_free()) {
                values = divisors(launch_.shape.global.at(i), launched);
                values.insert(values.begin(), 0);
            }
            line(fmt::format("{} = [{}]{}", local_parameters.at(i), fmt::join(values, ", "),
                             is_free() && i == 0 ? "  # 0: the driver chooses" : ""));
        }
        for (const DefinedNumber& number : defined_numbers(captured_.text)) {
            const auto named = options_.parameters.find(number.name);
            if (named != options_.parameters.end())
                line(fmt::format("{} = {}  # the program has {}", number.name, named->second,
                                 number.value));
            else
                line(fmt::format("# {} = {}  # the program has {}", number.name,
                                 proposed_values(number.value), number.value));
        }
    }

    void write_constraints() {
        const auto locals =
            fmt::format("{}", fmt::join(local_parameters.begin(),
                                        local_parameters.begin() + dimensions_end(), " * "));
        line("\n[constraints]");
        line(fmt::format("\"the device has such groups\" = \"{} <= device.max_work_group\"",
                         locals));
        if (!is_free()) return;
        for (std::size_t i = 0; i < dimensions(); ++i)
            line(fmt::format("\"whole groups in dimension {0}\" = \"{2} == 0 or {1} % {2} == 0\"",
                             i + 1, global_sizes.at(i), local_parameters.at(i)));
        std::vector<std::string> alike;
        for (std::size_t i = 1; i < dimensions(); ++i)
            alike.push_back(
                fmt::format("({} == 0) == ({} == 0)", local_parameters[0], local_parameters.at(i)));
        if (!alike.empty())
            line(fmt::format("\"the driver chooses all dimensions or none\" = \"{}\"",
                             fmt::join(alike, " and ")));
    }

    std::ptrdiff_t dimensions_end() const { return launch_.shape.dimensions; }

    void write_launch() {
        const auto quoted = [&](const auto& names) {
            return fmt::format(
                "\"{}\"", fmt::join(names.begin(), names.begin() + dimensions_end(), "\", \""));
        };
        line("\n[[launch]]");
        line(fmt::format("entry = \"{}\"", launch_.entry));
        line(fmt::format("local = [{}]", quoted(local_parameters)));
        line(fmt::format("global = [{}]", quoted(global_sizes)));
        if (is_free()) line(fmt::format("driver_local = \"{} == 0\"", local_parameters[0]));
    }

    void write_argument(std::size_t index) {
        using Kind = TracedArgument::Kind;
        const TracedArgument& argument = launch_.arguments[index];
        const std::string name = argument_names(launch_)[index];
        line(fmt::format("\n[[arguments]]\nname = \"{}\"", name));
        if (argument.kind == Kind::value) write_value(argument);
        if (argument.kind == Kind::local)
            line(fmt::format("kind = \"local\"\ntype = \"uchar\"\ncount = {}", argument.size));
        if (argument.kind == Kind::sampler) write_sampler(argument);
        if (!argument.is_memory()) return;
        if (argument.kind == Kind::buffer)
            line(fmt::format("type = \"{}\"\ncount = {}", element_type(argument),
                             elements(argument)));
        else
            write_image(argument);
        line(fmt::format("fill = \"file\"\nfile = \"{}.raw\"", name));
        if (argument.before != argument.after) line("inout = true");
    }

    void write_image(const TracedArgument& image) {
        line(fmt::format("kind = \"image\"\ntype = \"{}\"\nsize = [{}]", image.type,
                         fmt::join(image.extent, ", ")));
        if (image.normalized) line("normalized = true");
    }

    void write_sampler(const TracedArgument& sampler) {
        line(fmt::format("kind = \"sampler\"\naddressing = \"{}\"\nfilter = \"{}\"",
                         sampler.addressing, sampler.filter));
        if (sampler.normalized) line("normalized = true");
    }

    void write_value(const TracedArgument& argument) {
        line("kind = \"scalar\"");
        const std::vector<std::uint64_t> words = words_of(argument.bytes);
        const std::string word = argument.bytes.size() % 4 == 0 ? "uint" : "uchar";
        if (argument.type == "int" && argument.bytes.size() == 4) {
            line(fmt::format("type = \"int\"\nvalue = {}",
                             static_cast<std::int32_t>(words.front())));
            return;
        }
        // As a struct of integers, which keep the bits: a single integer would be rejected if the
        // kernel has a float.
        const std::vector<std::string> types(words.size(), '"' + word + '"');
        line(fmt::format("type = [{}]\nvalue = [{}]{}", fmt::join(types, ", "),
                         fmt::join(words, ", "), note_of(argument)));
    }

    static std::string note_of(const TracedArgument& argument) {
        if (argument.type == "float" && argument.bytes.size() == sizeof(float)) {
            float value = 0;
            std::memcpy(&value, argument.bytes.data(), sizeof value);
            return fmt::format("  # the float {}", value);
        }
        if (argument.type == "double" && argument.bytes.size() == sizeof(double)) {
            double value = 0;
            std::memcpy(&value, argument.bytes.data(), sizeof value);
            return fmt::format("  # the double {}", value);
        }
        return argument.type.empty() ? "" : "  # a " + argument.type;
    }

    void write_check() {
        line(fmt::format("\n[check]\nexpected = \"{}\"\nsizes = []", expected_file));
        line(fmt::format("relative = {}{}", options_.tolerance,
                         options_.tolerance == 0 ? "  # the same bits" : ""));
    }

    // The program's own config: tuning is compared with it, and it is a step of the ladder.
    void write_program_config() {
        line("\n[defaults]");
        for (std::size_t i = 0; i < dimensions(); ++i)
            line(fmt::format("{} = {}", local_parameters.at(i), launch_.shape.local.at(i)));
        std::vector<std::string> values;
        for (std::size_t i = 0; i < dimensions(); ++i)
            values.push_back(
                fmt::format("{} = {}", local_parameters.at(i), launch_.shape.local.at(i)));
        for (const DefinedNumber& number : defined_numbers(captured_.text))
            if (options_.parameters.contains(number.name))
                values.push_back(fmt::format("{} = {}", number.name, number.value));
        line(fmt::format("\n[ladder]\n\"as the program launches it\" = {{ {} }}",
                         fmt::join(values, ", ")));
    }

    const CapturedLaunch& captured_;
    const TracedLaunch& launch_;
    const SpaceTextOptions& options_;
};

bool is_c_name(const std::string& name) {
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
           std::ranges::all_of(name, [](unsigned char letter) { return is_word_letter(letter); });
}

}  // namespace

std::vector<std::string> argument_names(const TracedLaunch& launch) {
    std::vector<std::string> names;
    for (const TracedArgument& argument : launch.arguments) {
        const bool free = is_c_name(argument.name) && std::ranges::count(names, argument.name) == 0;
        names.push_back(free ? argument.name : fmt::format("argument_{}", names.size() + 1));
    }
    return names;
}

std::string space_text(const CapturedLaunch& captured, const SpaceTextOptions& options) {
    return SpaceText(captured, options).text;
}

}  // namespace hone
