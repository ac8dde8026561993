// SPDX-License-Identifier: MIT
// The plain formats. A CSV file holds one table.
#include "reports/render/render.hpp"

#include <fmt/format.h>

#include <array>

#include "db/model/printable.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

std::string markdown(const Document& document) {
    std::string text = fmt::format("# {}\n\n{}\n", document.title, document.about);
    for (const Section& section : document.sections) {
        text += fmt::format("\n## {}\n\n{}\n", section.question, section.answer);
        for (const Part& part : section.parts) {
            text += fmt::format("\n### {}\n\n", part.title);
            if (!part.note.empty()) text += part.note + "\n\n";
            text += as_markdown(part.table);
        }
    }
    return printable(std::move(text));
}

std::string text(const Document& document) {
    std::string all = fmt::format("{}\n{}\n", document.title, document.about);
    for (const Section& section : document.sections) {
        all +=
            fmt::format("\n{}\n{}\n", section.question, std::string(width(section.question), '='));
        all += section.answer + "\n";
        for (const Part& part : section.parts)
            all += fmt::format("\n{}\n\n{}", part.title, as_text(part.table));
    }
    return printable(std::move(all));
}

// The caller selects one table for CSV.
std::string csv(const Document& document) {
    std::string all;
    for (const NamedTable& table : csv_tables(document)) all += table.csv;
    return printable(std::move(all));
}

std::string json(const Document& document) {
    Json all{{"title", document.title}, {"about", document.about}, {"sections", Json::array()}};
    for (const Section& section : document.sections) {
        Json one{{"name", section.name},
                 {"question", section.question},
                 {"answer", section.answer},
                 {"tables", Json::array()}};
        for (const Part& part : section.parts)
            one["tables"].push_back(
                {{"title", part.title}, {"rows", Json::parse(as_json(part.table))}});
        all["sections"].push_back(one);
    }
    return printable(all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

constexpr std::array<ReportFormat, 5> all_formats{{{"html", ".html", as_page},
                                                   {"markdown", ".md", markdown},
                                                   {"csv", ".csv", csv},
                                                   {"json", ".json", json},
                                                   {"text", ".txt", text}}};

}  // namespace

std::vector<NamedTable> csv_tables(const Document& document) {
    std::vector<NamedTable> all;
    for (const Section& section : document.sections)
        for (const Part& part : section.parts)
            all.push_back({table_name(section, part), as_csv(part.table)});
    return all;
}

OutputFormat output_format(const ReportFormat& format, std::string_view content) {
    if (format.name == "html")
        return {"page of hone",
                {"<!doctype html>…<meta name=\"generator\" content=\"hone\">",
                 "<!doctype html>…<footer><p>Made by hone."}};
    if (format.name == "csv")
        return {"table with the same columns",
                {std::string(content.substr(0, content.find('\n') + 1))}};
    if (format.name == "json")
        return {"report of hone as JSON",
                {"{\n  \"title\": \"Tuning report\",\n  \"about\": \"…; made by hone\",\n  "
                 "\"sections\": ["}};
    return {"report of hone",
            {"# Tuning report\n\n…; made by hone\n", "Tuning report\n…; made by hone\n"}};
}

std::span<const ReportFormat> report_formats() {
    return all_formats;
}

}  // namespace hone
