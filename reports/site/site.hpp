// SPDX-License-Identifier: MIT
// A site of many databases: static pages, with a start page and a page for each device and each
// routine. Memory is bounded: databases are read one after the other, and only their times are
// kept.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace hone {

struct SiteSummary {
    std::size_t databases = 0, devices = 0, routines = 0, doubtful = 0;
};

struct SiteOutput {
    /// Writes a page; its path is relative to the site.
    std::function<void(const std::string& path, const std::string& content)> write;
    /// Called with the number of databases read so far.
    std::function<void(std::size_t done)> watch;
};

/// Reads the databases, which are not changed, and writes the pages. Each file is opened before the
/// first page is written, so a wrong file fails early.
SiteSummary make_site(const std::vector<std::filesystem::path>& files, const SiteOutput& output);

}  // namespace hone
