#include "daemon/text/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

namespace afar {
namespace {

template <auto kFree>
struct FreeBy {
  template <typename Thing>
  void operator()(Thing* thing) const {
    kFree(thing);
  }
};
using Node = std::unique_ptr<cmark_node, FreeBy<cmark_node_free>>;
using Parser = std::unique_ptr<cmark_parser, FreeBy<cmark_parser_free>>;
using Walk = std::unique_ptr<cmark_iter, FreeBy<cmark_iter_free>>;
using Text = std::unique_ptr<char, FreeBy<std::free>>;

constexpr const char* kExtensions[] = {"table", "strikethrough", "tasklist", "autolink"};

Parser make_parser() {
  static const bool registered = [] {
    cmark_gfm_core_extensions_ensure_registered();
    return true;
  }();
  static_cast<void>(registered);
  Parser parser(cmark_parser_new(CMARK_OPT_VALIDATE_UTF8));
  for (const char* name : kExtensions) {
    auto* extension = cmark_find_syntax_extension(name);
    if (extension != nullptr) cmark_parser_attach_syntax_extension(parser.get(), extension);
  }
  return parser;
}

bool starts_with(std::string_view text, std::string_view start) {
  if (text.size() < start.size()) return false;
  for (std::size_t i = 0; i < start.size(); ++i) {
    const char letter = text[i];
    if ((letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter) != start[i]) return false;
  }
  return true;
}

bool may_be_followed(const char* url) {
  const std::string_view text = url == nullptr ? "" : url;
  return starts_with(text, "https://") || starts_with(text, "http://") ||
         starts_with(text, "mailto:");
}

// The node's children take its place.
void dissolve(cmark_node* node) {
  while (cmark_node* child = cmark_node_first_child(node)) cmark_node_insert_before(node, child);
  cmark_node_unlink(node);
  cmark_node_free(node);
}

void replace(cmark_node* node, cmark_node_type type) {
  cmark_node* text = cmark_node_new(type);
  cmark_node_set_literal(text, cmark_node_get_literal(node));
  cmark_node_replace(node, text);
  cmark_node_free(node);
}

// What could run, load or lead astray becomes the text that it is.
void disarm(cmark_node* root) {
  std::vector<cmark_node*> found;
  const Walk walk(cmark_iter_new(root));
  while (cmark_iter_next(walk.get()) != CMARK_EVENT_DONE) {
    cmark_node* node = cmark_iter_get_node(walk.get());
    // At its end, so that what is inside a node is done before the node.
    const auto type = cmark_node_get_type(node);
    const bool is_leaf = type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE;
    if (cmark_iter_get_event_type(walk.get()) != CMARK_EVENT_EXIT && !is_leaf) continue;
    if (is_leaf || type == CMARK_NODE_IMAGE ||
        (type == CMARK_NODE_LINK && !may_be_followed(cmark_node_get_url(node)))) {
      found.push_back(node);
    }
  }
  for (cmark_node* node : found) {
    const auto type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HTML_BLOCK) {
      replace(node, CMARK_NODE_CODE_BLOCK);
    } else if (type == CMARK_NODE_HTML_INLINE) {
      replace(node, CMARK_NODE_TEXT);
    } else {
      dissolve(node);
    }
  }
}

}  // namespace

std::optional<std::string> markdown_to_html(const std::string& text) {
  if (text.size() > kMarkdownBytesMax) return std::nullopt;
  const Parser parser = make_parser();
  cmark_parser_feed(parser.get(), text.data(), text.size());
  const Node root(cmark_parser_finish(parser.get()));
  if (!root) return std::nullopt;
  disarm(root.get());
  const Text html(cmark_render_html(root.get(), CMARK_OPT_DEFAULT,
                                    cmark_parser_get_syntax_extensions(parser.get())));
  return html ? std::optional<std::string>(html.get()) : std::nullopt;
}

}  // namespace afar
