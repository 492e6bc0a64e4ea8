// What became of a dialog, in words. Every text of agents and people in the results is printable.
#pragma once
#include <string>

#include "shared/dialog/dialog.h"

namespace afar {

// One question's answer: `Redis, SQLite` or `"words of their own"`, with a note where there is one.
std::string chosen_in_words(const Question& question, const QuestionAnswer& answer);

// The whole answer; with several questions each with its number: `1: Redis; 2: "later"`.
std::string answer_in_words(const Content& content, const Answer& answer);

// "Telegram", "web page", "webhook:team".
std::string place_name(const std::string& surface);

// "by ann on Telegram", "in the terminal", "by the rule \"night\"".
std::string decider_in_words(const Decider& decider);

// How it ended: "answered: SQLite file cache, by ann on Telegram at 14:02"; "open" while it is.
std::string outcome_in_words(const Dialog& dialog, WallTime now);

// "tbxkq is answered already: SQLite file cache, by ann on Telegram at 14:02."
std::string ended_already(const Dialog& dialog, WallTime now);

// Where the outcome is on its way to the agent, as a clause; empty where there is nothing to
// deliver.
std::string delivery_in_words(Delivery delivery);

// "Which cache?", quoted on one line; the dialog's title where a question has no text.
std::string quoted(const std::string& text);

// Whether nothing can be answered any more.
bool is_final(DialogState state);

}  // namespace afar
