// SPDX-License-Identifier: MIT
// Fills the page's template. Tables are written as HTML, so that they can be read without scripts.
// Charts are data, which reports/render/page.js draws.
#include "db/model/printable.hpp"
#include "reports/embedded.hpp"
#include "reports/render/page_parts.hpp"
#include "reports/render/render.hpp"

namespace hone {

std::string as_page(const Document& document) {
    const RenderedSections sections = render_sections(document);
    std::string page(embedded::reports::find("render/page.html"));
    // Texts from a store come last, since they could contain a placeholder.
    fill(page, "COLORS", embedded::reports::find("render/colors.css"));
    fill(page, "STYLE", embedded::reports::find("render/page.css"));
    fill(page, "D3", embedded::reports::find("render/vendor/d3.min.js"));
    fill(page, "PLOT", embedded::reports::find("render/vendor/plot.umd.min.js"));
    fill(page, "SCRIPT", scripts({"chart", "charts_limits", "charts_configs", "charts_search"}));
    fill(page, "PAGE", scripts({"tables", "page"}));
    fill(page, "LATER", scripts({"later"}));
    fill(page, "TITLE", printable(escaped(document.title)));
    fill(page, "HEADING", printable(escaped(document.title)));
    fill(page, "ABOUT", printable(escaped(document.about)));
    fill(page, "CONTENTS", printable(links_to_sections(document)));
    fill(page, "DATA", printable(script_data(sections.data)));
    fill(page, "SECTIONS", printable(sections.html));
    return page;
}

}  // namespace hone
