// Changes single parts of JSON text and leaves every other byte as it was: order, layout, unknown
// and doubled keys. Parts are views into the text given, as raw.h finds them, without white space
// around them. What is added is laid out as its neighbours are: on lines of its own, or on theirs.
//
// What append_* has added, remove() takes out again, to the byte. So that the remover knows which
// containers were there: what stood in an empty one stays right behind its opening bracket, with
// one blank after it. A container that came with its content has neither, and was_made_here()
// tells.
//
// Comments stay where they are, and a comma behind a last part stands behind the new one then.
//
// The text has to be JSON, but for those; of other text some text comes back.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace afar::raw {

// The text with one member, or element, more at the end of this object, or array.
std::string append_member(std::string_view text, std::string_view object, std::string_view name,
                          const nlohmann::ordered_json& value);
std::string append_element(std::string_view text, std::string_view array,
                           const nlohmann::ordered_json& value);

// The text with another value in this one's place.
std::string replace(std::string_view text, std::string_view part,
                    const nlohmann::ordered_json& value);

// Replaces the object's member of that name, or appends it where there is none.
std::string set_member(std::string_view text, std::string_view object, std::string_view name,
                       const nlohmann::ordered_json& value);

// The text without this value (of a member: without its name too) of that object or array, and
// without the comma that parts it from its neighbour.
std::string remove(std::string_view text, std::string_view container, std::string_view value);

// Whether the object or array holds one part only and is laid out as append_* lays out a container
// that it makes.
bool was_made_here(std::string_view container);

}  // namespace afar::raw
