// SPDX-License-Identifier: MIT
// Writes a config's expressions. Everything that the config, the device and the variant of the
// problem fix is computed here; the C code that is left reads only the problem's sizes.
#include "tuner/cli/export/header_plans.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "db/lookup/query_check.hpp"
#include "db/lookup/scalar_type.hpp"
#include "spaces/language/postfix_to_c.hpp"

namespace hone::cli {
namespace {

using lookup::Recipe;

std::string c_name(std::string text) {
    for (char& c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return text;
}

std::string c_string(std::string_view text) {
    std::string literal = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\' || c == '?')
            literal += std::string("\\") + c;
        else if (c == '\n')
            literal += "\\n";
        else if (byte < 0x20 || byte >= 0x7f)
            literal += fmt::format("\\{:03o}", byte);
        else
            literal += c;
    }
    return literal + '"';
}

std::string c_number(double real) {
    return real == std::floor(real) && std::fabs(real) < 1e15 ? fmt::format("{:.1f}", real)
                                                              : fmt::format("{}", real);
}

std::string c_bound(double real) {
    if (std::isinf(real)) return real < 0 ? "-HUGE_VAL" : "HUGE_VAL";
    return c_number(real);
}

std::string c_value(const Setting& setting) {
    if (const auto* word = std::get_if<std::string>(&setting.second)) return c_string(*word);
    return c_number(lookup::value_of(setting).real());
}

bool is_word(const Setting& setting) {
    return std::holds_alternative<std::string>(setting.second);
}

/// The source as an array of lines, since C compilers may limit the length of literals.
std::string source_table(const std::string& name, std::size_t index, std::string_view source) {
    std::string table = fmt::format("static const char* const {}_source_{}[] = {{\n", name, index);
    while (!source.empty()) {
        const std::size_t end = std::min(source.find('\n'), source.size() - 1) + 1;
        table += "    " + c_string(source.substr(0, end)) + ",\n";
        source.remove_prefix(end);
    }
    return table + "};\n\n";
}

/// One config for one variant of the problem, as the text of a C function.
class ConfigWriter {
  public:
    ConfigWriter(const ExportSelection& selection, const ExportEntry& entry,
                 const TunedKernel& kernel, std::string prefix)
        : version_(selection.version(entry)),
          recipe_(version_.recipe),
          row_(entry.row),
          kernel_(kernel),
          device_(selection.catalog.devices[row_.device]),
          prefix_(std::move(prefix)) {
        const auto values = lookup::variable_values(recipe_, row_.parameters, entry.arguments,
                                                    device_, row_.precision);
        for (const Number& value : values) variables_.push_back({value, {}});
        for (std::size_t a = 0; a < recipe_.arguments.size(); ++a) free_unless_variant(a);
        proven_local_memory_ = recipe_.local_memory.value(values).real();
    }

    std::string function(std::size_t index, std::size_t source) const {
        std::string text = fmt::format(
            "static inline int {0}_config_{1}(const {0}_problem* problem, {0}_plan* plan) {{\n"
            "    (void)problem;\n",
            prefix_, index);
        if (!recipe_.loops.empty())
            return text +
                   "    (void)plan;\n    return 0; /* launches in a loop: libhone has them "
                   "*/\n}\n\n";
        for (const Recipe::Condition& condition : recipe_.conditions) text += guard(condition);
        text += local_memory_guard();
        text += fmt::format(
            "    plan->kernel = {};\n    plan->options = {};\n"
            "    plan->source = {}_source_{};\n"
            "    plan->source_lines = (int)(sizeof {}_source_{} / sizeof(const char*));\n",
            c_string(kernel_.kernel), c_string(kernel_.build_options), prefix_, source, prefix_,
            source);
        for (const Recipe::Launch& launch : recipe_.launches) text += add_launch(launch);
        for (const Recipe::Extra& extra : recipe_.extras) text += add_extra(extra);
        return text + fmt::format("    return {}_complete(plan);\n}}\n\n", prefix_);
    }

  private:
    void free_unless_variant(std::size_t argument) {
        if (recipe_.arguments[argument].role == Recipe::Role::variant) return;
        const std::string name = c_name(recipe_.arguments[argument].default_value.first);
        variables_[recipe_.parameters.size() + argument] = {std::nullopt, "problem->" + name};
    }

    std::string c(const Postfix& expression) const { return to_c(expression, variables_, prefix_); }

