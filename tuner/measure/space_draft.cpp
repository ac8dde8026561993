// SPDX-License-Identifier: MIT
// Sizes are the integers that a kernel takes by value; a work-group is a parameter whose name says
// so.
#include "tuner/measure/space_draft.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <sstream>

#include "kernels/launch/kernel_signature.hpp"
#include "kernels/launch/kernel_source.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "spaces/base/error.hpp"
#include "spaces/space/known_names.hpp"
#include "tuner/catalog/values_around.hpp"

namespace hone {
namespace {

/// A `#define` under an `#ifndef` of its name.
struct DraftParameter {
    std::string name;
    std::string value;
    std::string values = {};  // where its author names them

    std::optional<std::int64_t> number() const {
        std::int64_t read = 0;
        const auto end = std::from_chars(value.data(), value.data() + value.size(), read).ptr;
        if (end != value.data() + value.size()) return std::nullopt;
        return read;
    }
};

std::string first_of(const std::string& list) {
    const std::size_t end = list.find_first_of(",]");
    return list.substr(1, end - 1);
}

// "-DWG=64": what the kernel does not define itself.
std::string defines_of(const NamedValues& named) {
    std::string defines;
    for (const auto& [name, values] : named)
        defines += fmt::format(" -D{}={}", name, first_of(values));
    return defines;
}

std::vector<DraftParameter> parameters_in(const std::string& source, const NamedValues& named) {
    std::vector<DraftParameter> all;
    for (const auto& [name, values] : named) all.push_back({name, first_of(values), values});
    std::istringstream lines(source);
    std::string guarded;
    for (std::string text; std::getline(lines, text);) {
        std::istringstream words(text);
        std::string directive;
        DraftParameter parameter;
        words >> directive >> parameter.name >> parameter.value;
        const bool defines = directive == "#define" && parameter.name == guarded;
        if (defines && parameter.number() && !named.contains(parameter.name))
            all.push_back(parameter);
        guarded = directive == "#ifndef" ? parameter.name : "";
    }
    return all;
}

bool is_integer_type(const std::string& type) {
    constexpr std::array<std::string_view, 9> integers{"int",    "uint", "long",  "ulong", "short",
                                                       "ushort", "char", "uchar", "size_t"};
    return std::ranges::find(integers, type) != integers.end();
}

class Draft {
  public:
    Draft(const std::filesystem::path& kernel, const std::string& source, const NamedValues& named,
          const std::vector<KernelSignature>& all, const KernelSignature& tuned)
        : parameters_(parameters_in(source, named)), named_(named), all_(all), tuned_(tuned) {
        for (const SignatureArgument& argument : tuned.arguments)
            if (is_size(argument)) sizes_.push_back(argument.name);
        if (sizes_.empty()) sizes_.emplace_back("n");
        write_head(kernel);
        write_launch();
        for (const SignatureArgument& argument : tuned.arguments) write_argument(argument);
        write_check();
    }

    std::string text;

  private:
    void line(std::string_view content) { text.append(content).append("\n"); }

    static bool is_size(const SignatureArgument& argument) {
        return argument.place == SignatureArgument::Place::value && is_integer_type(argument.type);
    }

    // The first parameter that is called so, or 64 work-items.
    std::string group() const {
        for (const char* called :
             {"WG", "GROUP", "LOCAL", "BLOCK", "THREADS", "group", "local", "block"})
            for (const DraftParameter& each : parameters_)
                if (each.name.find(called) != each.name.npos) return each.name;
        return "64";
    }

    std::string usual_group() const {
        const auto found = std::ranges::find(parameters_, group(), &DraftParameter::name);
        return found == parameters_.end() ? "64" : found->value;
    }

    std::string elements() const { return fmt::format("{}", fmt::join(sizes_, " * ")); }

    std::string global(const std::string& local) const {
        return fmt::format("ceil_div({}, {}) * {}", elements(), local, local);
    }

    void write_head(const std::filesystem::path& kernel) {
        line(fmt::format("# The space of {}. Lines with 'edit:' are guesses.",
                         kernel.filename().string()));
        line("[problem]");
        const char* usual = sizes_.size() == 1 ? "65536" : "256";
        for (const std::string& size : sizes_)
            line(fmt::format("{} = {}  # edit: the size that matters to you", size, usual));
        line("\n[parameters]");
        for (const DraftParameter& each : parameters_)
            line(each.values.empty()
                     ? fmt::format("{} = {}  # edit: the kernel's own value is {}", each.name,
                                   values_around(*each.number()), each.value)
                     : fmt::format("{} = {}", each.name, each.values));
        if (parameters_.empty())
            line("WG = [32, 64, 128, 256]  # edit: the kernel has no #ifndef NAME, #define NAME 1");
        line("\n[constraints]");
        line(fmt::format("\"the device has such groups\" = \"{} <= device.max_work_group\"",
                         parameters_.empty() ? "WG" : group()));
        line("\n[resources]");
        line(fmt::format("bytes = \"8 * {}\"  # edit: bytes that must move at least; flops, too",
                         elements()));
    }

