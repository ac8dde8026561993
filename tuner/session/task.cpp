// SPDX-License-Identifier: MIT
// Turns a task into candidates, a run and a search problem.
#include "tuner/session/task.hpp"

#include <utility>

#include "db/model/canonical_json.hpp"
#include "tuner/catalog/ladder.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/evaluation/trial_fields.hpp"
#include "tuner/pruning/static_features.hpp"
#include "tuner/session/transfer_history.hpp"

namespace hone {

std::shared_ptr<const Candidates> candidates_of(const Task& task) {
    if (task.candidates) return task.candidates;
    Candidates candidates(task.setup.space, known_names(task.setup), task.where);
    candidates.keep(task.shard);
    return std::make_shared<const Candidates>(std::move(candidates));
}

Run run_template_of(const Task& task, Store& store, const Candidates& candidates) {
    Run run = run_of(task.setup, measurement_key(task.setup, store), task.strategy, task.command);
    run.candidates = candidates.count() ? text(*candidates.count()) : "";
    if (task.objective != Objective::time)
        run.options = canonical({{"objective", std::string(word(task.objective))}});
    return run;
}

SearchProblem search_problem_of(const Task& task, Store& store, const Candidates& candidates) {
    const Space& space = task.setup.space;
    SearchProblem search_problem{candidates, parameter_scales(space),
                                 derived_features(space, known_names(task.setup))};
    if (task.transfer)
        search_problem.transfer =
            transfer_trials(store, measurement_key(task.setup, store), space, candidates);
    search_problem.seed = task.setup.seed;
    search_problem.static_features = static_features(task.setup);
    search_problem.starts =
        start_configs(space, task.setup.problem.precision, known_names(task.setup), candidates);
    search_problem.built_alike = values_built_alike(space);
    return search_problem;
}

}  // namespace hone
