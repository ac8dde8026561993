// SPDX-License-Identifier: MIT
// Building blocks of pages: sections as HTML with the data of their charts, and their template.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "reports/sections/document.hpp"

namespace hone {

/// Escapes text for HTML, also within an attribute.
std::string escaped(std::string_view text);

/// A sentence of the report; text in backquotes becomes code.
std::string sentence(std::string_view text);

/// Data for a script element: no text can end the element or begin a comment in it.
std::string script_data(const ChartSpec& data);

/// Replaces the placeholder <!--NAME--> of a template.
void fill(std::string& page, std::string_view name, std::string_view with);

/// The scripts of reports/render with these names, one after the other.
std::string scripts(std::initializer_list<std::string_view> names);

/// A link to each section of a document.
std::string links_to_sections(const Document& document);

/// The sections of a document, and the data of its charts.
struct RenderedSections {
    std::string html;
    ChartSpec data;
};
RenderedSections render_sections(const Document& document);

}  // namespace hone
