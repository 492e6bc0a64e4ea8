// Codex, without a terminal, with a scripted model in a configuration that also has comments and a table of its own.
import { ResponsesModel } from './responses-model.mjs';
import { AgentStage } from './stage.mjs';

export class CodexStage extends AgentStage {
  agent = 'codex';
  file = '.codex/config.toml';

  scripted(script) {
    return new ResponsesModel(script, 'mcp__afar');
  }

  settings(model) {
    return `# mine
model = "scripted"
model_provider = "loop" # on loopback

[model_providers.loop]
name = "loop"
base_url = "${model.url}/v1"
wire_api = "responses"
requires_openai_auth = false`;
  }

  variables() {
    return {};
  }

  first(prompt) {
    return this.run('exec', '--skip-git-repo-check', '--json', prompt);
  }

  // The same session, a turn later.
  next(prompt) {
    return this.run('exec', '--skip-git-repo-check', '--json', 'resume', '--last', prompt);
  }
}
