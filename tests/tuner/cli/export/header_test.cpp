// SPDX-License-Identifier: MIT
// An exported header, compiled separately: it agrees with libhone on the same config, for tuned
// sizes and for others, and it answers only if the config's constraints hold.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "db/lookup/instantiate.hpp"
#include "db/lookup/read_catalog.hpp"
#include "tests/folder.hpp"
#include "tuner/cli/export/export_formats.hpp"

using namespace hone;
using cli::ExportEntry;
using cli::ExportSelection;
using hone::test::Folder;

namespace {

using Sizes = std::vector<std::int64_t>;

std::string run(const std::string& command) {
    INFO(command);
    CHECK(std::system(command.c_str()) == 0);
    return command;
}

std::vector<std::string> lines_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// A program that prints the plan of each problem, or "none".
std::string program(const std::string& name, const std::vector<std::string>& sizes,
                    const std::vector<Sizes>& problems) {
    std::string text = fmt::format(
        "#include <stdio.h>\n#include \"plans.h\"\n"
        "static void show({0}_problem problem) {{\n"
        "    {0}_plan plan;\n    int i;\n"
        "    if (!{0}(&problem, &plan)) {{ puts(\"none\"); return; }}\n"
        "    printf(\"%s|%s\", plan.kernel, plan.options);\n"
        "    for (i = 0; i < plan.launch_count; ++i) {{\n"
        "        const {0}_launch* l = &plan.launches[i];\n"
        "        printf(\"|%s %d\", l->entry, l->argument_count);\n"
        "        printf(\" %zu,%zu,%zu\", l->local[0], l->local[1], l->local[2]);\n"
        "        printf(\" %zu,%zu,%zu\", l->global[0], l->global[1], l->global[2]);\n"
        "    }}\n"
        "    for (i = 0; i < plan.extra_count; ++i)\n"
        "        printf(\"|%s %s %.0f\", plan.extras[i].kind, plan.extras[i].name, "
        "plan.extras[i].value);\n"
        "    printf(\"|%d\\n\", plan.source_lines > 0);\n}}\n"
        "int main(void) {{\n    {0}_problem problem = {0}_default_problem();\n",
        name);
    for (const Sizes& problem : problems) {
        for (std::size_t i = 0; i < sizes.size(); ++i)
            text += fmt::format("    problem.{} = {};\n", sizes[i], problem[i]);
        text += "    show(problem);\n";
    }
    return text + "    return 0;\n}\n";
}

std::string text_of(const TunedKernel& kernel) {
    const auto three = [](const std::array<std::size_t, 3>& sizes) {
        return fmt::format("{},{},{}", sizes[0], sizes[1], sizes[2]);
    };
    std::string text = kernel.kernel + '|' + kernel.build_options;
    for (const TunedKernel::Launch& launch : kernel.launches)
        text += fmt::format("|{} {} {} {}", launch.entry, launch.arguments.size(),
                            three(launch.local), three(launch.global));
    for (const TunedKernel::Extra& extra : kernel.extras) {
        const bool scalar = extra.kind == TunedKernel::Extra::Kind::scalar;
        const bool local = extra.kind == TunedKernel::Extra::Kind::local;
        text += fmt::format("|{} {} {:.0f}",
                            scalar  ? "scalar"
                            : local ? "local"
                                    : "scratch",
                            extra.name, scalar ? extra.value : static_cast<double>(extra.bytes));
    }
    return text + "|1";
}

/// The selection's entries, evaluated as libhone would run them for a problem of these sizes.
class Instances {
  public:
    Instances(const ExportSelection& selection, std::vector<std::string> sizes)
        : selection_(selection), sizes_(std::move(sizes)) {}

    std::optional<TunedKernel> of(const ExportEntry& entry, const Sizes& problem) const {
        Settings settings;
        for (std::size_t i = 0; i < sizes_.size(); ++i)
            settings.emplace_back(sizes_[i], problem[i]);
        const lookup::KernelVersion& version = selection_.version(entry);
        std::string complaint, why_not;
        const auto arguments = lookup::arguments_of(version.recipe, settings, complaint);
        return lookup::instantiate(version, entry.row, arguments,
                                   {selection_.what, selection_.catalog.devices[entry.row.device],
                                    selection_.precision, settings},
                                   true, why_not);
    }

