// How long answers took and who gave them, over what has ended. On a read-only connection of its
// own: any thread, beside a running daemon.
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "shared/dialog/dialog.h"

namespace afar {

// From a dialog's opening to the person's answer.
struct AnswerTimes {
  std::int64_t count = 0;
  std::optional<Milliseconds> median;  // absent where the count is 0
  std::optional<Milliseconds> p90;
};

struct Statistics {
  struct Bucket {
    std::optional<Milliseconds> up_to;  // absent: whatever is longer than the others
    std::int64_t count = 0;
  };
  AnswerTimes answers;
  std::vector<Bucket> buckets;  // by their times
  std::map<std::string, AnswerTimes> people;
  std::map<std::string, AnswerTimes> surfaces;
  std::map<std::string, std::int64_t> outcomes;  // by the state's word
  std::map<std::string, std::int64_t> rules;     // what policy decided
};

// Of what ended from then on; nullopt: of all. Throws DatabaseRefused or StorageUnavailable.
Statistics read_statistics(const std::string& path, std::optional<WallTime> since);

nlohmann::json to_json(const Statistics& statistics);

}  // namespace afar
