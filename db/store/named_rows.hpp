// SPDX-License-Identifier: MIT
// Reads rows into structs. Each field is read from the column of its name, so a query may order its
// columns freely.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/trial.hpp"
#include "db/sqlite/sqlite.hpp"
#include "db/store/row_fields.hpp"

namespace hone {

/// Reads the rows of a statement, which must outlive it. A string_view is not copied: it is valid
/// until the next row is read.
template <class T>
class RowReader {
  public:
    /// Throws if the statement lacks a column of T.
    explicit RowReader(const Statement& statement) : statement_(statement) {
        Finder finder{statement, columns_};
        T row;
        fields(row, finder);
    }
    /// The statement's current row.
    T read() const {
        T row;
        Filler filler{statement_, columns_.begin()};
        fields(row, filler);
        return row;
    }

  private:
    struct Finder {
        const Statement& statement;
        std::vector<int>& columns;

        template <class Field>
        void operator()(std::string_view name, Field& /*value*/) {
            columns.push_back(statement.column(name));
        }
        void operator()(std::string_view /*name*/, MedianInterval& /*value*/) {
            for (const char* name : {"median_ns", "low_ns", "high_ns", "coverage"})
                columns.push_back(statement.column(name));
        }
    };
    struct Filler {
        const Statement& statement;
        std::vector<int>::const_iterator column;
        std::size_t samples_read = 0;

        template <std::integral Whole>
        void operator()(const char* /*name*/, Whole& value) {
            value = static_cast<Whole>(statement.integer(*column++));
        }
        void operator()(const char* /*name*/, double& value) { value = statement.real(*column++); }
        void operator()(const char* /*name*/, std::string_view& value) {
            value = statement.text(*column++);
        }
        void operator()(const char* name, std::string& value) {
            value = shown_text(name, std::string(statement.text(*column++)));
        }
        template <Worded E>
        void operator()(const char* name, E& value) {
            const std::string_view text = statement.text(*column++);
            const std::optional<E> known = find_word<E>(text);
            if (!known)
                statement.refuse("the column " + std::string(name) + " has the unknown word '" +
                                 one_line(std::string(text)) + "'");
            value = *known;
        }
        void operator()(const char* /*name*/, Samples& samples) {
            samples = unpack(statement.blob(*column++));
            samples_read = samples.size();
        }
        void operator()(const char* /*name*/, MedianInterval& time) {
            time.median = statement.real(*column++);
            time.low = statement.real(*column++);
            time.high = statement.real(*column++);
            time.coverage = statement.real(*column++);
            time.count = samples_read;
        }
    };

    const Statement& statement_;
    std::vector<int> columns_;  // the columns of each field, in the order of the fields
};

/// Prepares a query and reads its rows.
template <class T>
class NamedRows {
  public:
    NamedRows(Connection& connection, std::string_view sql)
        : statement_(connection, sql), reader_(statement_) {}
    NamedRows(const NamedRows&) = delete;
    NamedRows& operator=(const NamedRows&) = delete;

    /// The next row; nullopt after the last one.
    std::optional<T> next() {
        return statement_.step() ? std::optional(reader_.read()) : std::nullopt;
    }

  private:
    Statement statement_;
    RowReader<T> reader_;
};

/// A row of a table whose struct has no id of its own.
template <class T>
struct Identified {
    std::string id;
    T content;
};
template <class T, class Visit>
void fields(Identified<T>& row, Visit& visit) {
    visit("id", row.id), fields(row.content, visit);
}

/// The first row of the statement's result, if there is one.
template <class T>
std::optional<T> first(Statement& statement) {
    const RowReader<T> reader(statement);
    if (!statement.step()) return std::nullopt;
    T row = reader.read();
    statement.reset();
    return row;
}

/// All rows of the statement's result.
template <class T>
std::vector<T> read_all(Statement& statement) {
    const RowReader<T> reader(statement);
    std::vector<T> rows;
    while (statement.step()) rows.push_back(reader.read());
    return rows;
}

}  // namespace hone
