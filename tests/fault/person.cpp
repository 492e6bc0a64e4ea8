#include "tests/fault/person.h"

#include <gtest/gtest.h>

namespace afar::test {

using nlohmann::json;

int Person::run(std::vector<std::string> arguments, std::string& out) {
  std::string words;
  for (const auto& word : arguments) words += " " + word.substr(0, 40);
  const Command::End end = Command(stage_, std::move(arguments)).end();
  EXPECT_EQ(end.exit.signal, 0) << "afar" << words;
  out = end.out;
  if (end.exit.code != 0) {
    EXPECT_NE(end.err, "") << "afar" << words << " fails without a word";
    complaint_ = end.err;
  }
  return end.exit.code;
}

int Person::answer(const std::string& id, const std::map<int, int>& choices) {
  std::vector<std::string> arguments{"answer", id};
  for (const auto& [question, option] : choices) {
    arguments.push_back(std::to_string(question) + "=" + std::to_string(option));
  }
  std::string out;
  const int code = run(std::move(arguments), out);
  if (code != 0) return code;
  ids_.insert(id);
  for (const auto& [question, option] : choices) {
    answers_[id]["q" + std::to_string(question)]["options"] = {"o" + std::to_string(option)};
  }
  return code;
}

int Person::write(const std::string& id, const std::string& text) {
  std::string out;
  const int code = run({"answer", id, "--text", text}, out);
  if (code == 0) answers_[id]["q1"]["text"] = text;
  return code;
}

int Person::dismiss(const std::string& id) {
  std::string out;
  const int code = run({"dismiss", id}, out);
  if (code == 0) states_[id] = "cancelled";
  return code;
}

std::optional<std::vector<json>> Person::list() {
  std::string out;
  if (run({"list", "--all", "--json"}, out) != 0) return std::nullopt;
  auto dialogs = json::parse(out).get<std::vector<json>>();
  for (const auto& dialog : dialogs) learn(dialog);
  return dialogs;
}

std::optional<json> Person::show(const std::string& id) {
  std::string out;
  if (run({"show", id, "--json"}, out) != 0) return std::nullopt;
  const json dialog = json::parse(out);
  learn(dialog);
  return dialog;
}

void Person::learn(const json& dialog) {
  const std::string id = dialog.at("id");
  ids_.insert(id);
  const std::string state = dialog.at("state");
  if (state == "answered" || state == "cancelled") states_[id] = state;
  for (const auto& [question, answer] : dialog.at("answers").items()) {
    answers_[id][question] = answer;
  }
}

void Person::expect_all_stands() {
  Operator record = stage_.connect();
  for (const auto& id : ids_) EXPECT_EQ(record.get(id).value("id", ""), id);
  for (const auto& [id, state] : states_) {
    EXPECT_EQ(record.get(id).value("state", ""), state) << id;
  }
  for (const auto& [id, answers] : answers_) {
    const json dialog = record.get(id);
    for (const auto& [question, told] : answers) {
      const json kept = dialog.at("answers").value(question, json::object());
      for (const auto& [field, value] : told.items()) {
        EXPECT_EQ(kept.value(field, json()), value) << id << " " << question << " " << field;
      }
    }
  }
  std::string out;
  EXPECT_EQ(run({"audit", "verify"}, out), 0) << complaint_;
}

std::optional<json> of_session(const std::vector<json>& dialogs, const std::string& session) {
  for (const auto& dialog : dialogs) {
    if (dialog.at("origin").at("session") == session) return dialog;
  }
  return std::nullopt;
}

}  // namespace afar::test
