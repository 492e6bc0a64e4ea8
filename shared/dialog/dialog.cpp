#include "shared/dialog/dialog.h"

#include <algorithm>
#include <array>
#include <utility>

namespace afar {
namespace {

template <typename Enum, std::size_t N>
using Words = std::array<std::pair<Enum, std::string_view>, N>;

constexpr Words<DialogKind, 5> kKinds{{{DialogKind::kUserQuestion, "user_question"},
                                       {DialogKind::kPlanApproval, "plan_approval"},
                                       {DialogKind::kPlanEntry, "plan_entry"},
                                       {DialogKind::kPermission, "permission"},
                                       {DialogKind::kElicitation, "elicitation"}}};
constexpr Words<DialogState, 7> kStates{{{DialogState::kOpen, "open"},
                                         {DialogState::kAnswered, "answered"},
                                         {DialogState::kDefaulted, "defaulted"},
                                         {DialogState::kDenied, "denied"},
                                         {DialogState::kLeft, "left"},
                                         {DialogState::kCancelled, "cancelled"},
                                         {DialogState::kExpired, "expired"}}};
constexpr Words<OutcomeState, 7> kOutcomes{{{OutcomeState::kAnswered, "answered"},
                                            {OutcomeState::kDefaulted, "defaulted"},
                                            {OutcomeState::kDenied, "denied"},
                                            {OutcomeState::kDeferred, "deferred"},
                                            {OutcomeState::kLeft, "left"},
                                            {OutcomeState::kCancelled, "cancelled"},
                                            {OutcomeState::kExpired, "expired"}}};
constexpr Words<Decider::Kind, 4> kDeciders{{{Decider::Kind::kPerson, "person"},
                                             {Decider::Kind::kPolicy, "policy"},
                                             {Decider::Kind::kTerminal, "terminal"},
                                             {Decider::Kind::kAgent, "agent"}}};
constexpr Words<Delivery, 5> kDeliveries{{{Delivery::kNone, "none"},
                                          {Delivery::kPending, "pending"},
                                          {Delivery::kDelivered, "delivered"},
                                          {Delivery::kUndelivered, "undelivered"},
                                          {Delivery::kStale, "stale"}}};

template <typename Enum, std::size_t N>
std::string_view word_of(const Words<Enum, N>& words, Enum value) {
  for (const auto& [each, word] : words) {
    if (each == value) return word;
  }
  return "";
}

template <typename Enum, std::size_t N>
std::optional<Enum> value_of(const Words<Enum, N>& words, std::string_view wanted) {
  for (const auto& [value, word] : words) {
    if (word == wanted) return value;
  }
  return std::nullopt;
}

template <typename Item>
const Item* find_by_id(const std::vector<Item>& items, std::string_view id) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.id == id; });
  return found == items.end() ? nullptr : &*found;
}

}  // namespace

const Option* Question::find_option(std::string_view option_id) const {
  return find_by_id(options, option_id);
}

const Question* Content::find_question(std::string_view question_id) const {
  return find_by_id(questions, question_id);
}

std::string_view to_word(DialogKind kind) { return word_of(kKinds, kind); }
std::string_view to_word(DialogState state) { return word_of(kStates, state); }
std::string_view to_word(OutcomeState state) { return word_of(kOutcomes, state); }
std::string_view to_word(Decider::Kind kind) { return word_of(kDeciders, kind); }
std::string_view to_word(Delivery delivery) { return word_of(kDeliveries, delivery); }

std::optional<DialogKind> dialog_kind_from(std::string_view word) { return value_of(kKinds, word); }
std::optional<DialogState> dialog_state_from(std::string_view word) {
  return value_of(kStates, word);
}
std::optional<OutcomeState> outcome_state_from(std::string_view word) {
  return value_of(kOutcomes, word);
}
std::optional<Decider::Kind> decider_kind_from(std::string_view word) {
  return value_of(kDeciders, word);
}
std::optional<Delivery> delivery_from(std::string_view word) { return value_of(kDeliveries, word); }

DialogState state_after(OutcomeState outcome) {
  if (outcome == OutcomeState::kDeferred) return DialogState::kOpen;
  return *dialog_state_from(to_word(outcome));
}

bool looks_like_dialog_id(std::string_view text) {
  return text.size() == 5 && std::all_of(text.begin(), text.end(),
                                         [](char c) { return c >= 'a' && c <= 'z' && c != 'l'; });
}

}  // namespace afar
