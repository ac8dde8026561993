// SPDX-License-Identifier: MIT
// Rows are the devices whose best configs are run; columns are the devices that run them. Rows and
// columns have the same names; lines separate architectures, whose names stand at both.
#include "reports/site/heatmap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "reports/fleet/fleet_portability.hpp"
#include "reports/render/page_parts.hpp"
#include "reports/text/describe.hpp"

namespace hone {
namespace {

// In pixels: only few devices leave room for legible names, and very few for figures.
struct Grid {
    explicit Grid(std::size_t devices)
        : figures(devices <= 12),
          numbers(devices <= 40),
          cell(figures ? 44 : (numbers ? 20 : 10)),
          font(numbers ? 12 : 8),
          left(numbers ? 364 : 240),
          top(numbers ? 2 * line + 4 : cell + 4),
          side(devices * cell) {}

    // The baseline of a cell's text.
    std::size_t base() const { return cell / 2 + font / 3; }

    static constexpr std::size_t line = 16;
    bool figures;  // cells have their figure
    bool numbers;  // rows and columns have the number of their device
    std::size_t cell;
    std::size_t font;
    std::size_t left;  // for the names of architectures and devices
    std::size_t top;   // for the names of architectures above their columns
    std::size_t side;  // of the square of cells
};

constexpr std::size_t readable = 900;  // in pixels: below this width a page scrolls instead

constexpr std::array<double, 5> steps{0.5, 0.7, 0.85, 0.95, 1.05};  // upper ends of the colors
constexpr std::array<std::string_view, 6> step_words{"below 50 %", "50 to 70 %",  "70 to 85 %",
                                                     "85 to 95 %", "95 to 105 %", "above 105 %"};

std::vector<std::size_t> of_family(const DeviceFleet& fleet,
                                   const std::vector<std::uint32_t>& problems) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < fleet.devices.size(); ++i)
        if (std::ranges::any_of(problems, [&](std::uint32_t problem) {
                return fleet.devices[i].result(problem) != nullptr;
            }))
            found.push_back(i);
    return found;
}

// Gives each architecture its share of the places, at least one; the largest give up the surplus.
std::vector<std::size_t> chosen(const DeviceFleet& fleet, std::vector<std::size_t> devices,
                                std::size_t most) {
    if (devices.size() <= most) return devices;
    std::map<std::string, std::vector<std::size_t>> groups;
    for (const std::size_t i : devices) groups[fleet.devices[i].architecture].push_back(i);
    std::vector<std::vector<std::size_t>*> shares;
    std::size_t left = 0;
    for (auto& [architecture, group] : groups) {
        std::ranges::stable_sort(group, std::ranges::greater{},
                                 [&](std::size_t i) { return fleet.devices[i].results.size(); });
        group.resize(std::max<std::size_t>(1, group.size() * most / devices.size()));
        shares.push_back(&group);
        left += group.size();
    }
    for (; left > most; --left)
        (*std::ranges::max_element(shares, {}, [](const auto* group) {
            return group->size();
        }))->pop_back();
    std::vector<std::size_t> kept;
    for (const auto* group : shares) kept.insert(kept.end(), group->begin(), group->end());
    std::ranges::sort(kept);
    return kept;
}

std::size_t step_of(double share) {
    return static_cast<std::size_t>(std::ranges::upper_bound(steps, share) - steps.begin());
}

// Adjacent cells of one color are one stroke of the path.
class Paths {
  public:
    explicit Paths(const Grid& grid) : grid_(grid) {}

    void add(std::size_t row, std::size_t column, std::size_t step) {
        if (row == row_ && step == step_ && column == column_ + length_) {
            ++length_;
            return;
        }
        end_stroke();
        row_ = row, column_ = column, step_ = step, length_ = 1;
    }
    std::string take() {
        end_stroke();
        std::string text;
        for (std::size_t i = 0; i < paths_.size(); ++i)
            if (!paths_[i].empty())
                text += fmt::format("<path class=\"h{}\" d=\"{}\"/>\n", i, paths_[i]);
        return text;
    }

  private:
    void end_stroke() {
        if (length_ > 0)
            paths_[step_] += fmt::format("M{} {}h{}v{}h-{}z", grid_.left + column_ * grid_.cell,
                                         grid_.top + row_ * grid_.cell, length_ * grid_.cell,
                                         grid_.cell, length_ * grid_.cell);
        length_ = 0;
    }

    const Grid& grid_;
    std::array<std::string, steps.size() + 1> paths_;
    std::size_t row_ = 0, column_ = 0, step_ = 0, length_ = 0;
};

// The figure of one cell, at its center.
std::string figure_at(std::size_t row, std::size_t column, double share, const Grid& grid) {
    return fmt::format(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" class=\"f{}\">{:.0f} %</text>\n",
        grid.left + column * grid.cell + grid.cell / 2, grid.top + row * grid.cell + grid.base(),
        step_of(share), 100 * share);
}