    std::string guard(const Recipe::Condition& condition) const {
        const std::string holds = c(condition.holds);
        if (holds == "1.0") return {};
        std::string reason = condition.reason;
        std::ranges::replace(reason, '*', ' ');
        return fmt::format("    /* {} */\n    if (!{}_holds({})) return 0;\n", reason, prefix_,
                           holds);
    }

    // A device may report less local memory than it has: what ran there fits.
    std::string local_memory_guard() const {
        if (device_.local_memory <= 0) return {};
        const double most =
            std::max(static_cast<double>(device_.local_memory), proven_local_memory_);
        return fmt::format("    if (!({} <= {})) return 0;\n", c(recipe_.local_memory),
                           c_number(most));
    }

    std::string add_launch(const Recipe::Launch& launch) const {
        const auto shape = [&](const std::vector<Postfix>& sizes) {
            std::vector<std::string> all(3, sizes.empty() ? "0.0" : "1.0");
            for (std::size_t d = 0; d < std::min<std::size_t>(sizes.size(), 3); ++d)
                all[d] = c(sizes[d]);
            return fmt::format("{}", fmt::join(all, ", "));
        };
        const std::string drivers =
            launch.driver_local
                ? fmt::format("{}_holds({}) ? NULL : ", prefix_, c(*launch.driver_local))
                : "";
        std::vector<std::string> names;
        for (const std::string& name : launch.arguments) names.push_back(c_string(name));
        if (names.empty()) names.emplace_back("NULL");  // C has no empty array
        const std::string when =
            launch.when ? fmt::format("{}_holds({})", prefix_, c(*launch.when)) : "1";
        return fmt::format(
            "    if ({0}) {{\n"
            "        static const char* const arguments[] = {{{1}}};\n"
            "        const double local[3] = {{{2}}};\n        const double global[3] = {{{3}}};\n"
            "        if (!{4}_add_launch(plan, {5}, arguments, {6}, {7}, {8}local, global)) return "
            "0;\n"
            "    }}\n",
            when, fmt::join(names, ", "), shape(launch.local), shape(launch.global), prefix_,
            c_string(launch.entry), launch.arguments.size(), launch.global.size(), drivers);
    }

    std::string add_extra(const Recipe::Extra& extra) const {
        const auto* precision = recipe_.precision(row_.precision);
        const std::string type = extra.type == "real" ? precision->real
                                 : is_long(extra)     ? "long"
                                                      : extra.type;
        // Bytes of memory, or the value range of the scalar's type.
        const ScalarType* scalar = extra.kind == "scalar" ? scalar_type(type) : nullptr;
        const double least = scalar ? scalar->least : 1;
        const double end = scalar ? scalar->end : std::numeric_limits<double>::infinity();
        return fmt::format("    if (!{}_add_extra(plan, {}, {}, {}, {}, {}, {})) return 0;\n",
                           prefix_, c_string(extra.kind), c_string(extra.name), c_string(type),
                           c(extra.value), c_bound(least), c_bound(end));
    }

    // Whether the program was built with 64-bit sizes. Another problem does not change that.
    bool is_long(const Recipe::Extra& extra) const {
        return std::ranges::any_of(kernel_.extras, [&](const TunedKernel::Extra& built) {
            return built.name == extra.name && built.type == "long";
        });
    }

    const lookup::KernelVersion& version_;
    const Recipe& recipe_;
    const lookup::TunedRow& row_;
    const TunedKernel& kernel_;
    const Device& device_;
    std::string prefix_;
    std::vector<CVariable> variables_;
    double proven_local_memory_ = 0;
};

/// Collects the parts of a header, one tuned problem after the other.
class PartsWriter {
  public:
    PartsWriter(const ExportSelection& selection, std::string name)
        : selection_(selection), name_(std::move(name)) {}

    HeaderParts write() {
        for (const ExportEntry& entry : selection_.entries)
            collect_arguments(recipe_of(entry), selection_.version(entry).routine);
        add_row_checks();
        for (const ExportEntry& entry : selection_.entries) add(entry);
        return std::move(parts_);
    }

  private:
    const Recipe& recipe_of(const ExportEntry& entry) const {
        return selection_.version(entry).recipe;
    }

