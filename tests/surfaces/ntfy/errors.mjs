// The server's errors, as it words them.
const docs = 'https://ntfy.sh/docs';

const errors = {
  40004: [400, 'invalid delay parameter: unable to parse delay', `${docs}/publish/#scheduled-delivery`],
  40007: [400, 'invalid priority parameter', `${docs}/publish/#message-priority`],
  40008: [400, 'invalid since parameter', `${docs}/subscribe/api/#fetch-cached-messages`],
  40009: [400, 'invalid request: topic invalid'],
  40010: [400, 'invalid request: topic name is disallowed'],
  40011: [400, 'invalid message: message must be UTF-8 encoded'],
  40014: [400, 'invalid request: attachments not allowed', `${docs}/config/#attachments`],
  40017: [400, 'invalid request: request body must be message JSON', `${docs}/publish/#publish-as-json`],
  40018: [400, 'invalid request: actions invalid', `${docs}/publish/#action-buttons`],
  40049: [400, 'invalid request: sequence ID invalid', `${docs}/publish/#updating-deleting-notifications`],
  40101: [401, 'unauthorized', `${docs}/publish/#authentication`],
  40301: [403, 'forbidden', `${docs}/publish/#authentication`],
  40401: [404, 'page not found'],
  41303: [413, 'JSON body too large'],
  42901: [429, 'limit reached: too many requests, please be nice', `${docs}/publish/#limitations`],
  42903: [429, 'limit reached: too many active subscriptions, please be nice', `${docs}/publish/#limitations`],
  42908: [429, 'limit reached: too many messages', `${docs}/publish/#limitations`],
};

export class Refused extends Error {
  constructor(code, detail) {
    const [status, words, link] = errors[code];
    super(detail ? `${words}, ${detail}` : words);
    this.status = status;
    this.body = { code, http: status, error: this.message, ...(link && { link }) };
  }
}
