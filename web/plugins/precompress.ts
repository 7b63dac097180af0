import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressBrotli = promisify(brotliCompress);
const COMPRESSIBLE = /\.(?:html|js|css|svg|json|webmanifest|txt)$/;
const MIN_BYTES = 128;

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await compressBrotli(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}

/** Writes a .br and a .gz beside each text file of the build, for the server to send as they are. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'fws-precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(folder, { recursive: true });
        await Promise.all(
          entries.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(folder, name))),
        );
      },
    },
  };
}
