// SPDX-License-Identifier: MIT
// An immutable and possibly long text, such as a kernel's source: copies share it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace hone {

/// Usable in place of a std::string.
class SharedText {
  public:
    SharedText() = default;
    // NOLINTBEGIN(google-explicit-constructor)
    SharedText(std::string text) : text_(std::make_shared<const std::string>(std::move(text))) {}
    SharedText(const char* text) : SharedText(std::string(text)) {}

    operator const std::string&() const { return str(); }
    // NOLINTEND(google-explicit-constructor)
    const std::string& str() const { return text_ ? *text_ : empty_text; }
    const char* c_str() const { return str().c_str(); }
    std::size_t size() const { return str().size(); }
    bool empty() const { return str().empty(); }

    friend bool operator==(const SharedText& a, const SharedText& b) {
        return a.text_ == b.text_ || a.str() == b.str();
    }
    friend bool operator!=(const SharedText& a, const SharedText& b) { return !(a == b); }

  private:
    inline static const std::string empty_text;

    std::shared_ptr<const std::string> text_;
};

}  // namespace hone
