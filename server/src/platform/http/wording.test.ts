import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { call, type AnyCall } from '@fws/contract/platform/call';
import { LOCALES, type Locale, type SharedMessageId } from '@fws/contract/platform/messages';
import { refuseField } from '@fws/contract/platform/refusal';
import { expect, test } from 'vitest';
import { createLegacyFormat } from '../../legacy/format.ts';
import { getAssetPath } from '../assets.ts';
import { translate } from '../messages.ts';
import { createApp } from './app.ts';
import { mountCalls } from './calls.ts';
import { createCleanFormat } from './format.ts';
import { publicRoute } from './route.ts';
import { appOptions, idleParts } from '../../../test/http-parts.ts';

/** Refuses with the message whose id it is sent. */
const refuse = call({
  name: 'refuse',
  access: 'public',
  reads: true,
  kept: false,
  form: async () => z.object({ id: z.string() }),
  done: 'common.ok',
});

/** What refusals that name a call fill in. */
const VALUES = { seconds: 0, upiId: 'asha@okbank' };

async function startApp() {
  const app = await createApp(appOptions);
  const formats = (named: AnyCall) => ({
    clean: createCleanFormat(named),
    legacy: createLegacyFormat(named, { fields: { id: 'refused_id' } }),
    aliases: [],
  });
  const handle = publicRoute(refuse, async ({ id }) => {
    if (id === 'broken') throw new Error('broken');
    return refuseField('id', id as SharedMessageId, VALUES);
  });
  mountCalls(app, [handle], formats, idleParts);
  return app;
}

function readTexts(folder: string): [SharedMessageId, string][] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.flatMap(
    (name) =>
      Object.entries(JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as object) as [
        SharedMessageId,
        string,
      ][],
  );
}

const readLocale = (locale: Locale) => {
  const folder = path.join(getAssetPath('contract/locales'), locale);
  return { specified: new Map(readTexts(folder)), screens: readTexts(path.join(folder, 'screens')) };
};

test.each(LOCALES)('answers in %s in the wording that the client expects', async (locale) => {
  const app = await startApp();
  const { specified, screens } = readLocale(locale);
  const headers = { 'accept-language': locale };
  expect(screens.length).toBeGreaterThan(30);
  for (const [id, screenText] of screens) {
    const others = await app.inject({
      method: 'POST',
      url: '/api/refuse',
      headers,
      payload: { refused_id: id },
    });
    const written = specified.get(id);
    const text = written?.includes('{') ? translate(locale, id, VALUES) : written;
    expect(others.json()).toMatchObject({ message: text, errors: { refused_id: text } });
    for (const client of ['web', 'admin']) {
      const own = await app.inject({
        method: 'POST',
        url: '/api/refuse',
        headers: { ...headers, 'x-fws-client': client },
        payload: { id },
      });
      const shown = screenText.includes('{') ? translate(locale, id, VALUES, 'screen') : screenText;
      expect(own.json()).toMatchObject({ message: shown, errors: { id: shown } });
    }
  }
  await app.close();
});

test.each([
  ['a client of the specification', {}, 'Something went wrong! please try again later!!'],
  ['our screens', { 'x-fws-client': 'web' }, 'Something went wrong. Please try again in a minute'],
])('tells %s in its wording that the server failed', async (_, headers, message) => {
  const app = await startApp();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/refuse',
    headers,
    payload: { refused_id: 'broken', id: 'broken' },
  });
  expect(answer.json()).toEqual({
    status: 500,
    message,
    data: null,
    request_id: answer.headers['x-request-id'],
  });
  await app.close();
});

test('a page says in the wording of screens that the server failed', async () => {
  const app = await startApp();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/refuse',
    headers: { accept: 'text/html' },
    payload: { refused_id: 'broken' },
  });
  expect(answer.body).toContain('<h1>Something went wrong. Please try again in a minute</h1>');
  await app.close();
});
