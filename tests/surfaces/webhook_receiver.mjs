// Receives webhooks on loopback, and checks each with the reference library before it believes it.
import http from 'node:http';
import { Changes } from './changes.mjs';

export class Receiver extends Changes {
  got = []; // {event, id, dialog, at}, each verified
  forged = []; // what did not verify
  answers = []; // statuses (or [status, headers]) for the next ones; then 204
  held = null; // while it is a list, nobody is answered

  // Webhook: the class of npm's standardwebhooks.
  async start(Webhook, secret) {
    const verifier = new Webhook(secret);
    this.server = http.createServer(async (request, response) => {
      const parts = [];
      for await (const part of request) parts.push(part);
      const body = Buffer.concat(parts).toString('utf8');
      try {
        const { event, dialog, text } = verifier.verify(body, request.headers);
        this.got.push({ event, dialog, text, id: request.headers['webhook-id'], at: Date.now() });
      } catch (error) {
        this.forged.push(error.message);
      }
      const [status, headers = {}] = [this.answers.shift() ?? 204].flat();
      if (this.held) this.held.push(response);
      else response.writeHead(status, headers).end();
      this.touch();
    });
    await new Promise((go) => this.server.listen(0, '127.0.0.1', go));
    this.url = `http://127.0.0.1:${this.server.address().port}/afar`;
    return this;
  }

  // The first that fits, once it is there.
  async wait(fits) {
    const found = await this.until(() => this.got.find(fits));
    if (!found) throw new Error(`it never came; what came: ${JSON.stringify(this.got.map(({ event, dialog }) => [event, dialog?.id, dialog?.state]))}, forged: ${this.forged}`);
    return found;
  }

  of(id) {
    return this.got.filter(({ dialog }) => dialog?.id === id);
  }

  end() {
    this.server.closeAllConnections();
    this.server.close();
  }
}
