// SPDX-License-Identifier: MIT
// A tree's leaves are boxes over the levels. So the mean over all parameters but some is a sum over
// leaves, weighted by the fraction of the box: no sampling is needed.
#include "reports/evidence/fanova.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <random>

namespace hone {
namespace {

constexpr std::size_t trees_in_forest = 24;
constexpr std::size_t smallest_leaf = 3;  // of a learned tree
constexpr std::size_t max_levels = 64;    // the bits of a mask

using Mask = std::uint64_t;
using ResultRows = std::vector<std::size_t>;

struct Leaf {
    std::vector<Mask> box;  // the levels of each parameter in this leaf
    double value = 0;
    double share = 1;  // fraction of all combinations
};

double part_of(Mask mask, std::size_t levels) {
    return static_cast<double>(std::popcount(mask)) / static_cast<double>(levels);
}

/// Grows one regression tree. It splits by single levels or by a threshold, whichever leaves the
/// smaller variance.
class Tree {
  public:
    Tree(const Observations& observed, std::size_t least) : all_(observed), min_rows_(least) {}

    std::vector<Leaf> grow(const ResultRows& rows) {
        std::vector<Mask> box;
        for (const auto& levels : all_.levels)
            box.push_back(levels.size() >= max_levels ? ~Mask{0} : (Mask{1} << levels.size()) - 1);
        split(rows, box);
        return std::move(leaves_);
    }

  private:
    struct Cut {
        std::size_t parameter = 0;
        Mask left = 0;
        double gain = 0;
    };

    double mean(const ResultRows& rows) const {
        double sum = 0;
        for (const std::size_t row : rows) sum += all_.values[row];
        return sum / static_cast<double>(rows.size());
    }

    // Levels sorted by their mean: the best least-squares split is a prefix of this order.
    std::optional<Cut> best_cut(const ResultRows& rows) const {
        Cut best;
        for (std::size_t p = 0; p < all_.names.size(); ++p) try_parameter(rows, p, best);
        return best.gain > 1e-12 ? std::optional(best) : std::nullopt;
    }

    void try_parameter(const ResultRows& rows, std::size_t p, Cut& best) const {
        struct Level {
            std::size_t level = 0;
            double sum = 0, count = 0;
        };
        std::vector<Level> levels(all_.levels[p].size());
        for (const std::size_t row : rows) {
            Level& one = levels[all_.configs[row][p]];
            one.level = all_.configs[row][p];
            one.sum += all_.values[row], one.count += 1;
        }
        std::erase_if(levels, [](const Level& one) { return one.count == 0; });
        if (levels.size() < 2) return;
        std::ranges::sort(levels, {}, [](const Level& one) { return one.sum / one.count; });
        double total = 0;
        for (const Level& one : levels) total += one.sum;
        const auto count = static_cast<double>(rows.size());
        double sum = 0;
        double taken = 0;
        Mask mask = 0;
        for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
            sum += levels[i].sum, taken += levels[i].count;
            mask |= Mask{1} << levels[i].level;
            const double rest = count - taken;
            if (taken < static_cast<double>(min_rows_) || rest < static_cast<double>(min_rows_))
                continue;
            const double gain =
                sum * sum / taken + (total - sum) * (total - sum) / rest - total * total / count;
            if (gain > best.gain) best = {p, mask, gain};
        }
    }

    // The recursion ends because each cut leaves fewer levels in the box.
    void split(const ResultRows& rows, const std::vector<Mask>& box) {
        const auto cut = rows.size() < 2 * min_rows_ ? std::nullopt : best_cut(rows);
        if (!cut) return add_leaf(rows, box);
        ResultRows left;
        ResultRows right;
        for (const std::size_t row : rows) {
            const Mask level = Mask{1} << all_.configs[row][cut->parameter];
            ((cut->left & level) != 0 ? left : right).push_back(row);
        }
        std::vector<Mask> there = box;
        there[cut->parameter] = box[cut->parameter] & cut->left;
        split(left, there);
        // Levels without a row go to the right, with the larger rest.
        there[cut->parameter] = box[cut->parameter] & ~cut->left;
        split(right, there);
    }

    void add_leaf(const ResultRows& rows, const std::vector<Mask>& box) {
        Leaf leaf{box, mean(rows), 1};
        for (std::size_t p = 0; p < box.size(); ++p)
            leaf.share *= part_of(box[p], all_.levels[p].size());
        leaves_.push_back(std::move(leaf));
    }

    const Observations& all_;
    std::size_t min_rows_;
    std::vector<Leaf> leaves_;
};

/// The variance components of one tree.
class Parts {
  public:
    Parts(const Observations& observed, const std::vector<Leaf>& leaves)
        : all_(observed), leaves_(leaves) {
        for (const Leaf& leaf : leaves_) mean_ += leaf.share * leaf.value;
    }

    double mean() const { return mean_; }

