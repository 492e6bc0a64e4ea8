// The hashes of the audit, by the layout of SCHEMA.md, which is frozen. One object serves many
// events; one thread.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/core/sha256.h"

struct evp_md_ctx_st;

namespace afar::store {

// 16 random bytes before each text, so that a removed text cannot be guessed from its hash.
inline constexpr std::size_t kSaltBytes = 16;

// What an event's hash covers. Views: of the caller's row.
struct EventFields {
  std::string_view prev_hash;
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  std::string_view kind;
  std::optional<std::string_view> dialog;
  std::string_view actor_kind;
  std::string_view actor_name;
  std::string_view actor_surface;
  std::string_view actor_rule;
  std::string_view body_hash;
};

class AuditHasher {
 public:
  AuditHasher();
  ~AuditHasher();
  AuditHasher(const AuditHasher&) = delete;
  AuditHasher& operator=(const AuditHasher&) = delete;

  Hash of_text(std::string_view salt, std::string_view text);
  Hash of_event(const EventFields& event);

 private:
  void begin();
  void add(std::string_view bytes);
  Hash end();

  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
  std::string fields_;  // kept for its memory
};

}  // namespace afar::store
