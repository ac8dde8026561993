// SPDX-License-Identifier: MIT
// A cache of the latest answers, so that a repeated query is not computed again. If it is full, the
// oldest answer is dropped, because an application may ask for another size every time.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <string_view>
#include <unordered_map>

#include "db/lookup/tuned_kernel.hpp"

namespace hone::lookup {

/// A query that refers to texts of its caller.
struct Question {
    std::string_view what;
    const Device& device;
    std::string_view precision;
    const Settings& problem;
    Rewriting rewriting = Rewriting::no;
    Math math = Math::exact;
    Objective objective = Objective::time;

    /// Hashes the fields in which most queries differ.
    std::size_t hash() const;
    bool is(const Query& query) const;
    Query query() const;
};

/// The query as a Question.
Question question_of(const Query& query);

class AnswerCache {
  public:
    static constexpr std::size_t most_answers = 4096;

    /// The answer to this query, or null. Valid until the cache changes.
    const TunedKernel* find(const Question& question, std::size_t hash) const;
    void keep(std::size_t hash, const TunedKernel& answer);
    /// Removes the answers with this config for its device.
    void forget(const TunedKernel& rejected);
    /// Removes the answers with this program for its device.
    void forget_program(const TunedKernel& rejected);
    void clear();

  private:
    struct Entry {
        std::size_t hash = 0;
        TunedKernel answer;
    };
    using Entries = std::list<Entry>;

    void forget_if(const std::function<bool(const TunedKernel& answer)>& is_rejected);
    void erase(Entries::iterator entry);

    Entries entries_;  // the oldest first
    std::unordered_multimap<std::size_t, Entries::iterator> index_;
};

}  // namespace hone::lookup
