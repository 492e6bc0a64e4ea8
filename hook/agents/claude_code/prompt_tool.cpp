#include "hook/agents/claude_code/prompt_tool.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/origin.h"
#include "hook/agents/claude_code/tool_dialog.h"
#include "hook/json/raw.h"
#include "shared/dialog/fields.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/nesting.h"

namespace afar::hook::claude_code {
namespace {

using nlohmann::json;

// The client's file of this session, by the client's own rule for names: the folder with a dash for
// whatever is no letter or digit. Not documented; where there is no such file there is no context.
std::string transcript_of(const Environment& environment, const PromptPlace& place) {
  const auto is_alnum = [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  const auto is_name = [&](unsigned char c) { return is_alnum(c) || c == '-'; };
  // A session that the operator named may be any text.
  if (!std::all_of(place.session.begin(), place.session.end(), is_name)) return "";
  const auto home = environment("HOME");
  const auto config = environment("CLAUDE_CONFIG_DIR");
  if (!config && !home) return "";
  std::string folder = place.cwd;
  std::replace_if(
      folder.begin(), folder.end(), [&](unsigned char c) { return !is_alnum(c); }, '-');
  return config.value_or(home.value_or("") + "/.claude") + "/projects/" + folder + "/" +
         place.session + ".jsonl";
}

Origin origin_for(const Environment& environment, const PromptPlace& place, const Fields& call) {
  // As the fields of the hook's events, since it has to be the same origin.
  const json event = {{"session_id", place.session},
                      {"cwd", place.cwd},
                      {"tool_use_id", call.string_or("tool_use_id", "")}};
  return origin_of(environment, Fields(event));
}

void fill_in_content(const Fields& call, std::string_view raw_input, Ask& ask) {
  OpenRequest& request = ask.request;
  const json& input = call.object_json("input");
  request.kind = kind_of_tool(request.tool);
  // Here the client asks whether this tool, too, may run.
  if (request.kind == DialogKind::kPlanEntry) request.kind = DialogKind::kPermission;
  Asked asked = asked_by(request.kind, {request.tool, input, raw_input, "", true});
  request.content = std::move(asked.content);
  ask.input = std::move(asked.echo);
  if (request.kind == DialogKind::kPermission) request.input = raw_input;
}

Ask understand(const Environment& environment, const PromptPlace& place, const json& arguments,
               std::string_view raw_arguments) {
  const Fields call(arguments);
  Ask ask;
  ask.event = "permission_prompt";
  ask.transcript = transcript_of(environment, place);
  ask.request.tool = call.string("tool_name");
  if (ask.request.tool.empty()) call.refuse("tool_name", "expected a tool's name, found nothing");
  ask.request.origin = origin_for(environment, place, call);
  ask.request.must_ask = true;
  fill_in_content(call, raw::member(raw_arguments, "input").value_or("{}"), ask);
  return ask;
}

}  // namespace

std::variant<Ask, NotUnderstood> prompt_ask(const Environment& environment,
                                            const PromptPlace& place, std::string_view arguments) {
  if (!rpc::nests_within(arguments, rpc::kNestingMax)) return NotUnderstood{"it nests too deep"};
  const auto repaired = raw::without_lone_surrogates(arguments);
  const json parsed = json::parse(repaired ? std::string_view(*repaired) : arguments, nullptr,
                                  /*allow_exceptions=*/false);
  if (parsed.is_discarded()) return NotUnderstood{"it is not JSON"};
  try {
    return understand(environment, place, parsed, arguments);
  } catch (const BadField& bad) {
    return NotUnderstood{bad.what()};
  }
}

}  // namespace afar::hook::claude_code
