import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)\b/i;

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** Collects the licences of the packages that these files (relative to the root) belong to. */
export async function collectNotices(root: string, files: readonly string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => PACKAGE_FOLDER.exec(file)?.[0] ?? []));
  const notices = await Promise.all([...folders].map((folder) => readNotice(join(root, folder))));
  // npm may have installed one package in two places.
  const texts = [...new Set(notices)].toSorted();
  return ['# Licences of the packages that are bundled here', ...texts].join('\n\n') + '\n';
}

async function readNotice(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const names = (await readdir(folder)).filter((name) => LICENCE_FILE.test(name)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const heading = `## ${manifest.name} ${manifest.version} (${manifest.license ?? 'see below'})`;
  return [heading, ...texts.map((text) => text.trim())].join('\n\n');
}