std::string cells_of(const DeviceFleet& fleet, const std::vector<std::size_t>& devices,
                     const std::vector<std::uint32_t>& problems, const Grid& grid) {
    Paths paths(grid);
    std::string figures;
    for (std::size_t row = 0; row < devices.size(); ++row)
        for (std::size_t column = 0; column < devices.size(); ++column) {
            const auto share =
                kept_share(fleet.devices[devices[row]], fleet.devices[devices[column]], problems);
            if (!share) continue;
            paths.add(row, column, step_of(*share));
            if (grid.figures) figures += figure_at(row, column, *share, grid);
        }
    return paths.take() + figures;
}

// The number of a device, beside its row and above its column.
std::string numbers_at(std::size_t device, const Grid& grid) {
    const std::size_t at = device * grid.cell;
    return fmt::format(
        "<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">{4}</text>\n"
        "<text x=\"{2}\" y=\"{3}\" text-anchor=\"middle\">{4}</text>\n",
        grid.left - 12, grid.top + at + grid.base(), grid.left + at + grid.cell / 2, grid.top - 6,
        device + 1);
}

// The number of consecutive devices of one architecture from here.
std::size_t together(const DeviceFleet& fleet, const std::vector<std::size_t>& devices,
                     std::size_t first) {
    std::size_t end = first;
    while (end < devices.size() &&
           fleet.devices[devices[end]].architecture == fleet.devices[devices[first]].architecture)
        ++end;
    return end - first;
}

// The name of an architecture at its rows and, if there is room, above its columns; with the lines
// before both.
std::string group_names(const std::string& name, std::size_t first, std::size_t count,
                        const Grid& grid) {
    constexpr std::size_t fewest_letters = 4;
    const std::size_t at = first * grid.cell;
    const std::size_t letters = 2 * count * grid.cell / (grid.font + 2);
    std::string text =
        fmt::format("<path class=\"between\" d=\"M0 {}H{}M{} 0V{}\"/>\n", grid.top + at,
                    grid.left + grid.side, grid.left + at, grid.top + grid.side);
    text += fmt::format("<text x=\"2\" y=\"{}\" class=\"group\">{}</text>\n",
                        grid.top + at + grid.base(), escaped(shortened(name, 16)));
    if (letters >= fewest_letters)
        text += fmt::format("<text x=\"{}\" y=\"{}\" class=\"group\">{}</text>\n",
                            grid.left + at + 2, grid.font, escaped(shortened(name, letters)));
    return text;
}

std::string names_of(const DeviceFleet& fleet, const std::vector<std::size_t>& devices,
                     const Grid& grid) {
    std::string text;
    for (std::size_t first = 0; first < devices.size();) {
        const std::size_t count = together(fleet, devices, first);
        text += group_names(fleet.devices[devices[first]].architecture, first, count, grid);
        for (std::size_t row = first; row < first + count; ++row) {
            text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
                                grid.left - (grid.numbers ? 24 : 4),
                                grid.top + row * grid.cell + grid.base(),
                                escaped(shortened(fleet.devices[devices[row]].label, 28)));
            if (grid.numbers) text += numbers_at(row, grid);
        }
        first += count;
    }
    return text;
}

std::string legend_of_steps() {
    std::string text = "<div class=\"legend heat\">";
    for (std::size_t i = 0; i < step_words.size(); ++i)
        text += fmt::format("<span><i class=\"h{}\"></i>{}</span>", i, step_words.at(i));
    return text + "</div>\n";
}

}  // namespace

std::string portability_heatmap(const DeviceFleet& fleet, const std::string& family,
                                std::size_t most) {
    const std::vector<std::uint32_t> problems = fleet.problems_of(family);
    const std::vector<std::size_t> devices = chosen(fleet, of_family(fleet, problems), most);
    if (devices.size() < 2) return "";
    const Grid grid(devices.size());
    const std::size_t width = grid.left + grid.side + 1;
    const std::size_t height = grid.top + grid.side + 1;
    return legend_of_steps() +
           fmt::format(
               "<div class=\"scroll wide\" role=\"region\" aria-label=\"Portability of {} "
               "devices\" tabindex=\"0\"><svg class=\"heatmap\" data-cell=\"{}\" "
               "data-left=\"{}\" data-top=\"{}\" viewBox=\"0 0 {} {}\" "
               "style=\"font-size:{}px;min-width:{}px;max-width:{}px\" role=\"img\" "
               "aria-label=\"Portability "
               "matrix; the "
               "table above has its figures by architecture\">\n",
               devices.size(), grid.cell, grid.left, grid.top, width, height, grid.font,
               std::min(width, readable), width) +
           cells_of(fleet, devices, problems, grid) + names_of(fleet, devices, grid) +
           "</svg></div>\n";
}

}  // namespace hone
