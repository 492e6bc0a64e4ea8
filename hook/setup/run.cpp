#include "hook/setup/run.h"

#include "hook/printable.h"
#include "hook/setup/agent_setup.h"
#include "hook/setup/refused.h"
#include "hook/setup/settings_file.h"
#include "hook/setup/unified_diff.h"

namespace afar::setup {
namespace {

std::string line(const std::string& text) { return printable(text) + "\n"; }

std::string what_changes(const Edited& edited) {
  std::string text;
  for (const auto& each : edited.changes) text += "  " + line(each);
  return text;
}

// Control characters but the ends of lines: the file may hold anything.
std::string printable_lines(const std::string& text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string each = text.substr(at, end - at);
    for (std::size_t tab; (tab = each.find('\t')) != std::string::npos;)
      each.replace(tab, 1, "    ");
    if (!each.empty() && each.back() == '\r') each.pop_back();
    shown += line(each);
    at = end + 1;
  }
  return shown;
}

std::string shown_only(const SettingsFile& file, const Edited& edited) {
  const std::string after = edited.nothing_left ? "" : edited.text;
  return line("Nothing was changed. This would be, in " + file.path + ":") + what_changes(edited) +
         "\n" + printable_lines(unified_diff(file.text.value_or(""), after, file.path));
}

// Throws Refused.
std::string carry_out(const SettingsFile& file, const Edited& edited, const std::string& nothing,
                      WallTime now) {
  std::string told;
  const std::string copy = file.text ? keep_copy(file, now) : "";
  // A symlink leads into a collection of settings, where an empty file says more than none.
  if (edited.nothing_left && file.real == file.path) {
    remove_settings(file);
    told = line("Removed " + file.path + ", in which nothing else was:");
  } else {
    replace_settings(file, edited.nothing_left ? nothing : edited.text);
    told = line((file.text ? "Changed " : "Created ") + file.path + ":");
  }
  told += what_changes(edited);
  if (!copy.empty()) told += line("As it was before: " + copy);
  return told;
}

std::string nothing_to_do(const SettingsFile& file, const Options& options) {
  if (options.remove) return line("Nothing of afar's is registered in " + file.path + ".");
  return line(file.path + " has it all already; nothing was changed.");
}

// One file, and what becomes of it.
struct Work {
  Target target;
  SettingsFile file;
  Edited edited;
};

Work prepare(const Part& part, const Options& options) {
  Work work;
  work.target = part.target;
  const std::string& path = part.target.file;
  work.file = options.dry_run ? read_settings(path) : read_settings_to_change(path);
  work.file.closed = part.target.closed;
  work.edited = part.edit(work.file.text);
  return work;
}

std::vector<Part> parts_of(const AgentSetup& agent, const Options& options,
                           const Surroundings& around) {
  const auto program = [&](const std::string& ours) { return options.remove ? "" : ours; };
  std::vector<Part> parts;
  if (auto hook = agent.hook(options.scope, around.environment, around.folder, program(around.hook),
                             options.permissions)) {
    parts.push_back(std::move(*hook));
  }
  if (options.mcp || options.remove) {
    parts.push_back(
        agent.server(options.scope, around.environment, around.folder, program(around.server)));
  }
  return parts;
}

std::string done(const Work& work, const Options& options, WallTime now) {
  if (work.edited.changes.empty()) return nothing_to_do(work.file, options);
  return options.dry_run ? shown_only(work.file, work.edited)
                         : carry_out(work.file, work.edited, work.target.nothing, now);
}

Ended set_up(const Options& options, const Surroundings& around) {
  const auto agent = make_agent_setup(options.agent);
  if (!options.remove && agent->has_hook() && around.hook.empty()) {
    throw Refused("there is no afar-hook beside afar nor in PATH; install afar whole");
  }
  if (!options.remove && options.mcp && around.server.empty()) {
    throw Refused("there is no afar-mcp beside afar nor in PATH; install afar whole");
  }
  // Whatever is refused is refused before anything is changed.
  std::vector<Work> works;
  for (const auto& part : parts_of(*agent, options, around)) {
    works.push_back(prepare(part, options));
  }
  Ended ended;
  bool changed = false;
  for (const auto& work : works) {
    changed = changed || !work.edited.changes.empty();
    // That a server which nobody asked for is not there is no news.
    if (options.remove && work.edited.changes.empty() && &work != &works.front()) continue;
    ended.out += done(work, options, around.now);
    if (!options.remove && !work.target.note.empty()) ended.out += line(work.target.note);
  }
  if (options.remove) return ended;
  const std::string obstacle = agent->obstacle(works.front().edited.text);
  if (!obstacle.empty()) ended.err = line("afar setup: " + obstacle);
  if (changed && !options.dry_run) {
    ended.out += "Sessions that start from now on use it. Check it all with: afar doctor" +
                 std::string(agent->has_hook() ? "" : " " + options.agent) + "\n";
  }
  return ended;
}

}  // namespace

Ended run(const std::vector<std::string>& words, const Surroundings& surroundings) {
  const auto read = read_options(words);
  if (const auto* notice = std::get_if<hook::Notice>(&read)) {
    return {notice->exit_code, notice->out, notice->err};
  }
  try {
    return set_up(std::get<Options>(read), surroundings);
  } catch (const std::exception& failed) {
    return {1, "", line(std::string("afar setup: ") + failed.what())};
  }
}

}  // namespace afar::setup
