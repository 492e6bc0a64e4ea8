// Setup of such an agent whose configuration is JSON.
#pragma once
#include "hook/setup/json_server.h"
#include "hook/setup/server_setup.h"

namespace afar::setup {

class JsonServerSetup : public ServerSetup {
 public:
  std::optional<RegisteredServer> registered(const std::string& text,
                                             const std::string& file) const final;

 protected:
  Edited edit(const std::optional<std::string>& text, const std::string& file,
              const std::string& program) const final;

 private:
  virtual ServerPlace place(const std::string& file) const = 0;
  virtual std::vector<WantedMember> members(const std::string& program) const = 0;
  // Throws Refused for a text to which the server cannot be added in that form.
  virtual void check_form(const std::string& text, const std::string& file,
                          const std::string& program) const;
};

// JSON text of these.
std::string json_of(const std::string& text);
std::string json_of(const std::vector<std::string>& texts);

}  // namespace afar::setup
