// SPDX-License-Identifier: MIT
// A device's page has the sections of a report, for that device only.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reports/fleet/fleet.hpp"
#include "reports/site/site_page.hpp"
#include "reports/site/site_pages.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

// The sections that apply to one device. The others compare devices, or need every trial.
const std::set<std::string> device_sections{"verdict", "fastest", "limit", "gain", "devices"};

// The properties that the device's driver reported; imported devices have few.
std::string about_device(const Device& device, const Document& document) {
    std::vector<std::string> parts{architecture_group(device)};
    if (device.compute_units > 0)
        parts.push_back(fmt::format("{} compute units", device.compute_units));
    if (device.global_memory > 0)
        parts.push_back(human::bytes(static_cast<double>(device.global_memory)));
    if (!device.driver.empty()) parts.push_back("driver " + shortened(device.driver, 60));
    return fmt::format("{}; {}", fmt::join(parts, ", "), document.about);
}

std::string routines_of(const Evidence& evidence) {
    std::set<std::string> families;
    for (const KernelResults& results : evidence.kernel_results)
        families.insert(results.key.family());
    std::string text;
    for (const std::string& family : families)
        text += (text.empty() ? "" : ", ") + link_to("../" + routine_address(family), family);
    if (text.empty()) return "";
    return "<p class=\"note\">Beside other devices: " + text + ".</p>\n";
}

}  // namespace

std::string device_address(const std::string& id, const std::string& label) {
    return "devices/" + page_name(label, id);
}

std::string device_page(const Evidence& evidence, const std::string& id, const std::string& label) {
    Document document = document_of(evidence, device_sections);
    document.title = label;
    RenderedSections rendered = render_sections(document);
    return as_site_page({.title = label,
                         .about = about_device(evidence.devices.at(id), document),
                         .root = "../",
                         .contents = links_to_sections(document),
                         .sections = routines_of(evidence) + rendered.html,
                         .data = std::move(rendered.data),
                         .draws = true});
}

}  // namespace hone
