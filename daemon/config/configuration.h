// The configuration in force, and what it rules. Owned by main; loop thread only.
#pragma once
#include <optional>
#include <string>
#include <utility>

#include "daemon/config/load.h"

namespace afar::config {

class Configuration {
 public:
  Configuration(ConfigFiles files, Loaded loaded)
      : files_(std::move(files)), loaded_(std::move(loaded)) {}

  const ConfigFiles& files() const { return files_; }
  const Settings& settings() const { return loaded_.settings; }

  // What the files say now. Changes nothing: what is in force is replaced whole, once the change is
  // on record, or not at all.
  std::variant<Loaded, Problems> read_again() const { return load(files_); }
  void put_in_force(Loaded loaded) { loaded_ = std::move(loaded); }

  Facts facts_at(WallTime now, const Signs& signs) const;
  Ruling ruling_for(const OpenRequest& request, const Facts& facts) const;
  std::optional<std::string> why_not_answer(const DialogRecord& record, const Decider& by,
                                            WallTime now) const;

 private:
  ConfigFiles files_;
  Loaded loaded_;
};

}  // namespace afar::config
