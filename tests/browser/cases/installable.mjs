// What a phone needs to put the page on its home screen, and that nothing comes from elsewhere.
import assert from 'node:assert/strict';

export default [
  {
    name: 'installable: a manifest with icons, and nothing that is not the page\'s own',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const hosts = new Set();
      phone.page.on('request', (request) => hosts.add(new URL(request.url()).host));
      await phone.page.reload();
      await phone.sees('Nothing waits for you.');
      assert.deepEqual([...hosts], [`127.0.0.1:${stage.port}`]);
      const session = await phone.context.newCDPSession(phone.page);
      const { data, errors } = await session.send('Page.getAppManifest');
      assert.deepEqual(errors, []);
      const manifest = JSON.parse(data);
      assert.equal(manifest.display, 'standalone');
      for (const { src, type, sizes } of manifest.icons) {
        const icon = await phone.page.request.get(new URL(src, phone.page.url()).href);
        assert.equal(icon.status(), 200, src);
        assert.equal(icon.headers()['content-type'], type);
        if (type === 'image/png') assert.equal(`${(await icon.body()).readUInt32BE(16)}x${(await icon.body()).readUInt32BE(20)}`, sizes);
      }
      const html = await phone.page.request.get(`http://127.0.0.1:${stage.port}/`);
      assert.match(html.headers()['content-security-policy'], /default-src 'none'/);
      assert.ok(!/<script(?![^>]*src=)|<style| style=| on[a-z]+=/i.test(await html.text()));
    },
  },
];
