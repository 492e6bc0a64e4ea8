// What the Bot API takes, and the words with which it refuses the rest. Stricter than the service where that
// would mend a mistake in silence: entities out of order, halves of a character, links nobody can open.
export class Refused extends Error {
  constructor(code, description, parameters) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

const bad = (what) => { throw new Refused(400, `Bad Request: ${what}`); };
const entity_types = new Set(['mention', 'hashtag', 'cashtag', 'bot_command', 'url', 'email', 'phone_number', 'bold', 'italic', 'underline',
  'strikethrough', 'spoiler', 'blockquote', 'expandable_blockquote', 'code', 'pre', 'text_link', 'text_mention', 'custom_emoji']);
const raw_types = new Set(['code', 'pre']);
const actions = ['url', 'callback_data', 'web_app', 'login_url', 'switch_inline_query', 'switch_inline_query_current_chat',
  'switch_inline_query_chosen_chat', 'copy_text', 'callback_game', 'pay', 'disabled'];

function check_encoding(text) {
  if (!text.isWellFormed() || text.includes('\0')) bad('strings must be encoded in UTF-8');
}

function splits_a_character(text, at) {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '');
}

function check_link(url) {
  let host;
  try {
    host = new URL(url).hostname;
  } catch { /* no URL at all */ }
  if (!/^(https?|tg):/.test(url) || !(host?.includes('.') || host?.includes(':'))) bad(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
}

function check_entity(text, entity, open) {
  const { type, offset, length } = entity ?? {};
  if (!entity_types.has(type)) bad(`can't parse entities: unsupported entity type ${type}`);
  const end = offset + length;
  if (!Number.isInteger(offset) || !Number.isInteger(length) || offset < 0 || length < 1 || end > text.length) {
    bad(`entity ${type} ${offset}+${length} is outside the text of ${text.length} UTF-16 units`);
  }
  if (splits_a_character(text, offset) || splits_a_character(text, end)) bad(`entity ${type} ${offset}+${length} splits a character`);
  if (type === 'text_link' && typeof entity.url !== 'string') bad('entity text_link has no url');
  while (open.length > 0 && open.at(-1).end <= offset) open.pop();
  const around = open.at(-1);
  if (around && end > around.end) bad(`entities ${around.type} and ${type} overlap`);
  if (around && (raw_types.has(around.type) || raw_types.has(type))) bad(`entity ${type} inside ${around.type}`);
  open.push({ type, end });
}

export function check_entities(text, entities = []) {
  if (!Array.isArray(entities)) bad('entities must be an array');
  if (entities.length > 100) bad(`${entities.length} entities, 100 are kept`);
  const open = [];
  entities.forEach((entity, at) => {
    if (at > 0 && entity.offset < entities[at - 1].offset) bad('entities are not sorted');
    check_entity(text, entity, open);
  });
}

// The text as it is kept: the service cuts blanks at its end, and what entities have there.
export function checked_text({ text, entities, parse_mode }, most = 4096, name = 'text') {
  if (typeof text !== 'string' || text === '') bad('message text is empty');
  if (parse_mode !== undefined) bad('this stub takes entities, no parse_mode');
  check_encoding(text);
  if (text.trim() === '') bad(`${name} must be non-empty`);
  if (text.length > most) bad(name === 'text' ? 'message is too long' : 'message caption is too long');
  check_entities(text, entities);
  const kept = text.trimEnd();
  return { text: kept, entities: (entities ?? []).filter(({ offset }) => offset < kept.length) };
}

function check_button(button) {
  if (typeof button?.text !== 'string' || button.text.trim() === '') bad('text buttons are unallowed in the inline keyboard');
  check_encoding(button.text);
  const used = actions.filter((action) => button[action] !== undefined);
  if (used.length !== 1) bad(`an inline keyboard button needs exactly one action, found ${used.length}`);
  if (button.style !== undefined && !['danger', 'success', 'primary'].includes(button.style)) bad('invalid button style specified');
  if (button.url !== undefined) check_link(button.url);
  if (button.callback_data === undefined) return;
  const bytes = Buffer.byteLength(String(button.callback_data));
  if (typeof button.callback_data !== 'string' || bytes < 1 || bytes > 64) bad('BUTTON_DATA_INVALID');
}

export function checked_markup(markup) {
  if (markup === undefined) return undefined;
  if (typeof markup !== 'object' || markup === null) bad("can't parse reply keyboard markup JSON object");
  if (markup.force_reply) {
    const hint = markup.input_field_placeholder;
    if (hint !== undefined && (hint.length < 1 || hint.length > 64)) bad('input_field_placeholder is 1 to 64 characters');
    if (markup.inline_keyboard === undefined) return markup;
  }
  const rows = markup.inline_keyboard;
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) bad('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays');
  if (rows.some((row) => row.length > 8) || rows.flat().length > 100) bad('reply markup is too long');
  rows.flat().forEach(check_button);
  return rows.flat().length > 0 ? { ...markup, inline_keyboard: rows.filter((row) => row.length > 0) } : undefined;
}

export function checked_toast({ text = '' }) {
  check_encoding(text);
  if (text.length > 200) bad('MESSAGE_TOO_LONG');
  return text;
}

export function checked_topic_name(name) {
  if (typeof name !== 'string' || name.trim() === '' || name.length > 128) bad('TOPIC_TITLE_INVALID');
  check_encoding(name);
  return name;
}
