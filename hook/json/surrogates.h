// Lone surrogates in JSON text: JavaScript strings may hold half of a pair, and JSON.stringify then
// writes \ud83d. That is JSON, but no UTF-8 can say it, and nlohmann/json refuses it.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace afar::raw {

// The text with every escape of a lone surrogate ("\ud83d") replaced by what `replacement` makes of
// it; nullopt where there is none. Text without any such escape is only looked through.
std::optional<std::string> replace_lone_surrogates(
    std::string_view json, const std::function<std::string(std::string_view escape)>& replacement);

}  // namespace afar::raw
