// SPDX-License-Identifier: MIT
// The common parts of a site's pages: the frame, tables with links, and the shared files.
#pragma once

#include <string>
#include <vector>

#include "reports/render/page_parts.hpp"

namespace hone {

/// A page of a site before it is written.
struct SitePage {
    std::string title, about;
    std::string root = {};      // path to the start page: "../", empty for itself
    std::string contents = {};  // links to its sections, as HTML
    std::string sections = {};  // as HTML
    ChartSpec data = {};        // of charts
    bool draws = false;         // has charts
};

std::string as_site_page(const SitePage& page);

/// A table whose cells may link to other pages. It is written in as few characters as HTML allows,
/// since some have a thousand rows.
struct LinkedTable {
    std::string name;   // in links: "devices-all"
    std::string title;  // for screen readers
    Table table;
    std::vector<std::vector<std::string>> links = {};  // of each row, by column; may be shorter
};
std::string as_html(const LinkedTable& linked);

/// A section with its heading; the answer is a sentence with code in backquotes.
std::string site_section(const std::string& name, const std::string& heading,
                         const std::string& answer, const std::string& content);

/// A subheading in a section, with a note on how to read what follows.
std::string site_part(const std::string& heading, const std::string& note,
                      const std::string& content);

/// A link; both texts are escaped here.
std::string link_to(const std::string& address, const std::string& words);

/// The first lines of a site's styles and scripts, by which a later run recognizes them.
inline constexpr std::string_view style_mark = "@charset \"utf-8\";\n/* Made by hone. */\n";
inline constexpr std::string_view script_mark = "\"use strict\";  // Made by hone.\n";

/// The style and the scripts of all pages, by file name.
struct SiteFile {
    std::string name, content;
};
std::vector<SiteFile> shared_files();

/// A file name from words and an id: "nvidia_h200-1a2b3c4d.html".
std::string page_name(const std::string& words, const std::string& id = {});

}  // namespace hone