    double total() const {
        double sum = 0;
        for (const Leaf& leaf : leaves_)
            sum += leaf.share * (leaf.value - mean_) * (leaf.value - mean_);
        return sum;
    }

    // The variance of the marginal mean of one parameter.
    double of(std::size_t p) const {
        const std::size_t levels = all_.levels[p].size();
        std::vector<double> means(levels);
        for (const Leaf& leaf : leaves_) {
            const double rest = leaf.share / part_of(leaf.box[p], levels);
            for (std::size_t i = 0; i < levels; ++i)
                if ((leaf.box[p] >> i & 1) != 0) means[i] += rest * leaf.value;
        }
        return spread(means);
    }

    // The same for two parameters, with the components of each included.
    double of(std::size_t a, std::size_t b) const {
        const std::size_t rows = all_.levels[a].size();
        const std::size_t columns = all_.levels[b].size();
        std::vector<double> means(rows * columns);
        for (const Leaf& leaf : leaves_) {
            const double rest =
                leaf.share / part_of(leaf.box[a], rows) / part_of(leaf.box[b], columns);
            for (std::size_t i = 0; i < rows; ++i) {
                if ((leaf.box[a] >> i & 1) == 0) continue;
                for (std::size_t j = 0; j < columns; ++j)
                    if ((leaf.box[b] >> j & 1) != 0) means[i * columns + j] += rest * leaf.value;
            }
        }
        return spread(means);
    }

  private:
    double spread(const std::vector<double>& means) const {
        double sum = 0;
        for (const double mean : means) sum += (mean - mean_) * (mean - mean_);
        return sum / static_cast<double>(means.size());
    }

    const Observations& all_;
    const std::vector<Leaf>& leaves_;
    double mean_ = 0;
};

void add_parts(const Observations& observed, const std::vector<Leaf>& leaves, Importance& sum) {
    const Parts parts(observed, leaves);
    const double total = parts.total();
    if (total <= 1e-20 * (1 + parts.mean() * parts.mean())) return;  // equal up to rounding
    std::vector<double> own;
    for (std::size_t p = 0; p < observed.names.size(); ++p) own.push_back(parts.of(p));
    for (std::size_t p = 0; p < own.size(); ++p) sum.single[p] += own[p] / total;
    for (Importance::Pair& pair : sum.pairs)
        pair.share += std::max(0.0, parts.of(pair.a, pair.b) - own[pair.a] - own[pair.b]) / total;
}

// If every combination was measured, one full tree is exact and nothing is learned.
std::vector<Leaf> each_its_leaf(const Observations& observed) {
    std::vector<Leaf> leaves;
    for (std::size_t row = 0; row < observed.values.size(); ++row) {
        Leaf leaf;
        for (const std::uint8_t level : observed.configs[row]) leaf.box.push_back(Mask{1} << level);
        leaf.value = observed.values[row];
        leaf.share = 1 / static_cast<double>(observed.values.size());
        leaves.push_back(std::move(leaf));
    }
    return leaves;
}

Importance nothing_yet(const Observations& observed) {
    Importance none;
    none.single.assign(observed.names.size(), 0);
    for (std::size_t a = 0; a < observed.names.size(); ++a)
        for (std::size_t b = a + 1; b < observed.names.size(); ++b)
            if (observed.levels[a].size() > 1 && observed.levels[b].size() > 1)
                none.pairs.push_back({a, b, 0});
    return none;
}

}  // namespace

bool Observations::complete() const {
    std::size_t all = 1;
    for (const auto& each : levels) {
        all *= each.size();
        if (all > configs.size()) return false;
    }
    if (all != configs.size()) return false;
    std::vector<bool> seen(all);
    for (const auto& config : configs) {
        std::size_t index = 0;
        for (std::size_t p = 0; p < levels.size(); ++p)
            index = index * levels[p].size() + config[p];
        if (seen[index]) return false;
        seen[index] = true;
    }
    return true;
}

Importance importance(const Observations& observed) {
    Importance shares = nothing_yet(observed);
    const std::size_t count = observed.values.size();
    if (count < 2) return shares;
    shares.exact = observed.complete();
    const std::size_t trees = shares.exact ? 1 : trees_in_forest;
    std::mt19937_64 random(1);
    if (shares.exact) add_parts(observed, each_its_leaf(observed), shares);
    for (std::size_t tree = 0; tree < trees && !shares.exact; ++tree) {
        ResultRows rows(count);
        for (std::size_t& row : rows) row = random() % count;
        add_parts(observed, Tree(observed, smallest_leaf).grow(rows), shares);
    }
    for (double& share : shares.single) share /= static_cast<double>(trees);
    for (Importance::Pair& pair : shares.pairs) pair.share /= static_cast<double>(trees);
    std::ranges::stable_sort(shares.pairs, std::greater{}, &Importance::Pair::share);
    return shares;
}

}  // namespace hone
