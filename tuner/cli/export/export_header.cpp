// SPDX-License-Identifier: MIT
// `hone export --as header`: the frame around the configs, which is the same for every routine.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "db/model/sha256.hpp"
#include "spaces/base/error.hpp"
#include "spaces/language/postfix_to_c.hpp"
#include "spaces/space/known_names.hpp"
#include "tuner/cli/export/export_formats.hpp"
#include "tuner/cli/export/header_plans.hpp"

namespace hone::cli {
namespace {

constexpr std::string_view frame =
    R"(/* {what} in {precision} on {device}: {count} tuned problems, {configs_count} configs.
   Written by `hone export {what} --as header`. It needs neither hone nor any other file:

       {name}_problem problem = {name}_default_problem();
       {name}_plan plan;
       problem.{first_size} = 1000;
       if ({name}(&problem, &plan)) {{
           clCreateProgramWithSource(context, plan.source_lines, (const char**)plan.source, NULL, &status);
           clBuildProgram(program, 1, &device, plan.options, NULL, NULL);
           ... set the arguments of each launch by their names, and enqueue it
       }}

   It is for this device and driver alone. All names begin with {name}: for another device in the same program
   `hone export --prefix NAME` writes a header with others. */
#ifndef {name}_h
#define {name}_h {hash}

#include <math.h>
#include <stddef.h>
#include <string.h>

/* A problem: {words}. */
typedef struct {{
    {members};
}} {name}_problem;

/* One launch; unused dimensions are 1. Where the driver chooses the work-group, local is 0 in each: enqueue NULL. */
typedef struct {{
    const char* entry;
    int argument_count;
    const char* const* arguments; /* by name, in the order of the entry's signature */
    int dimensions;
    size_t local[3], global[3];
}} {name}_launch;

/* An argument that belongs to the way of computing, not to the problem. */
typedef struct {{
    const char* kind; /* "scratch": a buffer, "local": local memory, "scalar" */
    const char* name;
    const char* type; /* of a scalar */
    double value;     /* bytes of a buffer or of local memory; a scalar's value */
}} {name}_extra;

typedef struct {{
    const char* kernel; /* of hone */
    const char* const* source;
    int source_lines;
    const char* options; /* all options for the compiler */
    int launch_count;
    {name}_launch launches[{most_launches}];
    int extra_count;
    {name}_extra extras[{most_extras}];
}} {name}_plan;

{functions}
static inline int {name}_holds(double condition) {{ return !isnan(condition) && condition != 0; }}

/* Whole work-groups that the device can hold; without `local` they are the driver's choice. */
static inline int {name}_add_launch({name}_plan* plan, const char* entry, const char* const* arguments,
                                    int argument_count, int dimensions, const double local[3],
                                    const double global[3]) {{
    static const double most[3] = {{{most_items}}};
    {name}_launch* launch = &plan->launches[plan->launch_count++];
    double items = 1;
    int d;
    launch->entry = entry;
    launch->arguments = arguments;
    launch->argument_count = argument_count;
    launch->dimensions = dimensions;
    for (d = 0; d < 3; ++d) {{
        if (!(global[d] >= 1 && floor(global[d]) == global[d])) return 0;
        launch->global[d] = (size_t)global[d];
        if (!local) continue;
        items *= local[d];
        if (!(local[d] >= 1 && local[d] <= most[d])) return 0;
        if (floor(local[d]) != local[d] || floor(global[d] / local[d]) * local[d] != global[d]) return 0;
        launch->local[d] = (size_t)local[d];
    }}
    return items <= {most_in_group};
}}

static inline int {name}_add_extra({name}_plan* plan, const char* kind, const char* name, const char* type,
                                   double value, double least, double end) {{
    {name}_extra* extra = &plan->extras[plan->extra_count++];
    extra->kind = kind;
    extra->name = name;
    extra->type = type;
    extra->value = value;
    return value >= least && value < end;
}}

static inline int {name}_complete(const {name}_plan* plan) {{ return plan->launch_count > 0; }}

{sources}{configs}static inline {name}_problem {name}_default_problem(void) {{
    const {name}_problem problem = {{{defaults}}};
    return problem;
}}

static inline int {name}_is_whole(double value, double least, double most) {{
    return value >= least && value <= most && floor(value) == value;
}}

/* Whether these are whole numbers, and sizes are at least 1. */
static inline int {name}_is_problem(const {name}_problem* problem) {{
    (void)problem;
    return {checks};
}}

/* Fills in the plan of the config; 0 where one of its constraints does not hold, or an argument is too large
   for its type. */
static inline int {name}_config(int config, const {name}_problem* problem, {name}_plan* plan) {{
    memset(plan, 0, sizeof *plan);
    if (!{name}_is_problem(problem)) return 0;
    switch (config) {{
{cases}    }}
    return 0;
}}

/* The plan of the nearest tuned problem whose config can run this problem; 0 where none can. The distance is
   the sum of |log2| over the sizes. */
static inline int {name}(const {name}_problem* problem, {name}_plan* plan) {{
    static const struct {{
        {name}_problem problem;
        int config;
    }} rows[] = {{
{problems}    }};
    double nearest = HUGE_VAL;
    int best = -1;
    size_t row;
    for (row = 0; row < sizeof rows / sizeof *rows; ++row) {{
        const {name}_problem* tuned = &rows[row].problem;
        const double distance = {distance};
        if ({variants} && distance < nearest && {name}_config(rows[row].config, problem, plan)) {{
            nearest = distance;
            best = rows[row].config;
        }}
    }}
    return best >= 0 && {name}_config(best, problem, plan);
}}

#elif {name}_h != {hash}
#error "two exported headers share the names {name}: write one of them with `hone export --prefix NAME`"
#endif
)";

std::string prefix_of(const ExportSelection& selection, const po::variables_map& given) {
    if (given.count("prefix") != 0) {
        std::string said = word_of(given, "prefix");
        if (is_name(said)) return said;
        throw Error(Exit::usage, fmt::format("--prefix: '{}' is not a name in C", said),
                    "it has letters, digits and _, and begins with a letter");
    }
    std::string name = fmt::format("hone_{}_{}", selection.what, selection.precision);
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return name;
}

constexpr std::string_view hash_placeholder = "HASH_OF_THIS_FILE";

/// Inserts the hash of the text, which distinguishes headers with different content.
std::string with_hash(std::string text) {
    constexpr std::size_t digits = 7;  // fits the integers of every preprocessor
    const std::string hash = "0x" + sha256(text).substr(0, digits);
    for (std::size_t at = text.find(hash_placeholder); at != text.npos;
         at = text.find(hash_placeholder, at))
        text.replace(at, hash_placeholder.size(), hash);
    return text;
}

std::string distance_of(const HeaderParts& parts) {
    std::vector<std::string> terms;
    for (const std::string& size : parts.sizes)
        terms.push_back(fmt::format("fabs(log2(problem->{0} / tuned->{0}))", size));
    return terms.empty() ? "0" : fmt::format("{}", fmt::join(terms, " + "));
}

std::string cases_of(const HeaderParts& parts, const std::string& name) {
    std::string cases;
    for (std::size_t i = 0; i < parts.config_count; ++i)
        cases += fmt::format("    case {0}: return {1}_config_{0}(problem, plan);\n", i, name);
    return cases;
}

// A limit that the device does not report counts as unlimited.
std::string limit(std::int64_t value) {
    return value > 0 ? fmt::format("{}.0", value) : "HUGE_VAL";
}

// All conditions joined with && in C.
std::string joined_or_true(const std::vector<std::string>& conditions) {
    return conditions.empty() ? "1" : fmt::format("{}", fmt::join(conditions, " && "));
}

}  // namespace

