#include "shared/version.h"

namespace afar {

std::string_view product_version() { return AFAR_VERSION; }

std::string version_line(std::string_view program) {
  return std::string(program) + " " + std::string(product_version()) + " (protocol " +
         std::to_string(kProtocolVersion) + ", schema " + std::to_string(kSchemaVersion) + ")";
}

}  // namespace afar
