// SPDX-License-Identifier: MIT
// The frame is that of a report. Style and scripts are separate files, which a browser loads once.
// Optional end tags of HTML are omitted from tables.
#include "reports/site/site_page.hpp"

#include <fmt/format.h>

#include <cctype>

#include "db/model/printable.hpp"
#include "reports/embedded.hpp"

namespace hone {
namespace {

std::string script_element(const std::string& root, std::string_view name) {
    return fmt::format("<script src=\"{}{}\" defer></script>\n", root, name);
}

std::string crumbs(const SitePage& page) {
    if (page.root.empty()) return "";
    return "<p class=\"crumbs\">" + link_to(page.root + "index.html", "All devices") + "</p>\n";
}

std::string words_of_cell(const Cell& value, const std::string& link) {
    if (!link.empty()) return link_to(link, value.shown());
    return value.is_number() || value.is_nothing() ? escaped(value.shown())
                                                   : "<bdi>" + escaped(value.shown()) + "</bdi>";
}

std::string cell_of(const Cell& value, const std::string& link) {
    if (value.is_nothing()) return "<td data-none>" + escaped(value.shown());
    const std::string words = words_of_cell(value, link);
    if (!value.is_number()) return "<td>" + words;
    return fmt::format("<td data-value={}>{}", value.exact(), words);
}

std::string title_of(const Column& column) {
    return fmt::format("<th scope=col data-key=\"{}\"{}>{}", escaped(column.key()),
                       column.align == Align::right ? " class=number" : "", escaped(column.title));
}

}  // namespace

std::string link_to(const std::string& address, const std::string& words) {
    return fmt::format("<a href=\"{}\"><bdi>{}</bdi></a>", escaped(address), escaped(words));
}

std::string as_html(const LinkedTable& linked) {
    if (linked.table.rows.empty()) return "";
    std::string text = fmt::format(
        "<div class=scroll role=region aria-label=\"{}\" tabindex=0>"
        "<table data-name=\"{}\"><thead><tr>",
        escaped(linked.title), escaped(linked.name));
    for (const Column& column : linked.table.columns) text += title_of(column);
    text += "<tbody>\n";
    for (std::size_t i = 0; i < linked.table.rows.size(); ++i) {
        text += "<tr>";
        for (std::size_t k = 0; k < linked.table.rows[i].size(); ++k) {
            const bool leads = i < linked.links.size() && k < linked.links[i].size();
            text += cell_of(linked.table.rows[i][k], leads ? linked.links[i][k] : "");
        }
        text += '\n';
    }
    return text + "</table></div>\n";
}

std::string site_section(const std::string& name, const std::string& heading,
                         const std::string& answer, const std::string& content) {
    return fmt::format(
        "<section class=\"question\" id=\"{}\"><h2>{}</h2>\n<p class=\"answer\">{}</p>\n{}"
        "</section>\n",
        escaped(name), escaped(heading), sentence(answer), content);
}

std::string site_part(const std::string& heading, const std::string& note,
                      const std::string& content) {
    const std::string how =
        note.empty() ? "" : fmt::format("<p class=\"note\">{}</p>\n", sentence(note));
    return fmt::format("<section class=\"part\"><h3>{}</h3>\n{}{}</section>\n", escaped(heading),
                       how, content);
}

std::string as_site_page(const SitePage& page) {
    std::string text(embedded::reports::find("site/site.html"));
    fill(text, "TITLE", escaped(page.title));
    fill(text, "ROOT", page.root);
    fill(text, "CRUMBS", crumbs(page));
    fill(text, "HEADING", escaped(page.title));
    fill(text, "ABOUT", sentence(page.about));
    fill(text, "CONTENTS", page.contents);
    fill(text, "SCRIPTS",
         (page.draws ? script_element(page.root, "charts.js") : "") +
             script_element(page.root, "doubtful.js") + script_element(page.root, "page.js"));
    fill(text, "DATA",
         script_data(page.data.is_null() ? ChartSpec{{"devices", ChartSpec::array()},
                                                     {"drawings", ChartSpec::array()}}
                                         : page.data));
    fill(text, "SECTIONS", page.sections);
    return printable(std::move(text));
}

std::vector<SiteFile> shared_files() {
    const auto file = [](std::string_view name) {
        return std::string(embedded::reports::find(name));
    };
    return {
        {"style.css", std::string(style_mark) + file("render/colors.css") +
                          file("render/page.css") + file("site/site.css")},
        {"charts.js", std::string(script_mark) + file("render/vendor/d3.min.js") +
                          file("render/vendor/plot.umd.min.js") +
                          scripts({"chart", "charts_limits", "charts_configs", "charts_search"})},
        {"page.js", std::string(script_mark) + scripts({"tables", "page"}) + file("site/site.js")}};
}

std::string page_name(const std::string& words, const std::string& id) {
    constexpr std::size_t most = 40;
    constexpr std::size_t enough = 8;
    std::string name;
    for (const char letter : words) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte < 0x80 && std::isalnum(byte) != 0)
            name += static_cast<char>(std::tolower(byte));
        else if (!name.empty() && name.back() != '_')
            name += '_';
        if (name.size() >= most) break;
    }
    while (name.ends_with('_')) name.pop_back();
    if (!id.empty()) name += (name.empty() ? "" : "-") + id.substr(0, enough);
    return name + ".html";
}

}  // namespace hone
