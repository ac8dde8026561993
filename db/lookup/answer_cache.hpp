// SPDX-License-Identifier: MIT
// The answers that were given last, so that a question is worked out once. Of many questions the
// oldest are forgotten: an application may ask for another size every time.
#pragma once

#include <cstddef>
#include <list>
#include <string_view>
#include <unordered_map>

#include "db/lookup/tuned_kernel.hpp"

namespace hone::lookup {

/// A question whose texts belong to whoever asks.
struct Question {
    std::string_view what;
    const Device& device;
    std::string_view precision;
    const Settings& problem;
    Rewriting rewriting = Rewriting::no;
    Math math = Math::exact;
    Objective objective = Objective::time;

    /// Of what most questions differ in.
    std::size_t hash() const;
    bool is(const Query& query) const;
    Query query() const;
};

/// The question that was asked.
Question question_of(const Query& query);

class AnswerCache {
  public:
    static constexpr std::size_t most_answers = 4096;

    /// The answer to this question, until the cache changes; nothing where it is not known.
    const TunedKernel* find(const Question& question, std::size_t hash) const;
    void keep(std::size_t hash, const TunedKernel& answer);
    /// Forgets the answers with this config.
    void forget(const TunedKernel& rejected);
    void clear();

  private:
    struct Entry {
        std::size_t hash = 0;
        TunedKernel answer;
    };
    using Entries = std::list<Entry>;

    void erase(Entries::iterator entry);

    Entries entries_;  // the oldest first
    std::unordered_multimap<std::size_t, Entries::iterator> index_;
};

}  // namespace hone::lookup
