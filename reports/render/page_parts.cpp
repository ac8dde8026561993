// SPDX-License-Identifier: MIT
// Every text from a store is escaped: for HTML in tables, and for a script element in the data of
// charts.
#include "reports/render/page_parts.hpp"

#include <fmt/format.h>

#include <set>

#include "reports/embedded.hpp"

namespace hone {
namespace {

// Numbers are right-aligned. Columns for programs are hidden; they serve for sorting and saving.
std::string attributes_of(const Column& column) {
    std::string attributes = column.align == Align::right ? " class=\"number\"" : "";
    if (column.exact_only) attributes += " hidden";
    return attributes;
}

std::string title_cell(const Column& column) {
    return fmt::format("<th scope=\"col\" data-key=\"{}\"{}><bdi>{}</bdi></th>",
                       escaped(column.key()), attributes_of(column), escaped(column.title));
}

std::string cell(const Column& column, const Cell& value) {
    std::string exact;
    if (value.is_number()) exact = fmt::format(" data-value=\"{}\"", value.exact());
    if (value.is_nothing()) exact = " data-none";
    return fmt::format("<td{}{}><bdi>{}</bdi></td>", attributes_of(column), exact,
                       escaped(value.shown()));
}

// The devices of a row, for the filter.
std::string devices_of(const Table& table, const Row& row, const std::set<std::string>& devices) {
    ChartSpec named = ChartSpec::array();
    for (std::size_t i = 0; i < row.size(); ++i)
        if (table.columns[i].align == Align::left && devices.contains(row[i].shown()))
            named.push_back(row[i].shown());
    return named.empty() ? "" : fmt::format(" data-devices=\"{}\"", escaped(named.dump()));
}

std::string html(const Table& table, const std::string& name, const std::string& title,
                 const std::set<std::string>& devices) {
    std::string text = fmt::format(
        "<div class=\"scroll\" role=\"region\" aria-label=\"{}\" tabindex=\"0\">"
        "<table data-name=\"{}\"><thead><tr>",
        escaped(title), escaped(name));
    for (const Column& column : table.columns) text += title_cell(column);
    text += "</tr></thead><tbody>\n";
    for (const Row& row : table.rows) {
        text += "<tr" + devices_of(table, row, devices) + ">";
        for (std::size_t i = 0; i < row.size(); ++i) text += cell(table.columns[i], row[i]);
        text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

std::string html(const Section& section, const Part& part, const std::set<std::string>& devices,
                 ChartSpec& drawings) {
    std::string text = fmt::format("<section class=\"part\"><h3>{}</h3>\n", escaped(part.title));
    if (!part.note.empty()) text += fmt::format("<p class=\"note\">{}</p>\n", sentence(part.note));
    if (!part.chart.is_null()) {
        text += fmt::format("<figure data-drawing=\"{}\" data-kind=\"{}\"></figure>\n",
                            drawings.size(), part.chart.at("kind").get<std::string>());
        drawings.push_back(part.chart);
    }
    const bool long_one = part.table.rows.size() > 12 || !part.chart.is_null() || part.collapsed;
    const std::string table = html(part.table, table_name(section, part), part.title, devices);
    if (!long_one) return text + table + "</section>\n";
    return text +
           fmt::format("<details{}{}><summary>Table, {} row{}</summary>{}</details></section>\n",
                       part.main ? " data-main" : "", part.collapsed ? "" : " open",
                       part.table.rows.size(), part.table.rows.size() == 1 ? "" : "s", table);
}

std::string html(const Section& section, const std::set<std::string>& devices,
                 ChartSpec& drawings) {
    std::string text = fmt::format(
        "<section class=\"question\" id=\"{}\"><h2>{}</h2>\n<p class=\"answer\">{}</p>\n",
        escaped(section.name), escaped(section.question), sentence(section.answer));
    for (const Part& part : section.parts) text += html(section, part, devices, drawings);
    return text + "</section>\n";
}

// No line break before a percent sign, or within "2.37 × ± 0.03".
std::string with_units(std::string text) {
    constexpr std::string_view no_break = "&nbsp;";
    for (const std::string_view unit : {" %", " ×", " ±"})
        for (std::size_t at = text.find(unit); at != text.npos; at = text.find(unit, at + 1))
            text.replace(at, 1, no_break);
    for (std::size_t at = text.find("± "); at != text.npos; at = text.find("± ", at + 1))
        text.replace(at + std::string_view("±").size(), 1, no_break);
    return text;
}

}  // namespace

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

// A sentence of the report: text in backquotes becomes code, and a number stays with its unit.
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
    return with_units(inside ? escaped(text) : marked);
}

std::string script_data(const ChartSpec& data) {
    std::string safe;
    for (const char letter : data.dump(-1, ' ', false, ChartSpec::error_handler_t::replace))
        safe += letter == '<' ? std::string("\\u003c") : std::string(1, letter);
    return safe;
}

void fill(std::string& page, std::string_view name, std::string_view with) {
    const std::string placeholder = fmt::format("<!--{}-->", name);
    const std::size_t at = page.find(placeholder);
    if (at == std::string::npos)
        throw std::logic_error("the page has no placeholder " + placeholder);
    page.replace(at, placeholder.size(), with);
}

std::string scripts(std::initializer_list<std::string_view> names) {
    std::string text;
    for (const std::string_view name : names)
        text += embedded::reports::find(fmt::format("render/{}.js", name));
    return text;
}

std::string links_to_sections(const Document& document) {
    std::string text;
    for (const Section& section : document.sections)
        text += fmt::format("<a href=\"#{}\">{}</a>\n", escaped(section.name),
                            escaped(section.question));
    return text;
}

RenderedSections render_sections(const Document& document) {
    const std::set<std::string> devices(document.devices.begin(), document.devices.end());
    RenderedSections rendered{"",
                              {{"devices", document.devices}, {"drawings", ChartSpec::array()}}};
    for (const Section& section : document.sections)
        rendered.html += html(section, devices, rendered.data["drawings"]);
    return rendered;
}

}  // namespace hone
