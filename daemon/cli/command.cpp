#include "daemon/cli/command.h"

#include <algorithm>

#include "daemon/text/printable.h"

namespace afar::cli {
namespace {

// How many letters have to be changed, added, left out or swapped with their neighbour.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = std::max(i, j);
        continue;
      }
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

// A name as long as a command's is; a longer word is nobody's slip.
constexpr std::size_t kNameBytesMax = 40;

std::string nearest_command(const std::string& name) {
  std::string nearest;
  std::size_t least = 0;
  for (const auto& each : all_commands()) {
    const std::size_t changes = distance(name, each.name);
    if (nearest.empty() || changes < least) {
      nearest = each.name;
      least = changes;
    }
  }
  return nearest;
}

// "audit": the second words of the commands whose first word it is, for "daemon" without one.
std::string second_words_of(const std::string& group) {
  std::string words;
  for (const auto& each : all_commands()) {
    if (each.name.rfind(group + " ", 0) != 0) continue;
    words += (words.empty() ? "" : ", ") + each.name.substr(group.size() + 1);
  }
  return words;
}

}  // namespace

std::vector<Command> all_commands() {
  return {list_command(),
          show_command(),
          answer_command(),
          dismiss_command(),
          wait_command(),
          forget_command(),
          off_command(),
          on_command(),
          away_command(),
          here_command(),
          auto_command(),
          web_command(),
          web_list_command(),
          web_revoke_command(),
          test_command(),
          status_command(),
          audit_command(),
          audit_verify_command(),
          audit_head_command(),
          config_check_command(),
          config_show_command(),
          policy_explain_command(),
          policy_test_command(),
          setup_command(),
          doctor_command(),
          telegram_pair_command(),
          telegram_list_command(),
          telegram_revoke_command(),
          daemon_start_command(),
          daemon_stop_command(),
          daemon_restart_command(),
          daemon_reload_command(),
          daemon_status_command()};
}

FoundCommand find_command(const std::vector<std::string>& words) {
  const std::string first = words.at(0);
  const std::string both = words.size() > 1 ? first + " " + words[1] : first;
  FoundCommand found;
  for (auto& each : all_commands()) {
    if (each.name == both && words.size() > 1) return {std::move(each), 2};
    if (each.name == first) found = {std::move(each), 1};
  }
  const std::string second = second_words_of(first);
  const bool bare = words.size() < 2 || words[1].empty() || words[1][0] == '-';
  // "audit verfy" is no operand of audit, which takes none: it is a slip in the second word.
  const bool slip = !second.empty() && !bare && found.command.operands_max == 0;
  if (found.words > 0 && !slip) return found;
  if (!second.empty() && bare) {
    throw Failure(ExitCode::kWrongUsage, first + " needs one of these after it: " + second);
  }
  const std::string name = second.empty() ? first : both;
  std::string why = "there is no command \"" + printable_line(name) + "\"";
  if (name.size() <= kNameBytesMax) why += "; did you mean \"" + nearest_command(name) + "\"?";
  throw Failure(ExitCode::kWrongUsage, why + "\nTry: afar help");
}

}  // namespace afar::cli
