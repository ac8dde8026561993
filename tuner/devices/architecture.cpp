// SPDX-License-Identifier: MIT
// Reads the table once, and finds an architecture in it; for an unknown one, the closest.
#include "tuner/devices/architecture.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <variant>

#include <toml++/toml.h>

#include "db/device/architecture_id.hpp"
#include "tuner/embedded.hpp"

namespace hone {

namespace {

using Counts = std::vector<std::int64_t>;

/// A member of a struct, and its name in the file.
template <class Struct>
struct Field {
    std::string_view name;
    std::variant<std::int64_t Struct::*, double Struct::*, bool Struct::*, std::string Struct::*,
                 Counts Struct::*>
        member;
};

using A = Architecture;
constexpr std::array architecture_fields{
    Field<A>{"family", &A::family},
    Field<A>{"warp", &A::warp},
    Field<A>{"warps", &A::warps},
    Field<A>{"groups", &A::groups},
    Field<A>{"groups_of_one_warp", &A::groups_of_one_warp},
    Field<A>{"work_group", &A::work_group},
    Field<A>{"barriers", &A::barriers},
    Field<A>{"parts", &A::parts},
    Field<A>{"registers", &A::registers},
    Field<A>{"registers_per_group", &A::registers_per_group},
    Field<A>{"max_registers", &A::max_registers},
    Field<A>{"register_granule", &A::register_granule},
    Field<A>{"register_scope", &A::register_scope},
    Field<A>{"warp_multiple", &A::warp_multiple},
    Field<A>{"coarse_granule", &A::coarse_granule},
    Field<A>{"coarse_at", &A::coarse_at},
    Field<A>{"local_kib", &A::local_kib},
    Field<A>{"local_per_group_kib", &A::local_per_group_kib},
    Field<A>{"local_granule", &A::local_granule},
    Field<A>{"local_reserved", &A::local_reserved},
    Field<A>{"local_sizes_kib", &A::local_sizes_kib},
    Field<A>{"local_of_driver", &A::local_of_driver},
    Field<A>{"local_past_query", &A::local_past_query},
    Field<A>{"private_kib", &A::private_kib},
    Field<A>{"schedulers", &A::schedulers},
    Field<A>{"issue_cycles", &A::issue_cycles},
    Field<A>{"arithmetic_latency", &A::arithmetic_latency},
    Field<A>{"memory_latency", &A::memory_latency},
    Field<A>{"segment", &A::segment},
    Field<A>{"banks", &A::banks},
};

using T = Thresholds;
constexpr std::array threshold_fields{
    Field<T>{"occupancy", &T::occupancy},
    Field<T>{"coalescing", &T::coalescing},
    Field<T>{"bank_conflicts", &T::bank_conflicts},
    Field<T>{"busy_units", &T::busy_units},
    Field<T>{"full_waves", &T::full_waves},
    Field<T>{"spills", &T::spills},
    Field<T>{"roofline", &T::roofline},
};

[[noreturn]] void fault(std::string_view what, std::string_view name) {
    throw std::logic_error("architectures.toml: " + std::string(what) + " '" + std::string(name) +
                           "'");
}

template <class Value>
void assign(Value& to, const toml::node& node, std::string_view name) {
    const auto value = node.value<Value>();
    if (!value) fault("a wrong type of", name);
    to = *value;
}

void assign(Counts& to, const toml::node& node, std::string_view name) {
    const auto* array = node.as_array();
    if (array == nullptr) fault("no array in", name);
    to.clear();
    for (const auto& each : *array) assign(to.emplace_back(), each, name);
}

/// Fills the struct from one table of the file. Any unknown key except `like` is an error.
template <class Struct, std::size_t count>
void fill(Struct& to, const toml::table& table, const std::array<Field<Struct>, count>& fields) {
    for (const auto& [key, node] : table) {
        if (key == "like") continue;
        const auto field = std::ranges::find(fields, key.str(), &Field<Struct>::name);
        if (field == fields.end()) fault("an unknown figure", key.str());
        std::visit([&, &value = node](auto member) { assign(to.*member, value, field->name); },
                   field->member);
    }
}

/// Parsing loses the order of the tables; their line numbers restore it.
std::vector<std::pair<std::string_view, const toml::table*>> in_order(const toml::table& whole) {
    std::vector<std::pair<std::string_view, const toml::table*>> tables;
    for (const auto& [key, node] : whole) tables.emplace_back(key.str(), node.as_table());
    std::ranges::sort(tables, {},
                      [](const auto& entry) { return entry.second->source().begin.line; });
    return tables;
}

const Architecture* named(std::string_view name, const std::vector<Architecture>& all) {
    const auto found = std::ranges::find(all, name, &Architecture::name);
    return found == all.end() ? nullptr : &*found;
}

Architecture read_one(std::string_view name, const toml::table& table,
                      const std::vector<Architecture>& before) {
    Architecture one;
    if (const auto like = table["like"].value<std::string>()) {
        const auto* model = named(*like, before);
        if (model == nullptr) fault("no earlier architecture is named", *like);
        one = *model;
    }
    one.name = name;
    fill(one, table, architecture_fields);
    return one;
}

/// For NVIDIA: the largest known compute capability below the unknown one.
const Architecture* nearest_nvidia(std::string_view name) {
    const auto capability = compute_capability(name);
    const Architecture* nearest = nullptr;
    for (const auto& each : architectures().all)
        if (const auto known = compute_capability(each.name); known > 0 && known <= capability)
            nearest = &each;
    return nearest;
}

/// For AMD: the name with the longest common prefix ("gfx11" of "gfx1109"), at least of the same
/// generation.
const Architecture* nearest_amd(std::string_view name) {
    std::size_t longest = std::string_view("gfx1").size();
    const Architecture* nearest = nullptr;
    for (const auto& each : architectures().all) {
        const auto shared = static_cast<std::size_t>(std::ranges::mismatch(each.name, name).in1 -
                                                     each.name.begin());
        if (each.name.size() == name.size() && shared > longest) {
            longest = shared;
            nearest = &each;
        }
    }
    return nearest;
}

}  // namespace

Architectures read_architectures(std::string_view text) {
    Architectures read;
    const auto whole = toml::parse(text);
    for (const auto& [name, table] : in_order(whole)) {
        if (name == "thresholds")
            fill(read.thresholds, *table, threshold_fields);
        else
            read.all.push_back(read_one(name, *table, read.all));
    }
    return read;
}

const Architectures& architectures() {
    static const Architectures known =
        read_architectures(embedded::tuner::find("devices/architectures.toml"));
    return known;
}

const Thresholds& thresholds() {
    return architectures().thresholds;
}

const Architecture* find_architecture(std::string_view name) {
    if (const auto* known = named(name, architectures().all)) return known;
    if (name.starts_with("sm_")) return nearest_nvidia(name);
    return name.starts_with("gfx") ? nearest_amd(name) : nullptr;
}

const Architecture* architecture_of(const Device& device) {
    return find_architecture(device.architecture);
}

}  // namespace hone
