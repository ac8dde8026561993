// SPDX-License-Identifier: MIT
// A user's kernel. Its space declares every argument. The expected result comes from another entry
// of the same file, built with the parameters of [check] only and launched as in [check], or from a
// file.
#include <fmt/format.h>

#include <algorithm>

#include "kernels/inputs/array_file.hpp"
#include "kernels/inputs/struct_layout.hpp"
#include "kernels/source/kernel_source.hpp"
#include "kernels/workload/argument_types.hpp"
#include "kernels/workload/routines.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

using namespace std::string_view_literals;

// Uses the terms of the space's file format: T1 is JSON.
std::string_view needed_for_check(const Space& space) {
    if (space.file.extension() == ".json")
        return "ReferenceArguments or a ReferenceKernel, and an argument with AccessType "
               "\"WriteOnly\" or \"ReadWrite\"";
    return "[check] and an argument with fill = \"output\" or inout = true";
}

class CustomWorkload final : public Workload {
  public:
    CustomWorkload(const Space& space, const Problem& problem, const WorkloadContext& context)
        : Workload(space, problem, context) {
        for (const Argument& argument : space.arguments)
            if (space.check && argument.is_result())
                outputs_.push_back({argument.name, layout_of(argument, problem.precision),
                                    tolerance_of(argument, *space.check)});
        if (!space.check || outputs_.empty()) {
            throw Error(Exit::usage,
                        fmt::format("{}: routine '{}' needs {}", space.file.string(),
                                    problem.routine, needed_for_check(space)),
                        "only the routines gemm and reduction have a reference of their own");
        }
    }

    void make_reference() override {
        if (!expected_.empty()) return;
        expected_ = by_entry() ? run_reference() : read_expected();
    }

    std::string checked_with() const override { return "own reference"; }

  private:
    struct Output {
        std::string name;
        StructLayout layout;
        Tolerance tolerance;
    };

    double bound(const std::optional<Expression>& own,
                 const std::optional<Expression>& usual) const {
        if (!own && !usual) return 0;
        const Expression& expression = own ? *own : *usual;
        const double value = value_of(expression);
        if (value >= 0) return value;
        const Mistake mistake{expression.location(),
                              fmt::format("the error bound '{}' gives {}, which is below zero",
                                          expression.text(), value)};
        throw Error(Exit::usage, mistake.text());
    }

    Tolerance tolerance_of(const Argument& argument, const Check& check) const {
        return {bound(argument.absolute, check.absolute), bound(argument.relative, check.relative)};
    }

    bool by_entry() const { return space().check->expected.empty(); }

    Comparison compare_outputs(const std::vector<Bytes>& outputs, std::size_t /*set*/) override {
        make_reference();
        return compare(outputs, by_entry() ? space().check->reference : space().check->expected);
    }

    // Reports the first wrong output.
    Comparison compare(const std::vector<Bytes>& outputs, const std::string& reference) const {
        Comparison all;
        for (std::size_t i = 0; i < outputs.size() && all.passed; ++i)
            all.merge(compare_output(outputs_[i], outputs[i], expected_[i]));
        all.reference = reference;
        return all;
    }

    // Structs are compared member by member: the padding is undefined.
    static Comparison compare_output(const Output& output, const Bytes& got,
                                     const Bytes& expected) {
        const auto& [name, layout, tolerance] = output;
        Comparison all;
        for (std::size_t m = 0; m < layout.members.size(); ++m) {
            const ElementType& type = layout.members[m].type;
            if (!layout.is_struct())
                return compare_arrays(name, *type.element, type.width, got, expected, tolerance);
            all.merge(compare_arrays(fmt::format("member {} of {}", m + 1, name), *type.element,
                                     type.width, gathered(layout, m, got),
                                     gathered(layout, m, expected), tolerance));
            if (!all.passed) break;
        }
        return all;
    }

    [[noreturn]] void blame(const std::string& why, const std::string& hint = {}) const {
        throw Error(Exit::usage,
                    fmt::format("the reference '{}' {}", space().check->reference, why), hint);
    }

    // Without this error every config would seem wrong, since each prepares its inputs again.
    [[noreturn]] void blame_prepare(const std::string& location) const {
        throw Error(Exit::usage,
                    fmt::format("{}: [[prepare]] gives another {} each time", space().file.string(),
                                location),
                    "two of its work-items write the same element, or it reads what it has not "
                    "written");
    }

    // The file of the reference; the kernel's own file if none is named.
    std::string reference_source() const {
        const std::string& own = space().check->source;
        return own.empty() ? source_of(space()) : kernel_source(space().file.parent_path() / own);
    }

    // The names for the reference's launches: its own build parameters replace those of the config.
    Names names_of_reference() const {
        Names all = names();
        for (const auto& [name, value] : space().check->parameters) all[name] = value;
        return all;
    }

