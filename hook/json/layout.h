// How parts of JSON text are laid out, and new ones in the same way.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace afar::raw {

// Each part on a line of its own, or all behind one another.
struct Layout {
  bool lines = false;
  std::string line_end = "\n";
  std::string indent;  // of the part, where it has a line of its own
  std::string step;    // from there to what stands in it
};

// The text's own line ends and steps.
Layout layout_of(std::string_view text);

// What the line of that place is indented by.
std::string_view line_indent(std::string_view text, std::size_t at);
// The indentation of the line that begins last in a gap; nullopt: no line begins there.
std::optional<std::string_view> last_indent(std::string_view gap);
// The place of the bracket that opens the text's outermost value; the text's size where none does.
std::size_t root_of(std::string_view text);

std::string rendered(const nlohmann::ordered_json& value, const Layout& layout);
std::string rendered_member(std::string_view name, const nlohmann::ordered_json& value,
                            const Layout& layout);

}  // namespace afar::raw
