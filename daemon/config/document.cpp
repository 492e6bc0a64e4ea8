#include "daemon/config/document.h"

#include "daemon/config/config_file.h"

namespace afar::config {

std::optional<Document> read_document(const std::string& path, std::optional<uid_t> only_owner,
                                      std::vector<Problem>& problems) {
  auto read = read_config_file(path, only_owner);
  if (const auto* refused = std::get_if<FileRefused>(&read)) {
    problems.push_back({path, 0, "", refused->why});
    return std::nullopt;
  }
  auto* file = std::get_if<FileText>(&read);
  if (file == nullptr) return std::nullopt;
  auto parsed = parse(file->text);
  if (const auto* error = std::get_if<SyntaxError>(&parsed)) {
    problems.push_back({path, error->line, "", error->what});
    return std::nullopt;
  }
  return Document{std::get<Node>(std::move(parsed)), std::move(file->hash)};
}

}  // namespace afar::config
