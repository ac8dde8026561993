// SPDX-License-Identifier: MIT
// A user's kernel. Its space declares every argument. Its expected result is that of another entry
// of the same file, compiled without parameters and launched as [check] says, or a file's content.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "kernels/launch/kernel_source.hpp"
#include "kernels/workload/routines.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

std::string read_file(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw Error(Exit::usage, fmt::format("cannot read {}", file.string()));
    return {std::istreambuf_iterator<char>(stream), {}};
}

// Values as text, one after the other.
std::vector<double> numbers(const std::string& text, const std::filesystem::path& file) {
    std::istringstream stream(text);
    std::vector<double> values;
    for (std::string word; stream >> word;) {
        char* end = nullptr;
        values.push_back(std::strtod(word.c_str(), &end));
        if (end != word.c_str() + word.size()) {
            throw Error(Exit::usage, fmt::format("{}: '{}' is not a number", file.string(), word));
        }
    }
    return values;
}

class CustomWorkload final : public Workload {
  public:
    CustomWorkload(const Space& space, const Problem& problem, const WorkloadContext& context)
        : Workload(space, problem, context) {
        for (const Argument& argument : space.arguments) {
            if (argument.kind == Argument::Kind::buffer &&
                argument.fill == Argument::Fill::output) {
                outputs_.push_back({argument.name, element_type(argument.type, problem.precision)});
            }
        }
        if (!space.check || outputs_.empty()) {
            throw Error(Exit::usage,
                        fmt::format("{}: routine '{}' needs [check] and an argument with "
                                    "fill = \"output\"",
                                    space.file.string(), problem.routine),
                        "only the routines gemm and reduction have a reference of their own");
        }
    }

  private:
    struct Output {
        std::string name;
        ElementType type;
    };

    Comparison compare_outputs(const std::vector<Bytes>& outputs) override {
        if (expected_.empty()) {
            expected_ = space().check->expected.empty() ? run_reference() : read_expected(outputs);
        }
        Comparison comparison;
        comparison.against =
            space().check->expected.empty() ? space().check->reference : space().check->expected;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            compare_output(outputs_[i], outputs[i], expected_[i], comparison);
        }
        return comparison;
    }

    void compare_output(const Output& output, const Bytes& got, const std::vector<double>& expected,
                        Comparison& comparison) const {
        const Element& element = *output.type.element;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const double bound =
                space().check->absolute + space().check->relative * std::fabs(expected[i]);
            comparison.add_element(element.at(got, i), expected[i], bound,
                                   [&] { return fmt::format("{}[{}]", output.name, i); });
        }
    }

    std::vector<std::vector<double>> decoded(const std::vector<Bytes>& contents) const {
        std::vector<std::vector<double>> all;
        for (std::size_t i = 0; i < contents.size(); ++i) {
            const Element& element = *outputs_[i].type.element;
            all.emplace_back(contents[i].size() / element.bytes);
            for (std::size_t e = 0; e < all.back().size(); ++e) {
                all.back()[e] = element.at(contents[i], e);
            }
        }
        return all;
    }

    std::vector<std::vector<double>> run_reference() {
        const Check& check = *space().check;
        const Compiled built =
            compile(context().context, context().device, kernel_source(space().source), defines());
        if (!built.ok()) {
            throw Error(Exit::usage, fmt::format("the reference '{}' does not compile: {}",
                                                 check.reference, built.log));
        }
        reset();
        Launcher(built.program, {reference_launch()}, bindings()).enqueue(context().queue);
        context().queue.finish();
        if (const Comparison harm = check_intact(0); !harm.passed) {
            throw Error(Exit::usage, fmt::format("the reference '{}' is wrong: {}", check.reference,
                                                 harm.text()));
        }
        std::vector<std::vector<double>> all = decoded(outputs(0));
        refuse_gaps(all);
        return all;
    }

    // What it leaves unwritten is poison, and nothing would ever equal that.
    void refuse_gaps(const std::vector<std::vector<double>>& all) const {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto gap =
                std::ranges::find_if(all[i], [](double value) { return std::isnan(value); });
            if (gap == all[i].end()) continue;
            throw Error(
                Exit::usage,
                fmt::format("the reference '{}' is wrong: it leaves {}[{}] unwritten, "
                            "or not a number",
                            space().check->reference, outputs_[i].name, gap - all[i].begin()));
        }
    }

    Launch reference_launch() const {
        const Check& check = *space().check;
        Launch launch;
        launch.entry = check.reference;
        launch.dimensions = static_cast<int>(check.local.size());
        for (std::size_t d = 0; d < check.local.size(); ++d) {
            launch.local[d] = static_cast<std::size_t>(check.local[d].whole(lookup()));
            launch.global[d] = static_cast<std::size_t>(check.global[d].whole(lookup()));
        }
        return launch;
    }

    // Raw bytes when there are as many as the outputs have, else numbers as text.
    std::vector<std::vector<double>> read_expected(const std::vector<Bytes>& outputs) const {
        const auto file = space().file.parent_path() / space().check->expected;
        const std::string text = read_file(file);
        std::size_t bytes = 0;
        for (const Bytes& output : outputs) bytes += output.size();
        return text.size() == bytes ? decoded(cut(text, outputs)) : split(file, text, outputs);
    }

    static std::vector<Bytes> cut(const std::string& text, const std::vector<Bytes>& outputs) {
        std::vector<Bytes> pieces;
        const auto* from = reinterpret_cast<const std::byte*>(text.data());
        for (const Bytes& output : outputs) {
            pieces.emplace_back(from, from + output.size());
            from += output.size();
        }
        return pieces;
    }

    std::vector<std::vector<double>> split(const std::filesystem::path& file,
                                           const std::string& text,
                                           const std::vector<Bytes>& outputs) const {
        const std::vector<double> all = numbers(text, file);
        std::vector<std::vector<double>> pieces;
        auto from = all.begin();
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            const std::size_t wanted = outputs[i].size() / outputs_[i].type.element->bytes;
            const auto left = static_cast<std::size_t>(all.end() - from);
            const auto count = static_cast<std::ptrdiff_t>(std::min(wanted, left));
            pieces.emplace_back(from, from + count);
            from += count;
            if (pieces.back().size() < wanted || (i + 1 == outputs.size() && from != all.end())) {
                throw Error(Exit::usage,
                            fmt::format("{} has {} values; '{}' needs {} of them", file.string(),
                                        all.size(), outputs_[i].name, wanted));
            }
        }
        return pieces;
    }

    std::vector<Output> outputs_;
    std::vector<std::vector<double>> expected_;
};

}  // namespace

std::unique_ptr<Workload> make_custom(const Space& space, const Problem& problem,
                                      const WorkloadContext& context) {
    return std::make_unique<CustomWorkload>(space, problem, context);
}

}  // namespace hone
