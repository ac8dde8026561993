// SPDX-License-Identifier: MIT
// Gains are geometric means over the sizes that were tuned on the device.
#include "tuner/cli/measure/tune_device_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "db/device/device_similarity.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/devices/grouped_digits.hpp"
#include "tuner/planning/size_choice.hpp"

namespace hone::cli {
namespace {

using Family = std::pair<std::string, std::string>;  // routine and precision

/// A weighted mean over the results that have the value; nullopt if none has it.
struct Mean {
    double sum = 0, weights = 0;

    void add(double value, double weight = 1) {
        sum += weight * value;
        weights += weight;
    }
    std::optional<double> value() const {
        return weights > 0 ? std::optional(sum / weights) : std::nullopt;
    }
};

/// The results of a routine in one precision; all means in log2.
struct FamilyResult {
    std::size_t tuned = 0;
    std::set<std::pair<std::string, Conditions>> problems =
        {};  // the tuned sizes, as the store names them
    Mean loss, over_defaults, over_clblast;

    // Evidence lists the arguments in another order.
    bool has_tuned(const ProblemKey& key) const {
        Problem problem;
        problem.arguments = arguments_from(key.problem);
        return problems.contains({problem_text(problem), conditions_from(key.conditions)});
    }
};

bool is_of(const KernelResults& results, const Evidence& evidence, const Device& device) {
    const Device& tuned_on = evidence.devices.at(results.device);
    return lookup::is_same_board(tuned_on, device);
}

void add_gain(const KernelResults& results, FamilyResult& family) {
    const double best = results.best->time.median;
    if (results.defaults) family.over_defaults.add(std::log2(results.defaults->time.median / best));
    if (results.reference && results.reference->time.known())
        family.over_clblast.add(std::log2(results.reference->time.median / best));
}

std::map<Family, FamilyResult> families_of(const std::vector<SlotResult>& results,
                                           const Evidence& evidence, const Device& device) {
    std::map<Family, FamilyResult> families;
    for (const SlotResult& result : results) {
        FamilyResult& family = families[{result.slot.routine, result.slot.precision}];
        family.tuned += result.tuned;
        family.problems.insert(result.problems.begin(), result.problems.end());
        if (result.loss) family.loss.add(*result.loss, result.slot.weight);
    }
    for (const KernelResults* fastest : evidence.fastest_results()) {
        const auto family = families.find({fastest->key.routine, fastest->key.precision});
        if (family != families.end() && family->second.has_tuned(fastest->key) && fastest->best &&
            is_of(*fastest, evidence, device))
            add_gain(*fastest, family->second);
    }
    return families;
}

Cell gain_cell(const Mean& gain) {
    const auto mean = gain.value();
    if (!mean) return {};
    return {fmt::format("{:.2f} times", std::exp2(*mean)), std::exp2(*mean)};
}

Cell loss_cell(const Mean& loss) {
    const auto mean = loss.value();
    if (!mean) return {};
    return {loss_words(*mean), std::exp2(*mean) - 1};
}

// Replaces empty cells by words, for a person.
Table with_words_for_nothing(Table table) {
    for (Row& row : table.rows)
        for (Cell& cell : row)
            if (cell.is_nothing()) cell = Cell("not measured");
    return table;
}

}  // namespace

std::string slots_words(const std::vector<Slot>& slots) {
    std::map<std::string, std::vector<std::string>> precisions;
    for (const Slot& slot : slots) {
        auto& known = precisions[slot.routine];
        if (std::ranges::find(known, slot.precision) == known.end())
            known.push_back(slot.precision);
    }
    std::vector<std::string> words;
    for (const auto& [routine, some] : precisions)
        words.push_back(fmt::format("{} in {}", routine, fmt::join(some, ", ")));
    return fmt::format("{}", fmt::join(words, "; "));
}

std::string device_progress_words(const DeviceProgress& progress) {
    std::size_t tuned = 0;
    std::size_t open = 0;
    for (const SlotResult& result : progress.slots) {
        tuned += result.tuned;
        open += result.tuned == 0 ? 1 : 0;
    }
    const auto loss = progress.loss();
    return fmt::format("{}; {} tuned, {} of {} variants without any{}; {} left",
                       problem_words(progress.next),
                       count_of(static_cast<std::int64_t>(tuned), "size"), open,
                       progress.slots.size(), loss ? ", estimated loss " + loss_words(*loss) : "",
                       human::time(static_cast<double>(progress.left.count())));
}

std::string contenders_words(const SlotResult& slot, std::chrono::nanoseconds left) {
    return fmt::format("{}: what is fast is timed at more sizes{}; {} left", slot.slot.words(),
                       slot.loss ? ", estimated loss " + loss_words(*slot.loss) : "",
                       human::time(static_cast<double>(left.count())));
}

void print_device(const std::vector<SlotResult>& results, const Evidence& evidence,
                  const Device& device, bool as_json) {
    Table table{{{"routine"},
                 {"precision"},
                 {"sizes tuned", Align::right},
                 {"estimated loss at others", Align::right},
                 {"gain over defaults", Align::right},
                 {"gain over CLBlast", Align::right}}};
    for (const auto& [name, family] : families_of(results, evidence, device))
        table.rows.push_back({name.first,
                              name.second,
                              {fmt::format("{}", family.tuned), family.tuned},
                              loss_cell(family.loss),
                              gain_cell(family.over_defaults),
                              gain_cell(family.over_clblast)});
    put("{}", as_json ? hone::as_json(table) : as_text(with_words_for_nothing(table)));
}

}  // namespace hone::cli
