// SPDX-License-Identifier: MIT
// The page: a template with placeholders. Tables are written as HTML, so they can be read without
// scripts; charts are data, which reports/render/page.js draws beside them. Every text that comes
// from a store is escaped: for HTML in tables, and for a script element in the data.
#include <fmt/format.h>

#include <set>

#include "reports/embedded.hpp"
#include "reports/render/render.hpp"

namespace hone {
namespace {

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char letter : text) switch (letter) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            default:
                safe += letter;
        }
    return safe;
}

// A sentence of the report, in which text in backquotes is code.
std::string sentence(std::string_view text) {
    std::string marked;
    bool inside = false;
    for (const char letter : escaped(text)) {
        if (letter != '`') {
            marked += letter;
            continue;
        }
        marked += inside ? "</code>" : "<code>";
        inside = !inside;
    }
    return inside ? escaped(text) : marked;
}

// No text can end the script element or begin a comment in it.
std::string as_script_data(const ChartSpec& data) {
    std::string safe;
    for (const char letter : data.dump(-1, ' ', false, ChartSpec::error_handler_t::replace))
        safe += letter == '<' ? std::string("\\u003c") : std::string(1, letter);
    return safe;
}

std::string cell(const Column& column, const Cell& value, std::string_view tag) {
    const std::string_view kind = column.align == Align::right ? " class=\"number\"" : "";
    return fmt::format("<{0}{1}><bdi>{2}</bdi></{0}>", tag, kind, escaped(value.shown()));
}

// The devices of a row, by which the filter hides it.
std::string devices_of(const Table& table, const Row& row, const std::set<std::string>& devices) {
    ChartSpec named = ChartSpec::array();
    for (std::size_t i = 0; i < row.size(); ++i)
        if (table.columns[i].align == Align::left && devices.contains(row[i].shown()))
            named.push_back(row[i].shown());
    return named.empty() ? "" : fmt::format(" data-devices=\"{}\"", escaped(named.dump()));
}

std::string html(const Table& table, const std::set<std::string>& devices) {
    std::string text = "<div class=\"scroll\"><table><thead><tr>";
    for (const Column& column : table.columns) text += cell(column, column.title, "th");
    text += "</tr></thead><tbody>\n";
    for (const Row& row : table.rows) {
        text += "<tr" + devices_of(table, row, devices) + ">";
        for (std::size_t i = 0; i < row.size(); ++i) text += cell(table.columns[i], row[i], "td");
        text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

std::string html(const Part& part, const std::set<std::string>& devices, ChartSpec& drawings) {
    std::string text = fmt::format("<section class=\"part\"><h3>{}</h3>\n", escaped(part.title));
    if (!part.note.empty()) text += fmt::format("<p class=\"note\">{}</p>\n", sentence(part.note));
    if (!part.chart.is_null()) {
        text += fmt::format("<figure data-drawing=\"{}\"></figure>\n", drawings.size());
        drawings.push_back(part.chart);
    }
    const bool long_one = part.table.rows.size() > 12 || !part.chart.is_null() || part.collapsed;
    const std::string table = html(part.table, devices);
    if (!long_one) return text + table + "</section>\n";
    return text +
           fmt::format("<details{}><summary>Table, {} row{}</summary>{}</details></section>\n",
                       part.collapsed ? "" : " open", part.table.rows.size(),
                       part.table.rows.size() == 1 ? "" : "s", table);
}

std::string html(const Section& section, const std::set<std::string>& devices,
                 ChartSpec& drawings) {
    std::string text = fmt::format(
        "<section class=\"question\" id=\"{}\"><h2>{}</h2>\n<p class=\"answer\">{}</p>\n",
        escaped(section.name), escaped(section.question), sentence(section.answer));
    for (const Part& part : section.parts) text += html(part, devices, drawings);
    return text + "</section>\n";
}

// Replaces the placeholder <!--NAME--> of the template.
void fill(std::string& page, std::string_view name, std::string_view with) {
    const std::string placeholder = fmt::format("<!--{}-->", name);
    const std::size_t at = page.find(placeholder);
    if (at == std::string::npos)
        throw std::logic_error("the page has no placeholder " + placeholder);
    page.replace(at, placeholder.size(), with);
}

std::string contents_of(const Document& document) {
    std::string text;
    for (const Section& section : document.sections)
        text += fmt::format("<a href=\"#{}\">{}</a>\n", escaped(section.name),
                            escaped(section.question));
    return text;
}

}  // namespace

std::string as_page(const Document& document) {
    const std::set<std::string> devices(document.devices.begin(), document.devices.end());
    ChartSpec data{{"devices", document.devices}, {"drawings", ChartSpec::array()}};
    std::string sections;
    for (const Section& section : document.sections)
        sections += html(section, devices, data["drawings"]);
    std::string page(embedded::reports::find("render/page.html"));
    // Texts from a store come last, since they could contain a placeholder.
    fill(page, "STYLE", embedded::reports::find("render/page.css"));
    fill(page, "D3", embedded::reports::find("render/vendor/d3.min.js"));
    fill(page, "PLOT", embedded::reports::find("render/vendor/plot.umd.min.js"));
    fill(page, "SCRIPT", embedded::reports::find("render/charts.js"));
    fill(page, "PAGE", embedded::reports::find("render/page.js"));
    fill(page, "TITLE", escaped(document.title));
    fill(page, "HEADING", escaped(document.title));
    fill(page, "ABOUT", escaped(document.about));
    fill(page, "CONTENTS", contents_of(document));
    fill(page, "DATA", as_script_data(data));
    fill(page, "SECTIONS", sections);
    return page;
}

}  // namespace hone