    // Checks arguments as libhone does: whole numbers, and leading dimensions within 32 bits.
    void add_check(const Recipe::Argument& argument, const std::string& name,
                   const std::string& routine) {
        const bool rows = routine == "gemm" && (name == "lda" || name == "ldb" || name == "ldc");
        if (is_word(argument.default_value) || (argument.role == Recipe::Role::detail && !rows))
            return;
        const int least = argument.role == Recipe::Role::extent ? 1 : 0;
        constexpr double exact = 9007199254740992.0;  // a double holds all integers up to 2^53
        parts_.checks.push_back(fmt::format("{}_is_whole(problem->{}, {}, {})", name_, name, least,
                                            c_number(rows ? 2147483647.0 : exact)));
    }

    // Checks that no leading dimension is less than a row of its matrix.
    void add_row_checks() {
        const bool is_gemm = std::ranges::any_of(selection_.entries, [&](const ExportEntry& entry) {
            return selection_.version(entry).routine == "gemm";
        });
        if (!is_gemm) return;
        for (const lookup::StoredRows& rows : lookup::gemm_rows) {
            if (!seen_.contains(std::string(rows.leading))) continue;
            const std::string columns =
                rows.transposed.empty()
                    ? fmt::format("problem->{}", rows.columns)
                    : fmt::format("(problem->{} != 0 ? problem->{} : problem->{})", rows.transposed,
                                  rows.columns_transposed, rows.columns);
            parts_.checks.push_back(
                fmt::format("(problem->{0} == 0 || problem->{0} >= {1})", rows.leading, columns));
        }
    }

    void collect_arguments(const Recipe& recipe, const std::string& routine) {
        for (const Recipe::Argument& argument : recipe.arguments) {
            if (!seen_.insert(argument.default_value.first).second) continue;
            arguments_.push_back(argument);
            const std::string name = c_name(argument.default_value.first);
            const bool word = is_word(argument.default_value);
            parts_.arguments.push_back((word ? "const char* " : "double ") + name);
            parts_.defaults.push_back(c_value(argument.default_value));
            if (argument.role == Recipe::Role::extent) parts_.sizes.push_back(name);
            add_check(argument, name, routine);
            if (argument.role == Recipe::Role::variant)
                parts_.variants.push_back(
                    word ? fmt::format("strcmp(problem->{0}, tuned->{0}) == 0", name)
                         : fmt::format("problem->{0} == tuned->{0}", name));
        }
        most(parts_.most_launches, recipe.launches.size());
        most(parts_.most_extras, recipe.extras.size());
    }

    static void most(std::size_t& so_far, std::size_t count) { so_far = std::max(so_far, count); }

    void add(const ExportEntry& entry) {
        const auto kernel = selection_.kernel(entry);
        if (!kernel) return;
        parts_.problems += fmt::format("    {{{{{}}}, {}}},\n", fmt::join(point(entry), ", "),
                                       config_index(entry, *kernel));
    }

    // The problem's arguments as C constants; arguments of other kernels get their defaults.
    std::vector<std::string> point(const ExportEntry& entry) const {
        std::vector<std::string> values;
        for (const Recipe::Argument& argument : arguments_) {
            const auto said =
                std::ranges::find(entry.problem, argument.default_value.first, &Setting::first);
            values.push_back(c_value(said == entry.problem.end() ? argument.default_value : *said));
        }
        return values;
    }

    std::size_t config_index(const ExportEntry& entry, const TunedKernel& kernel) {
        const auto key = std::tuple(entry.row.version, kernel.build_options, entry.row.config_text);
        const auto [known, is_new] = configs_.emplace(key, configs_.size());
        if (is_new) {
            parts_.configs += ConfigWriter(selection_, entry, kernel, name_)
                                  .function(known->second, source_index(entry.row.version));
            parts_.config_count = configs_.size();
        }
        return known->second;
    }

    std::size_t source_index(std::size_t version) {
        const auto [known, is_new] = sources_.emplace(version, sources_.size());
        if (is_new)
            parts_.sources += source_table(name_, known->second,
                                           selection_.catalog.versions[version].source.str());
        return known->second;
    }

    const ExportSelection& selection_;
    std::string name_;
    HeaderParts parts_;
    std::set<std::string> seen_;
    std::vector<Recipe::Argument> arguments_;
    std::map<std::tuple<std::size_t, std::string, std::string>, std::size_t> configs_;
    std::map<std::size_t, std::size_t> sources_;
};

}  // namespace

HeaderParts header_parts(const ExportSelection& selection, const std::string& name) {
    return PartsWriter(selection, name).write();
}

}  // namespace hone::cli
