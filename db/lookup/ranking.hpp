// SPDX-License-Identifier: MIT
// A question held against everything that was tuned: which configs may be the answer, how far the
// problems lie that they were timed for, and what each is expected to lose.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "db/device/device_similarity.hpp"
#include "db/lookup/instantiate.hpp"

namespace hone::lookup {

/// Configs that are out: the id of a kernel's version, and the config in words.
using Rejected = std::set<std::pair<std::string, std::string>>;

/// The problem that is asked for, as one version of a kernel sees it.
struct Asked {
    std::size_t version = 0;
    std::vector<Exact> slots;  // without a config
    Point point;
};

/// A config that may be the answer.
struct Prospect {
    const Row* row = nullptr;
    const Cover* cover = nullptr;  // which the row is of, or nullptr
    const Asked* asked = nullptr;
    const Point* timed = nullptr;  // the nearest problem that it was timed for
    Kin kin = Kin::none;
    double distance = 0;     // doublings to that problem
    double loss = 0;         // doublings of time beside the best there could be, as expected
    double expected_ns = 0;  // of the problem asked for, where the device is the same

    /// Whether it was timed for this very problem on this very device.
    bool is_exact() const { return kin >= Kin::board && distance == 0 && !cover; }
};

/// The fastest time of each problem on each device, of all kernels that are meant.
class BestTimes {
  public:
    void add(const Row& row);
    /// The best of the problem on the device of the row, at most `ns`.
    double of(const Row& row, std::size_t problem, double ns) const;

  private:
    std::map<std::pair<std::size_t, std::size_t>, double> ns_;  // by device and problem
};

/// A question as the book sees it.
class Inquiry {
  public:
    Inquiry(const Book& book, const Question& question, const Rejected& rejected);

    /// Each version that is meant, or none where the problem is not one of theirs.
    const std::vector<Asked>& asked() const { return asked_; }
    /// Why nothing can be the answer, or nothing.
    const std::string& complaint() const { return complaint_; }

    /// Everything that was timed for the same computation, not yet weighed.
    std::vector<Prospect> prospects() const;
    /// Works out what the prospect is expected to lose and to take.
    void weigh(Prospect& prospect) const;

  private:
    std::span<const Row> shelf_of(const Asked& asked) const;
    bool is_rejected(const Row& row) const;
    Kin kin_of(const Row& row) const;
    void add_rows(const Asked& asked, std::vector<Prospect>& all) const;
    void add_cover(const Asked& asked, const Cover& cover, std::vector<Prospect>& all) const;

    const Book& book_;
    const Question& question_;
    const Rejected& rejected_;
    std::vector<Kin> kin_;  // of each device of the book
    std::vector<Asked> asked_;
    BestTimes bests_;
    std::string complaint_;
};

}  // namespace hone::lookup
