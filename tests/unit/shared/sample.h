// Every shape of the protocol with every field set to something that is not its default, as JSON.
#pragma once
#include <nlohmann/json.hpp>

namespace afar::sample {

nlohmann::json dialog();
nlohmann::json open_request();
nlohmann::json open_result();
nlohmann::json opened();
nlohmann::json settle_request();
nlohmann::json session_event();

}  // namespace afar::sample
