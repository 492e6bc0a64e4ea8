// Texts of agents and people are data: nothing in them runs, loads, or turns the page around.
import assert from 'node:assert/strict';

const evil = (where) => `<script>alert("${where}")</script><img src=x onerror="alert('${where}')"><b>${where}</b>`;
const leading_away = '[click](javascript:alert(5)) ![x](https://evil.invalid/x.png) <a href="javascript:alert(6)">y</a>';
// Everything that an attack would add; ours has none of it in these places.
const foreign = 'script, img, b, iframe, object, embed, form[action], [onerror], [onclick], [onload], [style]:not([style=""])';

async function assert_harmless(phone, place) {
  assert.deepEqual(await phone.page.locator(place).locator(foreign).evaluateAll((all) => all.map(({ outerHTML }) => outerHTML)), []);
}

export default [
  {
    name: 'hostile: a script in every field of a question stays text, before and after the answer',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const hook = stage.ask('PreToolUse-preview', (event) => {
        event.cwd = `${stage.root}/<img src=x onerror=alert(1)>`;
        event.session_id = '<script>alert(2)</script>';
        event.tool_input = {
          questions: [
            {
              question: evil('question'), header: evil('header'), multiSelect: true,
              options: [{ label: evil('label'), description: evil('description'), preview: evil('preview') }, { label: 'plain', description: '' }],
            },
            {
              question: 'javascript:alert(1)', header: '[x](javascript:alert(3))', multiSelect: false,
              options: [{ label: '[click](javascript:alert(4))', description: '', preview: leading_away }, { label: 'b', description: '' }],
            },
          ],
        };
        stage.transcript(event, evil('context'));
      });
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      for (const where of ['question', 'header', 'label', 'description', 'context']) await phone.sees(`<script>alert("${where}")</script>`);
      for (const preview of await phone.page.getByText('Preview').all()) await preview.click();
      await phone.sees('<script>alert("preview")</script>');
      assert.equal(await phone.page.locator('a[href^="javascript" i]').count(), 0);
      await assert_harmless(phone, 'article.card');
      await phone.shots('hostile');

      await phone.option('label').click();
      await phone.page.getByRole('group').filter({ hasText: 'javascript:alert(1)' }).getByText('Other', { exact: true }).click();
      await phone.page.getByLabel('Your own answer').nth(1).fill(evil('answer'));
      await phone.page.getByText('Add a note').first().click();
      await phone.page.getByLabel('Note').first().fill(evil('note'));
      await phone.answer();
      await phone.sees_outcome('<script>alert("answer")</script>');
      await assert_harmless(phone, 'article.card');
      await hook.reply;
      await phone.tab('History');
      await phone.page.locator('.list-row').waitFor();
      await phone.sees('<script>alert("note")</script>');
      await assert_harmless(phone, '#main');
      await phone.page.getByLabel('Search what has ended').fill(evil('search'));
      await phone.tab('Numbers');
      await phone.page.locator('.panel').first().waitFor();
      await assert_harmless(phone, '#main');
      await phone.tab('Status');
      await phone.page.locator('.panel').first().waitFor();
      await assert_harmless(phone, '#main');
    },
  },
  {
    name: 'hostile: a script in a plan, a command and a form stays text',
    async run(stage) {
      await stage.start({ rules: [{ name: 'relay forms', when: { kind: 'elicitation' }, do: { mode: 'block' } }] });
      const phone = await stage.phone();
      const next = async () => {
        await phone.page.getByRole('button', { name: /Next/ }).click();
      };
      stage.plan(`# ${evil('heading')}\n\n${evil('plan')}\n\n\`\`\`\n${evil('code')}\n\`\`\`\n\n| a |\n|---|\n| ${evil('cell').replaceAll('|', '')} |\n`);
      await phone.card.waitFor();
      for (const where of ['heading', 'plan', 'code', 'cell']) await phone.sees(`<script>alert("${where}")</script>`);
      await assert_harmless(phone, 'article.card');
      await phone.option('Say what to change').click();
      await phone.answer();
      await phone.sees_outcome('Say what to change');

      stage.permission((event) => { event.tool_input = { command: `echo '${evil('command')}'\n\`\`\`\n# not a heading`, description: evil('why') }; });
      await stage.waiting();
      await next();
      await phone.sees('<script>alert("command")</script>');
      assert.equal(await phone.card.locator('.command h1').count(), 0);
      await assert_harmless(phone, 'article.card');
      await phone.option('Allow once').click();
      await phone.answer();
      await phone.sees_outcome('Allow once');

      stage.ask('Elicitation-form', (event) => {
        event.message = evil('message');
        event.mcp_server_name = evil('server');
        event.requested_schema = { type: 'object', properties: { [evil('name')]: { type: 'string', title: evil('title'), description: evil('field'), default: evil('default') } }, required: [] };
      });
      await stage.waiting();
      await next();
      for (const where of ['message', 'title', 'field', 'default']) await phone.sees(`<script>alert("${where}")</script>`);
      await assert_harmless(phone, 'article.card');
    },
  },
  {
    name: 'hostile: text that turns or hides text is shown for what it is',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      stage.question([{
        question: 'Delete \u202etxt.exe\u202c or \u0007bell?', header: 'שלום',
        options: [{ label: 'إلغاء 123', description: 'a\u200bb' }, { label: 'No', description: 'zero \u0000 byte' }],
      }]);
      await phone.card.waitFor();
      await phone.sees('Delete \\u202etxt.exe\\u202c or \\x07bell?');
      await phone.sees('a\\u200bb');
      await phone.shots('bidi');
      assert.ok((await phone.page.locator('.row').first().boundingBox()).x < 40);

      stage.permission((event) => { event.tool_input.command = 'rm -rf \u202eexe.txt\u202c /\u200b \u001b[2J'; });
      await stage.waiting(2);
      await phone.page.getByRole('button', { name: 'Newer question' }).click();
      await phone.sees('rm -rf \\u202eexe.txt\\u202c /\\u200b \\x1b[2J');
    },
  },
];
