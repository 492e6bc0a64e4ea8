// Markdown of agents as HTML that a page may show: nothing in it can run, load or lead anywhere but
// to an http, https or mailto link. Pure; any thread.
#pragma once
#include <optional>
#include <string>

namespace afar {

// What is longer is not worth the time: a page then shows it as it is.
inline constexpr std::size_t kMarkdownBytesMax = 128 * 1024;

// GitHub's dialect with tables, strikethrough, task lists and links found in the text. HTML in it
// is shown as the text that it is, images as their description. nullopt: it is too long.
std::optional<std::string> markdown_to_html(const std::string& text);

}  // namespace afar
