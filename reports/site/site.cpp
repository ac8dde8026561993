// SPDX-License-Identifier: MIT
// Writes the site: reads the devices first, then writes the pages of devices group by group, then
// the pages that compare them.
#include "reports/site/site.hpp"

#include "reports/evidence/device_labels.hpp"
#include "reports/evidence/sources.hpp"
#include "reports/site/file_groups.hpp"
#include "reports/site/site_page.hpp"
#include "reports/site/site_pages.hpp"

namespace hone {
namespace {

// The evidence of one device from that of several; the rest stays the same.
Evidence of_device(const Evidence& all, const std::string& id) {
    if (all.devices.size() == 1) return all;
    Evidence one;
    one.devices = {{id, all.devices.at(id)}};
    one.labels = {{id, all.labels.at(id)}};
    one.kernels = all.kernels;
    one.audits = all.audits;
    one.pruned = all.pruned;
    one.ties = all.ties;
    if (const auto probed = all.probes.find(id); probed != all.probes.end()) {
        one.probes.insert(*probed);
        one.spreads[id] = all.spreads.at(id);
    }
    for (const KernelResults& results : all.kernel_results)
        if (results.device == id) one.kernel_results.push_back(results);
    return one;
}

class SiteWriter {
  public:
    SiteWriter(const FileGroups& found, const SiteOutput& output)
        : output_(output), labels_(labels_of(found.devices)) {}

    void read(const std::vector<std::filesystem::path>& group) {
        const auto store = open_sources(group);
        const std::vector<BeyondLimit> beyond = beyond_limits(*store);
        beyond_.insert(beyond_.end(), beyond.begin(), beyond.end());
        const Evidence evidence = load_evidence(*store, {});
        for (const auto& [id, device] : evidence.devices) {
            const std::string& label = labels_.at(id);
            Evidence one = of_device(evidence, id);
            one.labels[id] = label;
            output_.write(device_address(id, label), device_page(one, id, label));
            builder_.add(one, id, label);
        }
        databases_ += group.size();
        output_.watch(databases_);
    }

    SiteSummary write_comparisons() {
        const DeviceFleet fleet = builder_.take();
        const std::vector<Outlier> doubtful = outliers(fleet, beyond_);
        const DeviceFleet believed = without(fleet, doubtful);
        const FleetView view{fleet, believed, doubtful, databases_};
        for (const std::string& family : fleet.families())
            output_.write(routine_address(family), routine_page(view, family));
        output_.write("doubtful.html", doubtful_page(view));
        output_.write("doubtful.js", doubtful_script(view));
        for (const SiteFile& file : shared_files()) output_.write(file.name, file.content);
        output_.write("index.html", start_page(view));
        return {databases_, fleet.devices.size(), fleet.families().size(), doubtful.size()};
    }

  private:
    const SiteOutput& output_;
    std::map<std::string, std::string> labels_;
    FleetBuilder builder_;
    std::vector<BeyondLimit> beyond_;
    std::size_t databases_ = 0;
};

}  // namespace

SiteSummary make_site(const std::vector<std::filesystem::path>& files, const SiteOutput& output) {
    const FileGroups found = file_groups(files);
    SiteWriter writer(found, output);
    for (const auto& group : found.groups) writer.read(group);
    return writer.write_comparisons();
}

}  // namespace hone