    /// All possible answers, if the variant is the default one.
    std::vector<std::string> all(const Sizes& problem) const {
        std::vector<std::string> texts;
        for (const ExportEntry& entry : selection_.entries)
            if (const auto kernel = of(entry, problem)) texts.push_back(text_of(*kernel));
        return texts;
    }

  private:
    const ExportSelection& selection_;
    std::vector<std::string> sizes_;
};

std::vector<std::string> answers(const ExportSelection& selection, const std::string& name,
                                 const std::vector<std::string>& sizes,
                                 const std::vector<Sizes>& problems) {
    const Folder folder;
    std::ofstream(folder / "plans.h") << cli::as_header(selection, {});
    std::ofstream(folder / "main.c") << program(name, sizes, problems);
    const std::string strict = "-Wall -Wextra -Wpedantic -Wshadow -Werror ";
    const std::string main = (folder / "main.c").string();
    run("c++ -std=c++11 -fsyntax-only -x c++ " + strict + main);
    run("cc -std=c99 " + strict + main + " -o " + (folder / "main").string() + " -lm");
    run((folder / "main").string() + " > " + (folder / "out").string());
    return lines_of(folder / "out");
}

void check_answers(const ExportSelection& selection, const std::string& name,
                   const std::vector<std::string>& sizes, const std::vector<Sizes>& problems) {
    const Instances instances(selection, sizes);
    const auto said = answers(selection, name, sizes, problems);
    REQUIRE(said.size() == problems.size());
    for (std::size_t p = 0; p < problems.size(); ++p) {
        INFO(fmt::format("{}", fmt::join(problems[p], " x ")));
        const auto possible = instances.all(problems[p]);
        if (possible.empty())
            CHECK(said[p] == "none");
        else
            CHECK_THAT(possible, Catch::VectorContains(said[p]));
    }
}

Tuned told_from(const std::filesystem::path& file) {
    Tuned tuned({file});
    tuned.trust_databases();
    return tuned;
}

}  // namespace

TEST_CASE("an exported header is what libhone says, with several kernels of one routine") {
    const lookup::Catalog catalog = lookup::read_catalog(
        {HONE_SOURCE_DIR "/tests/db/recorded/h200-gemm-f32.db"}, lookup::Trust::stored);
    Tuned library = told_from(HONE_SOURCE_DIR "/tests/db/recorded/h200-gemm-f32.db");
    const ExportSelection selection =
        cli::select_results(catalog, library, "gemm", "f32", catalog.devices.at(0));
    REQUIRE(selection.entries.size() > 10);
    const std::vector<std::string> sizes{"M", "N", "K"};
    std::vector<Sizes> problems{{0, 16, 16}, {1, 1, 1},       {16, 4096, 4096}, {1000, 1003, 1021},
                                {33, 64, 7}, {512, 512, 512}, {4096, 1, 1},     {65536, 128, 96}};
    for (std::int64_t size = 50; size < 6000; size = size * 5 / 4)
        problems.push_back({size, size + size % 3, size + size % 5});
    check_answers(selection, "hone_gemm_f32", sizes, problems);

    // A tuned problem gets its own config.
    std::vector<Sizes> tuned;
    std::vector<std::string> own;
    for (const ExportEntry& entry : selection.entries) {
        Sizes problem;
        for (const char* size : {"M", "N", "K"}) {
            const auto& recipe = selection.version(entry).recipe;
            problem.push_back(entry.arguments[recipe.argument(size).value()].numerator());
        }
        tuned.push_back(problem);
        own.push_back(text_of(Instances(selection, sizes).of(entry, problem).value()));
    }
    CHECK(answers(selection, "hone_gemm_f32", sizes, tuned) == own);
}

TEST_CASE("a kernel's scratch memory and its several launches are exported") {
    for (const char* file : {"h200", "xeon-16", "xeon-2"}) {
        const auto path = std::filesystem::path(HONE_SOURCE_DIR "/examples/reports") /
                          (std::string(file) + ".db");
        const lookup::Catalog catalog = lookup::read_catalog({path}, lookup::Trust::stored);
        Tuned library = told_from(path);
        const ExportSelection selection =
            cli::select_results(catalog, library, "reduction", "f32", catalog.devices.at(0));
        REQUIRE(!selection.entries.empty());
        check_answers(selection, "hone_reduction_f32", {"n"},
                      {{1}, {1000}, {4096}, {1 << 20}, {(1 << 24) + 3}, {1 << 28}});
    }
}
