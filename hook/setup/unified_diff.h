// What differs between two texts, line by line, as diff -u shows it.
#pragma once
#include <string>
#include <string_view>

namespace afar::setup {

// Empty where they are equal. `name`: the file's, for the head.
std::string unified_diff(std::string_view before, std::string_view after, const std::string& name);

}  // namespace afar::setup