std::string as_header(const ExportSelection& selection, const po::variables_map& given) {
    const std::string name = prefix_of(selection, given);
    const HeaderParts parts = header_parts(selection, name);
    if (parts.config_count == 0)
        throw Error(Exit::no, fmt::format("no config of '{}' can be built from its text alone",
                                          selection.what));
    const Device& device = selection.catalog.devices[selection.entries.front().row.device];
    std::vector<std::string> words;
    for (const std::string& member : parts.arguments)
        words.push_back(member.substr(member.rfind(' ') + 1));
    const std::string text = fmt::format(
        fmt::runtime(frame), fmt::arg("hash", hash_placeholder), fmt::arg("what", selection.what),
        fmt::arg("name", name), fmt::arg("precision", in_comment(selection.precision)),
        fmt::arg("device", in_comment(selection.device)),
        fmt::arg("count", selection.entries.size()), fmt::arg("configs_count", parts.config_count),
        fmt::arg("first_size", parts.sizes.empty() ? words.front() : parts.sizes.front()),
        fmt::arg("words", fmt::join(words, ", ")),
        fmt::arg("members", fmt::join(parts.arguments, ";\n    ")),
        fmt::arg("most_launches", parts.most_launches), fmt::arg("most_extras", parts.most_extras),
        fmt::arg("functions", c_functions(name)),
        fmt::arg("most_items", fmt::format("{}, {}, {}", limit(device.max_items[0]),
                                           limit(device.max_items[1]), limit(device.max_items[2]))),
        fmt::arg("most_in_group", limit(device.max_work_group)), fmt::arg("sources", parts.sources),
        fmt::arg("configs", parts.configs), fmt::arg("defaults", fmt::join(parts.defaults, ", ")),
        fmt::arg("cases", cases_of(parts, name)), fmt::arg("problems", parts.problems),
        fmt::arg("distance", distance_of(parts)), fmt::arg("checks", joined_or_true(parts.checks)),
        fmt::arg("variants", joined_or_true(parts.variants)));
    return with_hash(text);
}

}  // namespace hone::cli
