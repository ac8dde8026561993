// SPDX-License-Identifier: MIT
// Captures the output of a stream during a test.
#pragma once

#include <ostream>
#include <sstream>
#include <string>

namespace hone::test {

class Captured {
  public:
    explicit Captured(std::ostream& stream)
        : stream_(stream), before_(stream.rdbuf(text_.rdbuf())) {}
    ~Captured() { stream_.rdbuf(before_); }
    Captured(const Captured&) = delete;
    Captured& operator=(const Captured&) = delete;

    std::string text() const { return text_.str(); }

  private:
    std::ostringstream text_;
    std::ostream& stream_;
    std::streambuf* before_;
};

}  // namespace hone::test
