// SPDX-License-Identifier: MIT
// `hone export --as header`: numbers the distinct configs, and fills in the text below.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "tuner/cli/export/export_formats.hpp"

namespace hone::cli {
namespace {

std::string identifier(std::string text) {
    for (char& c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return text;
}

// As a string literal of C.
std::string literal(const std::string& text) {
    return nlohmann::json(text).dump();
}

// A table of problems, a table of configs, and a function that finds the nearest problem.
constexpr std::string_view header =
    R"(/* {what} in {precision} on {device}: {count} tuned problems, {few} configs.
   Written by `hone export {what} --as header`; for C and C++. */
#ifndef {name}_h
#define {name}_h

#include <math.h>
#include <stddef.h>

typedef struct {{
    const char* kernel;  /* of hone */
    const char* options; /* for the compiler */
}} {name}_config;

static const {name}_config {name}_configs[] = {{
{configs}}};

static const struct {{
    double sizes[{dimensions}]; /* {words} */
    int config;
}} {name}_problems[] = {{
{problems}}};

/* The config of the nearest tuned problem; distances are sums of |log2| over the sizes. */
static inline const {name}_config* {name}({parameters}) {{
    const double asked[{dimensions}] = {{{words}}};
    size_t nearest = 0;
    double least = HUGE_VAL;
    for (size_t p = 0; p < sizeof {name}_problems / sizeof *{name}_problems; ++p) {{
        double distance = 0;
        for (int d = 0; d < {dimensions}; ++d)
            distance += fabs(log2(asked[d] / {name}_problems[p].sizes[d]));
        if (distance < least) least = distance, nearest = p;
    }}
    return &{name}_configs[{name}_problems[nearest].config];
}}

#endif
)";

/// The rows of both tables.
struct Rows {
    std::vector<std::string> configs;
    std::string problems;
};

Rows rows_of(const ExportSelection& selection, const std::vector<std::size_t>& sizes) {
    Rows rows;
    for (const ExportEntry& entry : selection.entries) {
        const std::string config =
            fmt::format("    {{{}, {}}},\n", literal(selection.version(entry).name),
                        literal(joined(entry.row->config, "-D")));
        const auto row = std::ranges::find(rows.configs, config) - rows.configs.begin();
        if (static_cast<std::size_t>(row) == rows.configs.size()) rows.configs.push_back(config);
        std::vector<std::string> numbers;
        for (const std::size_t i : sizes)
            numbers.push_back(fmt::format("{}", entry.arguments[i].real()));
        rows.problems += fmt::format("    {{{{{}}}, {}}},\n", fmt::join(numbers, ", "), row);
    }
    return rows;
}

}  // namespace

std::string as_header(const ExportSelection& selection, const po::variables_map& /*given*/) {
    const std::string name =
        identifier(fmt::format("hone_{}_{}", selection.what, selection.precision));
    const auto sizes = extents(selection.recipe());
    const Rows rows = rows_of(selection, sizes);
    std::vector<std::string> parameters;
    std::vector<std::string> words;
    for (const std::size_t i : sizes) {
        words.push_back(identifier(selection.recipe().arguments[i].default_value.first));
        parameters.push_back("double " + words.back());
    }
    return fmt::format(
        fmt::runtime(header), fmt::arg("what", selection.what),
        fmt::arg("precision", in_comment(selection.precision)),
        fmt::arg("device", in_comment(selection.device)),
        fmt::arg("count", selection.entries.size()), fmt::arg("few", rows.configs.size()),
        fmt::arg("name", name), fmt::arg("configs", fmt::join(rows.configs, "")),
        fmt::arg("dimensions", sizes.size()), fmt::arg("words", fmt::join(words, ", ")),
        fmt::arg("problems", rows.problems), fmt::arg("parameters", fmt::join(parameters, ", ")));
}

}  // namespace hone::cli
