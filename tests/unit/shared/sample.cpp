#include "tests/unit/shared/sample.h"

namespace afar::sample {
namespace {

using nlohmann::json;

json questions() {
  return json::parse(R"([
    {"id": "q1", "header": "Cache", "text": "Which cache?\nSay \"so\" \\ \u65e5\u672c \ud83e\udd8a",
     "multi_select": true, "allow_free_text": false, "required": false,
     "options": [
       {"id": "o1", "label": "Redis, shared", "description": "needs a server", "preview": "+-+\n|R|\n+-+",
        "recommended": true},
       {"id": "o2", "label": "SQLite", "description": "", "preview": null, "recommended": false,
        "closes": true}],
     "links": [{"title": "Docs", "url": "https://example.org/cache"}],
     "expects": {"type": "integer", "format": "date", "minimum": 0.5, "maximum": 7.5, "min_length": 1,
       "max_length": 2, "min_items": 1, "max_items": 4, "suggestion": "7"}},
    {"id": "q2", "header": "", "text": "How many?", "multi_select": false, "allow_free_text": true,
     "required": true, "options": []}])");
}

json origin() {
  return json::parse(R"({"agent": "claude-code", "agent_version": "2.1.332", "host": "box",
    "project": "shop-api", "cwd": "/srv/shop-api", "session": "s-1", "generation": 3,
    "call": "toolu_1", "subagent": "a-1", "permission_mode": "plan", "interactive": false,
    "config_dir": "/home/me/agent"})");
}

json answers() {
  return json::parse(R"({"q1": {"options": ["o1", "o2"], "text": null, "note": "a note"},
                         "q2": {"options": [], "text": "seven\n\tor \"eight\"", "note": null}})");
}

json outcome() {
  return json::parse(R"({"state": "answered",
    "by": {"kind": "person", "name": "ann", "surface": "cli", "rule": "nights"},
    "at": "2026-11-30T14:02:03.004Z", "delivery": "pending", "message": "words", "stop": true})");
}

json asked() {
  json all = {{"kind", "plan_approval"},
              {"title", "A title"},
              {"body", "# A body"},
              {"context", "I need to know."}};
  all["questions"] = questions();
  all["origin"] = origin();
  return all;
}

json joined(json a, const json& b) {
  a.update(b);
  return a;
}

}  // namespace

json dialog() {
  return joined(asked(), {{"id", "tbxkq"},
                          {"state", "answered"},
                          {"created_at", "2026-11-30T14:00:00.000Z"},
                          {"expires_at", "2026-12-07T14:00:00.000Z"},
                          {"waiters", 2},
                          {"answers", answers()},
                          {"response", "to all of it"},
                          {"outcome", outcome()}});
}

json open_request() {
  return joined(asked(), {{"tool", "ExitPlanMode"},
                          {"input", "{\"a\":1}"},
                          {"phase", "beside"},
                          {"can_race", true},
                          {"can_defer", true},
                          {"must_ask", true},
                          {"relay", true},
                          {"unasked", true},
                          {"wait", "none"},
                          {"limit_ms", 595000},
                          {"agent_pid", 4242},
                          {"id", "mfvqz"},
                          {"running_calls", {"toolu_1", "toolu_2"}}});
}

json open_result() {
  return {{"id", "tbxkq"},
          {"outcome", outcome()},
          {"answers", answers()},
          {"response", "to all of it"}};
}

json opened() { return {{"id", "tbxkq"}, {"fallback", open_result()}}; }

json settle_request() {
  return joined(
      asked(), {{"tool", "AskUserQuestion"}, {"answers", answers()}, {"response", "to all of it"}});
}

json session_event() { return {{"event", "prompt"}, {"origin", origin()}, {"by_person", true}}; }

}  // namespace afar::sample
