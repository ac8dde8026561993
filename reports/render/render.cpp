// SPDX-License-Identifier: MIT
// The plain formats. CSV has one table after the other, each under a line with its name, with an
// empty line between; `--only` selects a section.
#include "reports/render/render.hpp"

#include <fmt/format.h>

#include <array>

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
    return text;
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
    return all;
}

std::string csv(const Document& document) {
    std::string all;
    for (const Section& section : document.sections)
        for (const Part& part : section.parts)
            all += fmt::format("{}{}: {}\r\n{}", all.empty() ? "" : "\r\n", section.name,
                               part.title, as_csv(part.table));
    return all;
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
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

constexpr std::array<ReportFormat, 5> all_formats{{{"html", ".html", as_page},
                                                   {"markdown", ".md", markdown},
                                                   {"csv", ".csv", csv},
                                                   {"json", ".json", json},
                                                   {"text", ".txt", text}}};

}  // namespace

std::span<const ReportFormat> report_formats() {
    return all_formats;
}

}  // namespace hone
