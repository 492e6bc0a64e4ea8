// Looking back: what has ended, searched; and how long answers took. Read on the reader thread.
#include <array>
#include <boost/asio/post.hpp>
#include <charconv>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>

#include "daemon/core/showing.h"
#include "daemon/store/history.h"
#include "daemon/store/statistics.h"
#include "daemon/surfaces/redact.h"
#include "daemon/surfaces/web/api.h"
#include "shared/dialog/dialog_json.h"
#include "shared/dialog/fields.h"

namespace afar::web {
namespace {

using nlohmann::json;

// Nobody types more words to find something.
constexpr std::size_t kWordsMax = 8;
constexpr std::int64_t kDaysMax = 36'500;
constexpr std::int64_t kDaysWhereLeftOut = 30;

std::int64_t number_in(const http::Request& request, const char* name, std::int64_t or_else,
                       std::int64_t most) {
  const auto text = request.parameter(name);
  if (!text || text->empty()) return or_else;
  std::int64_t number = -1;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), number);
  if (read.ec != std::errc() || read.ptr != text->data() + text->size() || number < 0 ||
      number > most) {
    throw BadField(std::string(name) + ": expected a number from 0 to " + std::to_string(most));
  }
  return number;
}

HistoryWanted wanted_by(const http::Request& request) {
  HistoryWanted wanted;
  std::istringstream words(request.parameter("q").value_or(""));
  for (std::string word; words >> word && wanted.words.size() < kWordsMax;) {
    wanted.words.push_back(word);
  }
  const std::string state = request.parameter("state").value_or("");
  if (!state.empty()) {
    wanted.state = dialog_state_from(state);
    if (!wanted.state || *wanted.state == DialogState::kOpen) {
      throw BadField("state: expected how a dialog ends, like answered or expired");
    }
  }
  wanted.before = number_in(request, "before", 0, std::numeric_limits<std::int64_t>::max());
  return wanted;
}

// Runs `read` on the reader thread and replies with what it gives.
void reply_from_reader(const ApiCall& call, std::function<json()> read) {
  boost::asio::post(call.tools->readers, [call, read = std::move(read)]() mutable {
    auto& loop = call.tools->loop;
    // Nothing of the loop's stays with this thread.
    try {
      auto result = std::make_shared<json>(read());
      boost::asio::post(loop, [call = std::move(call), result] { call.reply(200, *result); });
    } catch (const std::exception& error) {
      boost::asio::post(
          loop, [call = std::move(call), why = std::string(error.what())] { call.fail(503, why); });
    }
  });
}

void history(const ApiCall& call) {
  const auto wanted = wanted_by(call.request());
  const WallTime now = read_clocks().wall;
  const auto patterns = call.tools->configuration.settings().redact;
  reply_from_reader(call, [wanted, now, patterns, database = call.tools->database] {
    const auto page =
        read_history(database, wanted, [&](const DialogRecord& record) -> std::optional<Dialog> {
          if (!is_shown_on(record.showing, kWebSurface, now)) return std::nullopt;
          return redacted(record.dialog, patterns);
        });
    json dialogs = json::array();
    for (const auto& dialog : page.dialogs) dialogs.push_back(to_json(dialog));
    return json{{"dialogs", std::move(dialogs)},
                {"next", page.next ? json(*page.next) : json(nullptr)}};
  });
}

void stats(const ApiCall& call) {
  const auto days = number_in(call.request(), "days", kDaysWhereLeftOut, kDaysMax);
  std::optional<WallTime> since;
  if (days > 0) since = read_clocks().wall - std::chrono::days(days);
  reply_from_reader(call, [days, since, database = call.tools->database] {
    json result = to_json(read_statistics(database, since));
    result["days"] = days;
    result["since"] = since ? json(to_rfc3339(*since)) : json(nullptr);
    return result;
  });
}

constexpr std::array kRoutes{Route{"GET", "/api/history", history},
                             Route{"GET", "/api/stats", stats}};

}  // namespace

std::span<const Route> history_routes() { return kRoutes; }

}  // namespace afar::web
