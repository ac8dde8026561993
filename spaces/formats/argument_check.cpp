// SPDX-License-Identifier: MIT
#include "spaces/formats/argument_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spaces/base/did_you_mean.hpp"
#include "spaces/space/known_names.hpp"

namespace hone::readers {
namespace {

constexpr std::array<std::string_view, 3> channel_counts{"", "2", "4"};
constexpr std::array<std::string_view, 3> not_of_pixels{"long", "ulong", "double"};
constexpr std::array<std::string_view, 4> small{"char", "uchar", "short", "ushort"};

// Checks a table and adds a mistake for each missing entry.
class ArgumentCheck {
  public:
    ArgumentCheck(TomlDocument& document, Location location, const Argument& argument)
        : document_(document), location_(std::move(location)), argument_(argument) {}

    void need(bool is_there, std::string_view what) const {
        if (!is_there)
            document_.add_mistake(location_,
                                  fmt::format("argument '{}' needs {}", argument_.name, what));
    }

    void all(const Space& space) const {
        need(!argument_.name.empty(), "a 'name'");
        need(std::ranges::find(space.arguments, argument_.name, &Argument::name) ==
                 space.arguments.end(),
             "a name that no other argument has");
        if (argument_.kind == Argument::Kind::sampler) return;
        type();
        argument_.kind == Argument::Kind::scalar ? scalar() : memory();
        image();
        fill();
        bounds();
        need(!argument_.is_result() || !reads_parameter(space),
             "a 'count' without parameters, since it is a result");
    }

  private:
    void type() const {
        std::vector<std::string> said = argument_.members;
        if (said.empty()) said.push_back(argument_.type);
        const auto wrong = std::ranges::find_if_not(said, is_element_type);
        if (wrong == said.end()) return;
        const std::string what =
            wrong->empty() ? "" : fmt::format("; '{}' is none{}", *wrong, likely_type(*wrong));
        need(false, "a 'type' of OpenCL C or \"real\", or a list of them for a struct" + what);
    }

    // Only the element of a vector type is compared: "flaot4".
    static std::string likely_type(const std::string& type) {
        return did_you_mean(type.substr(0, type.find_first_of("0123456789")), element_types());
    }

    void scalar() const {
        need(!argument_.value.empty(), "a 'value'");
        need(!argument_.inout, "to be a buffer where it is 'inout'");
    }

    void memory() const {
        if (argument_.kind == Argument::Kind::image)
            need(!argument_.size.empty() && argument_.size.size() <= 3,
                 "a 'size' of 1 to 3 dimensions, such as [\"w\", \"h\"]");
        else
            need(argument_.count.has_value() && argument_.size.empty(), "a 'count' of elements");
    }

    void image() const {
        if (argument_.kind != Argument::Kind::image || !is_element_type(argument_.type)) return;
        const auto digit =
            std::min(argument_.type.find_first_of("0123456789"), argument_.type.size());
        const std::string_view type = std::string_view(argument_.type).substr(0, digit);
        const std::string_view channels = std::string_view(argument_.type).substr(digit);
        need(std::ranges::find(channel_counts, channels) != channel_counts.end() &&
                 std::ranges::find(not_of_pixels, type) == not_of_pixels.end(),
             "a 'type' of pixels: float, half or integers of up to 32 bits, of 1, 2 or 4 channels");
        need(!argument_.normalized || std::ranges::find(small, type) != small.end(),
             "integers of 8 or 16 bits where it is 'normalized'");
    }

    void fill() const {
        using Fill = Argument::Fill;
        const Fill fill = argument_.fill;
        need(fill != Fill::constant || !argument_.value.empty(), "a 'value' to be filled with");
        need((fill == Fill::file) == !argument_.file.empty(),
             "both fill = \"file\" and the name of the 'file'");
        need(!argument_.inout || (fill != Fill::output && fill != Fill::scratch),
             "a 'fill' that it starts with where it is 'inout': random, constant, index, file or "
             "prepared");
    }

    void bounds() const {
        const auto low = argument_.low ? constant_of(argument_.low) : -1.0;
        const auto high = argument_.high ? constant_of(argument_.high) : 1.0;
        need((!low || std::isfinite(*low)) && (!high || std::isfinite(*high)),
             "a 'low' and a 'high' that are finite");
        need(!low || !high || *low <= *high, "a 'low' that is not above its 'high'");
        need(argument_.is_result() || (!argument_.absolute && !argument_.relative),
             "to be an output where it has an error bound");
    }

    bool reads_parameter(const Space& space) const {
        return argument_.count &&
               std::ranges::any_of(argument_.count->names(), [&](const std::string& name) {
                   return space.index_of(name).has_value();
               });
    }

    TomlDocument& document_;
    Location location_;
    const Argument& argument_;
};

}  // namespace

std::optional<double> constant_of(const std::optional<Expression>& expression) {
    if (!expression || !expression->names().empty()) return std::nullopt;
    if (expression->decimal()) return expression->decimal();
    return expression->number(lookup_in(Names{})).real();
}

void check_argument(TomlDocument& document, const Location& location, const Argument& argument,
                    const Space& space) {
    ArgumentCheck(document, location, argument).all(space);
}

}  // namespace hone::readers
