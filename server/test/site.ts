import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A built web app whose public pages are rendered by this program. Returns its folder, with `dist` inside. */
export async function createSite(program: string): Promise<{ folder: string; webDist: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fws-site-'));
  const webDist = path.join(folder, 'dist');
  const programs = path.join(folder, 'dist-server');
  await Promise.all([webDist, programs].map((each) => mkdir(each)));
  await writeFile(path.join(webDist, 'index.html'), '<!doctype html><title>FWS</title>');
  await writeFile(path.join(programs, 'site.mjs'), program);
  await writeFile(path.join(programs, 'site.json'), '{}');
  return { folder, webDist };
}