    void write_launch() {
        const std::string local = parameters_.empty() ? "WG" : group();
        line("\n[[launch]]");
        line(fmt::format("entry = \"{}\"", tuned_.entry));
        line(fmt::format("local = [\"{}\"]  # edit: work-items of a group, 1 to 3 dimensions",
                         local));
        line(fmt::format("global = [\"{}\"]  # edit: all work-items", global(local)));
    }

    void write_argument(const SignatureArgument& argument) {
        using Place = SignatureArgument::Place;
        line("\n[[arguments]]");
        line(fmt::format("name = \"{}\"", argument.name));
        if (argument.place == Place::value) line("kind = \"scalar\"");
        if (argument.place == Place::local) line("kind = \"local\"");
        if (argument.place == Place::image) return write_image(argument);
        if (argument.place == Place::sampler) return write_sampler();
        write_type(argument.type == "size_t" ? "ulong" : argument.type);
        if (is_size(argument))
            line(fmt::format("value = \"{}\"", argument.name));
        else if (argument.place == Place::value)
            line("value = 1  # edit: one number, or a list of them for a vector");
        else if (argument.place == Place::local)
            line(fmt::format("count = \"{}\"  # edit: elements", group()));
        else
            write_buffer(argument);
    }

    void write_image(const SignatureArgument& argument) {
        const std::size_t dimensions = argument.type.starts_with("image1d")   ? 1
                                       : argument.type.starts_with("image3d") ? 3
                                                                              : 2;
        std::vector<std::string> size;
        for (std::size_t i = 0; i < dimensions; ++i)
            size.push_back(sizes_[std::min(i, sizes_.size() - 1)]);
        line(
            "kind = \"image\"\ntype = \"float4\"  # edit: of a pixel; uchar4 with normalized = "
            "true");
        line(fmt::format("size = [\"{}\"]  # edit: pixels", fmt::join(size, "\", \"")));
        if (!argument.is_const) line("fill = \"output\"");
    }

    void write_sampler() {
        line("kind = \"sampler\"\naddressing = \"clamp_to_edge\"  # edit: or repeat, clamp, …");
        line("filter = \"nearest\"  # edit: or linear; normalized = true for its coordinates");
    }

    void write_type(const std::string& type) {
        if (is_element_type(type))
            line(fmt::format("type = \"{}\"", type));
        else
            line(fmt::format("type = [\"float\", \"int\"]  # edit: the members of {}", type));
    }

    void write_buffer(const SignatureArgument& argument) {
        line(fmt::format("count = \"{}\"  # edit: elements", elements()));
        const bool input =
            argument.is_const || argument.place == SignatureArgument::Place::constant;
        if (!input)
            line("fill = \"output\"  # edit: or a fill with inout = true where it is read, too");
        else if (is_integer_type(argument.type))
            line(fmt::format("low = 0  # edit: integers from low to below high\nhigh = \"{}\"",
                             sizes_.front()));
    }

    // Another kernel with the same arguments is a reference; else the kernel's own defaults are.
    const KernelSignature& reference() const {
        const auto same = [&](const KernelSignature& each) {
            return each.entry != tuned_.entry &&
                   std::ranges::equal(each.arguments, tuned_.arguments, {},
                                      &SignatureArgument::type, &SignatureArgument::type);
        };
        const auto found = std::ranges::find_if(all_, same);
        return found == all_.end() ? tuned_ : *found;
    }

    void write_check() {
        line("\n[check]");
        const bool itself = &reference() == &tuned_;
        line(fmt::format(
            "reference = \"{}\"  # built without parameters{}", reference().entry,
            itself ? "; edit: its own defaults judge it until you write a plain kernel" : ""));
        if (!named_.empty()) write_parameters_of_reference();
        line(fmt::format("local = [{}]", usual_group()));
        line(fmt::format("global = [\"{}\"]  # edit: as many work-items as it needs",
                         global(usual_group())));
        line("relative = 1e-5  # edit: how far a result may be off");
    }

    void write_parameters_of_reference() {
        std::vector<std::string> values;
        for (const auto& [name, list] : named_)
            values.push_back(fmt::format("{} = {}", name, first_of(list)));
        line(fmt::format("parameters = {{ {} }}  # it is built with these",
                         fmt::join(values, ", ")));
    }

    std::vector<DraftParameter> parameters_;
    const NamedValues& named_;
    const std::vector<KernelSignature>& all_;
    const KernelSignature& tuned_;
    std::vector<std::string> sizes_;
};

const KernelSignature& chosen(const std::vector<KernelSignature>& all, const std::string& entry,
                              const std::filesystem::path& kernel) {
    std::vector<std::string> known;
    for (const KernelSignature& each : all) {
        if (entry.empty() || each.entry == entry) return each;
        known.push_back(each.entry);
    }
    throw Error(
        Exit::usage,
        fmt::format("{} has no kernel '{}'{}", kernel.string(), entry, did_you_mean(entry, known)),
        fmt::format("its kernels: {}", fmt::join(known, ", ")));
}

}  // namespace

std::string draft_space(const LocalDevice& device, const std::filesystem::path& kernel,
                        const std::string& entry, const NamedValues& named) {
    const std::string source = kernel_source(kernel);
    const std::vector<KernelSignature> all =
        kernel_signatures(device.handle, source, defines_of(named));
    return Draft(kernel, source, named, all, chosen(all, entry, kernel)).text;
}

}  // namespace hone
