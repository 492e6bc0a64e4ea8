// OpenCode, without a terminal, with a scripted model in a configuration that also has comments.
import { FakeModel, call } from '../fake-model.mjs';
import { AgentStage } from './stage.mjs';

const named = (block) => (block.type === 'tool_use' ? call(block.id, `afar_${block.name}`, block.input) : block);
const all_named = (turn) => (typeof turn === 'function' ? async () => (await turn()).map(named) : turn.map(named));

export class OpencodeStage extends AgentStage {
  agent = 'opencode';
  file = '.config/opencode/opencode.jsonc';

  scripted(script) {
    return new FakeModel(script.map(all_named));
  }

  settings(model) {
    return `{
  "$schema": "https://opencode.ai/config.json",
  // mine
  "model": "loop/scripted",
  "small_model": "loop/scripted",
  "provider": {
    "loop": { // on loopback
      "npm": "@ai-sdk/anthropic",
      "options": { "baseURL": "${model.url}/v1", "apiKey": "no-real-key" },
      "models": { "scripted": {} },
    },
  },
}
`;
  }

  variables() {
    return { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1', OPENCODE_DISABLE_DEFAULT_PLUGINS: '1' };
  }

  first(prompt) {
    return this.run('run', prompt);
  }

  // The same session, a turn later.
  next(prompt) {
    return this.run('run', '--continue', prompt);
  }
}