    // The error may be in the tuned kernel, which is often in the same file.
    [[noreturn]] void blame_text(const std::string& code, const std::string& options) const {
        const std::string& own = space().check->source;
        const std::string file = own.empty() ? space().source.filename().string()
                                             : std::filesystem::path(own).filename().string();
        std::string log = compile(context().context, context().device,
                                  fmt::format("#line 1 \"{}\"\n{}", file, code), options)
                              .log;
        log.erase(log.find_last_not_of(" \n\r\t\0"sv) + 1);
        const bool is_parameter = std::ranges::any_of(space().parameters, [&](const auto& each) {
            return log.find(fmt::format("'{}'", each.name)) != log.npos;
        });
        throw Error(Exit::usage,
                    fmt::format("the file of the reference '{}' does not compile without the "
                                "parameters of a config: {}",
                                space().check->reference, log),
                    is_parameter ? "parameters that have no default stand in [check]: parameters = "
                                   "{ NAME = 1 }"
                                 : "");
    }

    // The reference's program, with the parameters from [check]; compiled once and cached.
    cl::Program program_of(const std::string& code) const {
        auto* known = context().references;
        std::string options = defines();
        for (const auto& [name, value] : space().check->parameters)
            options += fmt::format(" -D{}={}", name, written(value));
        const std::string key = options + code;
        if (known != nullptr && known->contains(key)) return known->at(key);
        const Compiled built = compile(context().context, context().device, code,
                                       options + argument_info_option(context().device));
        if (!built.ok()) blame_text(code, options);
        if (known != nullptr) known->emplace(key, built.program);
        return built.program;
    }

    Comparison prepare_inputs(const Names& known) {
        if (space().prepare.empty()) return {};
        return launch_prepare(program_of(source_of(space())),
                              make_launches(space(), space().prepare, known));
    }

    void check_types(const cl::Program& program, const std::vector<Launch>& launches) const {
        std::vector<cl::Kernel> kernels;
        for (const Launch& each : launches) kernels.push_back(kernel_named(program, each.entry));
        const std::string misfit = argument_misfit(space(), problem().precision, kernels, launches);
        if (!misfit.empty()) blame("cannot be launched: " + misfit);
    }

    // Runs twice on different poison: an element that it does not write then differs.
    std::vector<Bytes> run_reference() {
        std::vector<Bytes> first;
        try {
            const cl::Program program = program_of(reference_source());
            const Names known = names_of_reference();
            const auto launches = make_launches(space(), space().check->launch, known);
            check_types(program, launches);
            const Comparison harm = prepare_inputs(known);
            if (!harm.passed) blame("has a wrong [[prepare]]: " + harm.text());
            if (const Comparison again = prepare_inputs(known); !again.passed)
                blame_prepare(again.location);
            const Launcher launcher(program, launches, bindings());
            first = run_once(launcher);
            expected_ = run_once(launcher);
        } catch (const cl::Error& error) {
            // Other codes are a driver's fault.
            if (error.err() > CL_INVALID_KERNEL_NAME || error.err() < CL_INVALID_GLOBAL_WORK_SIZE)
                throw;
            blame(fmt::format("cannot be launched: {} gave {}", error.what(), error.err()));
        }
        const Comparison found = compare(first, "another run");
        if (!found.passed) {
            blame(
                fmt::format("is wrong: it leaves {} unwritten, reads outside of a buffer, or gives "
                            "another result each time",
                            found.location),
                "an output of which the kernel leaves a part alone needs inout = true: it then "
                "starts as its fill says; for all others check the counts of the arguments, and "
                "what the reference is launched with");
        }
        return first;
    }

    // A driver that reports a crash as an error does so in finish().
    void launch_reference(const Launcher& launcher) {
        context().on_reference(space().check->reference);
        launcher.enqueue(context().queue);
        try {
            context().queue.finish();
        } catch (const cl::Error& error) {
            if (error.err() == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
                error.err() == CL_OUT_OF_HOST_MEMORY)
                throw;
            blame(fmt::format("crashed: {} gave {}", error.what(), error.err()),
                  "it probably reads or writes outside of a buffer: check the counts of the "
                  "arguments");
        }
        context().on_reference("");
    }

    std::vector<Bytes> run_once(const Launcher& launcher) {
        reset();
        launch_reference(launcher);
        if (const Comparison harm = check_intact(); !harm.passed) blame("is wrong: " + harm.text());
        return buffers().outputs(0);
    }

    std::vector<Bytes> read_expected() const {
        std::vector<ArrayPart> parts;
        for (const auto& [name, layout, tolerance] : outputs_) {
            const bool whole = layout.is_struct();
            const ElementType type =
                whole ? ElementType{&layout.element(), 1} : layout.members.front().type;
            parts.push_back({name, type, buffers().bytes_of(name) / type.bytes()});
        }
        return read_arrays(space().file.parent_path() / space().check->expected, parts);
    }

    std::vector<Output> outputs_;
    std::vector<Bytes> expected_;
};

}  // namespace

std::unique_ptr<Workload> make_custom(const Space& space, const Problem& problem,
                                      const WorkloadContext& context) {
    return std::make_unique<CustomWorkload>(space, problem, context);
}

}  // namespace hone
