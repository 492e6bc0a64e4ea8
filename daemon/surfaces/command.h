// A program that gets dialogs as JSON lines and answers with JSON lines (CONFIG.md, "commands").
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daemon/surfaces/probing.h"
#include "daemon/surfaces/program_surface.h"

namespace afar {

class CommandSurface : public ProgramSurface {
 public:
  CommandSurface(SurfaceTools tools, const config::CommandSettings& settings)
      : ProgramSurface(tools, "command:" + settings.name, settings, settings.timeout) {}

  void notice(const std::string& text) override;
  void probe(ProbeHandler probed) override;
  bool closes_unconfirmed() const override { return true; }

 private:
  void begin() override { ready(); }
  void present(Change change, const Card& card, SentHandler sent) override;
  void take(const nlohmann::json& said) override;
  void reply(const DialogId& id, const Reply& reply);
  void end_probe();

  Probing probing_;
};

}  // namespace afar
