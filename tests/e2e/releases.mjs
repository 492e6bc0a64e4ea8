// The client's releases under test, each the platform package from npm, kept in build/e2e/clients/VERSION.
import fs from 'node:fs';
import path from 'node:path';
import { install, npm, Unreachable } from '../lib/npm.mjs';

export { Unreachable };

export const pinned = '2.1.197';
const name = '@anthropic-ai/claude-code';
const arch = { x64: 'x64', arm64: 'arm64' }[process.arch];
const platform_package = `${name}-linux-${arch}`;

function kept_binary(kept, version) {
  return path.join(kept, version, 'node_modules', platform_package, 'claude');
}

// The newest release on the registry; where that cannot be asked, the newest that is kept.
export async function newest(kept, say) {
  try {
    return await npm('view', name, 'version');
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const have = (fs.existsSync(kept) ? fs.readdirSync(kept) : [])
      .filter((version) => version !== pinned && fs.existsSync(kept_binary(kept, version)))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    if (have.length === 0) throw error;
    say(`The registry cannot be reached; the newest kept release is ${have.at(-1)}.`);
    return have.at(-1);
  }
}

// The path of a release's executable; downloads it where it is not kept yet.
export async function client_of(kept, version, say) {
  if (!arch) throw new Error(`no platform package for ${process.arch}`);
  const binary = kept_binary(kept, version);
  if (fs.existsSync(binary)) return binary;
  const started = Date.now();
  say(`Downloading ${platform_package} ${version} (some 100 MB) ...`);
  await install(path.join(kept, version), path.relative(path.join(kept, version), binary), [`${platform_package}@${version}`]);
  say(`... done in ${Math.round((Date.now() - started) / 1000)} s.`);
  return binary;
}
