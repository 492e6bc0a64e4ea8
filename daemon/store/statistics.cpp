#include "daemon/store/statistics.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "daemon/store/connection.h"
#include "daemon/store/query.h"

namespace afar {
namespace {

using nlohmann::json;
using store::Connection;
using store::Query;
using store::Sql;
using Times = std::vector<Milliseconds>;

// Where people's patience changes: at once, before the agent's turn is cold, today, another day.
constexpr std::array kBounds{Milliseconds(10'000),     Milliseconds(30'000),
                             Milliseconds(60'000),     Milliseconds(300'000),
                             Milliseconds(900'000),    Milliseconds(3'600'000),
                             Milliseconds(14'400'000), Milliseconds(86'400'000)};

// The smallest time that `percent` of all are not over (the nearest rank).
Milliseconds rank(const Times& sorted, std::size_t percent) {
  return sorted[(sorted.size() * percent + 99) / 100 - 1];
}

AnswerTimes summed_up(Times times) {
  AnswerTimes sum;
  sum.count = static_cast<std::int64_t>(times.size());
  if (times.empty()) return sum;
  std::sort(times.begin(), times.end());
  sum.median = rank(times, 50);
  sum.p90 = rank(times, 90);
  return sum;
}

std::map<std::string, AnswerTimes> summed_up(const std::map<std::string, Times>& all) {
  std::map<std::string, AnswerTimes> sums;
  for (const auto& [name, times] : all) sums.emplace(name, summed_up(times));
  return sums;
}

std::vector<Statistics::Bucket> buckets_of(const Times& times) {
  std::vector<Statistics::Bucket> buckets;
  for (const Milliseconds bound : kBounds) buckets.push_back({bound, 0});
  buckets.push_back({std::nullopt, 0});
  for (const Milliseconds time : times) {
    const auto bucket = std::find_if(buckets.begin(), buckets.end(), [&](const auto& each) {
      return !each.up_to || time <= *each.up_to;
    });
    ++bucket->count;
  }
  return buckets;
}

json or_null(const std::optional<Milliseconds>& time) {
  return time ? json(time->count()) : json(nullptr);
}

json times_json(const AnswerTimes& times) {
  return {
      {"count", times.count}, {"median_ms", or_null(times.median)}, {"p90_ms", or_null(times.p90)}};
}

std::int64_t count_of(const json& row) { return row.at("count").get<std::int64_t>(); }

// The most first.
void sort_by_count(json& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const json& one, const json& other) {
    return count_of(one) > count_of(other);
  });
}

json named_json(const std::map<std::string, AnswerTimes>& all) {
  json rows = json::array();
  for (const auto& [name, times] : all) {
    json row = times_json(times);
    row["name"] = name;
    rows.push_back(std::move(row));
  }
  sort_by_count(rows);
  return rows;
}

}  // namespace

Statistics read_statistics(const std::string& path, std::optional<WallTime> since) {
  Connection connection(path, Connection::Access::kRead);
  Query query(connection, Sql::kListOutcomes);
  query.with(since.value_or(WallTime{}));
  Statistics statistics;
  Times answers;
  std::map<std::string, Times> people;
  std::map<std::string, Times> surfaces;
  while (query.step()) {
    const auto by = decider_kind_from(query.text(3));
    ++statistics.outcomes[query.text(2)];
    if (by == Decider::Kind::kPolicy && !query.text(6).empty()) ++statistics.rules[query.text(6)];
    if (by != Decider::Kind::kPerson || query.text(2) != to_word(DialogState::kAnswered)) continue;
    const Milliseconds time = std::max(query.time(1) - query.time(0), Milliseconds(0));
    answers.push_back(time);
    people[query.text(4)].push_back(time);
    surfaces[query.text(5)].push_back(time);
  }
  statistics.buckets = buckets_of(answers);
  statistics.answers = summed_up(std::move(answers));
  statistics.people = summed_up(people);
  statistics.surfaces = summed_up(surfaces);
  return statistics;
}

json to_json(const Statistics& statistics) {
  json answers = times_json(statistics.answers);
  answers["buckets"] = json::array();
  for (const auto& bucket : statistics.buckets) {
    answers["buckets"].push_back({{"up_to_ms", or_null(bucket.up_to)}, {"count", bucket.count}});
  }
  json rules = json::array();
  for (const auto& [name, count] : statistics.rules) {
    rules.push_back({{"name", name}, {"count", count}});
  }
  sort_by_count(rules);
  return {{"answers", std::move(answers)},
          {"people", named_json(statistics.people)},
          {"surfaces", named_json(statistics.surfaces)},
          {"outcomes", statistics.outcomes},
          {"rules", std::move(rules)}};
}

}  // namespace afar
