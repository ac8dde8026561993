// SPDX-License-Identifier: MIT
// The integers that a kernel takes by value are sizes; a parameter whose name suggests it is a
// work-group.
#include "tuner/draft/space_draft.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <regex>

#include "kernels/launch/element.hpp"
#include "kernels/launch/kernel_signature.hpp"
#include "kernels/source/kernel_hints.hpp"
#include "kernels/source/kernel_source.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "spaces/base/error.hpp"
#include "spaces/base/number_types.hpp"
#include "spaces/space/known_names.hpp"
#include "tuner/catalog/values_around.hpp"
#include "tuner/draft/draft_parameters.hpp"

namespace hone {
namespace {

bool is_integer_type(const std::string& type) {
    const NumberType* const known = number_type(type);
    return type == "size_t" || (known && !known->is_real);
}

class Draft {
  public:
    Draft(const std::filesystem::path& kernel, const std::string& source, const NamedValues& named,
          const std::vector<KernelSignature>& all, const KernelSignature& tuned)
        : parameters_(parameters_in(source, named)),
          named_(named),
          all_(all),
          tuned_(tuned),
          hints_(hints_of(source, tuned)),
          groups_(groups_in(source)) {
        for (const SignatureArgument& argument : tuned.arguments)
            if (is_size(argument)) sizes_.push_back(argument.name);
        choose_extents();
        choose_groups();
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

    static KernelHints hints_of(const std::string& source, const KernelSignature& tuned) {
        std::vector<std::string> names;
        for (const SignatureArgument& each : tuned.arguments) names.push_back(each.name);
        return kernel_hints(source, tuned.entry, names);
    }

    std::size_t dimensions() const { return static_cast<std::size_t>(hints_.dimensions); }

    // The sizes that determine the number of work-items: in one dimension their product, else one
    // per dimension, with the width first.
    void choose_extents() {
        if (sizes_.empty()) {
            sizes_ = {"n"};
            if (dimensions() > 1) sizes_ = {"w", "h", "d"};
            sizes_.resize(dimensions());
        }
        for (std::size_t i = 0; i < dimensions(); ++i)
            extents_.push_back(sizes_[std::min(i, sizes_.size() - 1)]);
        constexpr std::string_view letters_of_widths = "wWxXcC";
        const bool width_first =
            letters_of_widths.find(extents_.front().front()) != letters_of_widths.npos;
        if (dimensions() == 2 && !width_first) std::swap(extents_[0], extents_[1]);
    }

    // For each dimension, the parameter that get_group_id is multiplied by; empty if there is none.
    std::vector<std::string> groups_in(const std::string& source) const {
        std::vector<std::string> found(dimensions());
        for (std::size_t i = 0; i < found.size(); ++i)
            for (const DraftParameter& each : parameters_) {
                const std::regex product(fmt::format(R"(get_group_id\s*\(\s*{0}\s*\)\s*\*\s*{1}\b|)"
                                                     R"(\b{1}\s*\*\s*get_group_id\s*\(\s*{0}\s*\))",
                                                     i, each.name));
                if (found[i].empty() && std::regex_search(source, product)) found[i] = each.name;
            }
        return found;
    }

    // Otherwise, parameters with a typical name, or numbers of work-items.
    void choose_groups() {
        constexpr std::array<const char*, 3> names{"WG_X", "WG_Y", "WG_Z"};
        constexpr std::array<const char*, 3> numbers{"8", "4", "1"};
        for (const char* called :
             {"WG", "GROUP", "LOCAL", "BLOCK", "THREADS", "group", "local", "block"})
            for (const DraftParameter& each : parameters_)
                if (each.name.find(called) != each.name.npos) take_as_group(each.name);
        const bool none = parameters_.empty();
        if (dimensions() == 1) take_as_group(none ? "WG" : "64");
        for (std::size_t i = 0; i < dimensions(); ++i)
            if (groups_[i].empty()) groups_[i] = none ? names.at(i) : numbers.at(i);
    }

    void take_as_group(const std::string& name) {
        const auto free = std::ranges::find(groups_, std::string());
        if (free != groups_.end() && std::ranges::find(groups_, name) == groups_.end())
            *free = name;
    }

    static bool is_number(const std::string& group) {
        return group.find_first_not_of("0123456789") == group.npos;
    }

    // The total size of one element of each buffer whose element type is known.
    std::size_t bytes_of_elements() const {
        std::size_t sum = 0;
        for (const SignatureArgument& each : tuned_.arguments) {
            const bool is_buffer = each.place == SignatureArgument::Place::global ||
                                   each.place == SignatureArgument::Place::constant;
            if (is_buffer && is_element_type(each.type))
                sum += element_type(each.type, "f32").bytes();
        }
        return sum;
    }

    std::string usual_group(std::size_t dimension) const {
        const auto found =
            std::ranges::find(parameters_, groups_[dimension], &DraftParameter::name);
        if (found != parameters_.end()) return found->value;
        return dimensions() == 1 ? "64" : "4";
    }

    std::string elements() const {
        return fmt::format("{}", fmt::join(dimensions() == 1 ? sizes_ : extents_, " * "));
    }

    std::string global(std::size_t dimension, const std::string& local) const {
        return fmt::format("ceil_div({}, {}) * {}",
                           dimensions() == 1 ? elements() : extents_[dimension], local, local);
    }

    // A list with the result of `each` for every dimension.
    template <class Each>
    std::string for_dimensions(Each each) const {
        std::vector<std::string> all;
        for (std::size_t i = 0; i < dimensions(); ++i) all.push_back(each(i));
        return fmt::format("[{}]", fmt::join(all, ", "));
    }

    void write_head(const std::filesystem::path& kernel) {
        line(fmt::format("# The space of {}. Lines with 'edit:' are guesses.",
                         kernel.filename().string()));
        line("[problem]");
        const bool is_line = dimensions() == 1 && sizes_.size() == 1;
        const char* usual = is_line ? "65536" : dimensions() == 3 ? "64" : "256";
        for (const std::string& size : sizes_)
            line(fmt::format("{} = {}  # edit: the size that matters to you", size, usual));
        line("\n[parameters]");
        for (const DraftParameter& each : parameters_)
            line(each.values.empty()
                     ? fmt::format("{} = {}  # edit: the kernel's own value is {}", each.name,
                                   values_around(*each.number()), each.value)
                     : fmt::format("{} = {}", each.name, each.values));
        if (parameters_.empty()) write_group_parameters();
        if (!std::ranges::all_of(groups_, is_number)) write_constraints();
        line("\n[resources]");
        line(fmt::format("bytes = \"{} * {}\"  # edit: bytes that must move at least; flops, too",
                         std::max<std::size_t>(bytes_of_elements(), 1), elements()));
    }

    void write_constraints() {
        line("\n[constraints]");
        line(fmt::format("\"the device has such groups\" = \"{} <= device.max_work_group\"",
                         fmt::join(groups_, " * ")));
    }

    void write_group_parameters() {
        constexpr std::array<const char*, 3> values{"[8, 16, 32, 64]", "[1, 2, 4, 8]", "[1, 2]"};
        constexpr const char* why = "edit: the kernel has no #ifndef NAME, #define NAME 1";
        if (dimensions() == 1) return line(fmt::format("WG = [32, 64, 128, 256]  # {}", why));
        for (std::size_t i = 0; i < dimensions(); ++i)
            line(fmt::format("{} = {}  # {}", groups_[i], values.at(i), why));
    }

    void write_launch() {
        line("\n[[launch]]");
        line(fmt::format("entry = \"{}\"", tuned_.entry));
        const auto group = [&](std::size_t i) { return fmt::format("\"{}\"", groups_[i]); };
        line(fmt::format("local = {}  # edit: work-items of a group, 1 to 3 dimensions",
                         for_dimensions(group)));
        const auto all = [&](std::size_t i) {
            return fmt::format("\"{}\"", global(i, groups_[i]));
        };
        line(fmt::format("global = {}  # edit: all work-items", for_dimensions(all)));
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
            write_value(argument.type);
        else if (argument.place == Place::local)
            line(fmt::format("count = \"{}\"  # edit: elements", fmt::join(groups_, " * ")));
        else
            write_buffer(argument);
    }

    void write_image(const SignatureArgument& argument) {
        const std::size_t dimensions = argument.type.starts_with("image1d")   ? 1
                                       : argument.type.starts_with("image3d") ? 3
                                                                              : 2;
        std::vector<std::string> size;
        for (std::size_t i = 0; i < dimensions; ++i)
            size.push_back(extents_[std::min(i, extents_.size() - 1)]);
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
        if (is_element_type(type)) return line(fmt::format("type = \"{}\"", type));
        const auto known = hints_.structs.find(without_struct(type));
        if (known == hints_.structs.end())
            return line(
                fmt::format("type = [\"float\", \"int\"]  # edit: the members of {}", type));
        line(fmt::format("type = [\"{}\"]  # the members of {}", fmt::join(known->second, "\", \""),
                         type));
    }

    static std::string without_struct(const std::string& type) {
        constexpr std::string_view word = "struct ";
        return type.starts_with(word) ? type.substr(word.size()) : type;
    }

    void write_value(const std::string& type) {
        if (is_element_type(type))
            line("value = 1  # edit: one number, or a list of them for a vector");
        else
            line("value = 1  # edit: a list of the numbers of all members, in order");
    }

    void write_buffer(const SignatureArgument& argument) {
        line(fmt::format("count = \"{}\"  # edit: elements", elements()));
        const bool input =
            argument.is_const || argument.place == SignatureArgument::Place::constant;
        const bool is_read = hints_.is_read.contains(argument.name);
        if (!input && !is_read)
            return line(
                "fill = \"output\"  # edit: or a fill with inout = true where it is read, too");
        if (!input) line("inout = true  # edit: the text reads it, too");
        if (is_integer_type(argument.type))
            line(fmt::format("low = 0  # edit: integers from low to below high\nhigh = \"{}\"",
                             sizes_.front()));
    }

    // The reference is another kernel with the same arguments, else the kernel itself with its
    // defaults.
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
        line(fmt::format("local = {}",
                         for_dimensions([&](std::size_t i) { return usual_group(i); })));
        const auto all = [&](std::size_t i) {
            return fmt::format("\"{}\"", global(i, usual_group(i)));
        };
        line(fmt::format("global = {}  # edit: as many work-items as it needs",
                         for_dimensions(all)));
        line("relative = 1e-5  # edit: how far a result may be off");
        if (dimensions() > 1 && sizes_.size() > 1)
            line(
                "sizes = []  # edit: without it other sizes are tried, for which the counts must "
                "be right");
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
    KernelHints hints_;
    std::vector<std::string> sizes_;
    std::vector<std::string> extents_;  // for each dimension
    std::vector<std::string> groups_;   // work-items of a group: parameters or numbers
};

const KernelSignature& chosen(const std::vector<KernelSignature>& all, const std::string& entry,
                              const std::filesystem::path& kernel) {
    std::vector<std::string> known;
    for (const KernelSignature& each : all) {
        if (entry.empty() || each.entry == entry) return each;
        known.push_back(each.entry);
    }
    if (all.empty()) throw Error(Exit::usage, fmt::format("{} has no kernel", kernel.string()));
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
