import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { AnyCall } from '@fws/contract/platform/call';
import { loadWireNames } from '@fws/contract/platform/form';
import * as z from 'zod/mini';
import { paths } from '../../web/src/platform/router/paths.ts';
import { escapeRegExp, findProof, read, readTests, type Proof, type TestFile } from './sources.ts';
import {
  CALLS,
  CARRIED_BY,
  CONSTANTS,
  ENTITIES,
  LEFT_OUT,
  MESSAGES,
  OPTIONS,
  ROUTES,
} from './specification.ts';

export interface Row {
  section: string;
  name: string;
  /** Where it is implemented; null: not implemented. */
  where: string | null;
  proof: Proof | null;
  note?: string;
}

const root = path.join(import.meta.dirname, '../..');

interface KnownCall {
  domain: string;
  exported: string;
  call: AnyCall;
  /** The legacy names that it reads or writes. */
  names: Set<string>;
}

/** Builds every row of the specification with its place and its proof. */
export async function buildCoverageRows(): Promise<Row[]> {
  const tests = readTests();
  const calls = await loadCalls();
  return [
    ...buildRouteRows(tests),
    ...buildCallRows(tests, calls),
    ...buildFieldRows(tests, calls),
    ...buildOptionRows(tests),
    ...buildMessageRows(tests),
    ...buildConstantRows(tests),
  ];
}

const matchesPath = (suffix: RegExp) => (file: TestFile) => suffix.test(file.path);
const isWire = matchesPath(/^server\/.*\.wire\.test\.ts$/);
const isJourney = matchesPath(/^e2e\//);

const STEPS = 'e2e/support/steps.ts';

/** Finds the first journey that uses a step containing these words. */
function findStepProof(journeys: readonly TestFile[], words: RegExp): Proof | null {
  const text = read(STEPS);
  for (const { index } of text.matchAll(new RegExp(words.source, 'g'))) {
    const step = [...text.slice(0, index).matchAll(/^export (?:async function|const) (\w+)/gm)].at(-1)?.[1];
    const proof = step === undefined ? null : findFirstProof(journeys, new RegExp(`\\b${step}\\(`));
    if (proof) return proof;
  }
  return null;
}

function findFirstProof(tests: readonly TestFile[], words: string | RegExp): Proof | null {
  for (const file of tests) {
    const proof = findProof(file, words);
    if (proof) return proof;
  }
  return null;
}

/** The router's patterns, with path functions replaced by their addresses. */
function listBuiltRoutes(): Set<string> {
  const source = read('web/src/app/firstRoutes.tsx') + read('web/src/app/routes.tsx');
  const named = Array.from(
    source.matchAll(/path: paths\.(?:pattern\(paths\.(\w+)\)|(\w+)\(\))/g),
    ([, patterned, plain]) => {
      const address = paths[(patterned ?? plain) as keyof typeof paths] as (id: string) => string;
      return address(':id').split('?')[0] ?? '';
    },
  );
  const literal = Array.from(source.matchAll(/path: '([^']+)'/g), ([, address = '']) => address);
  return new Set([...named, ...literal]);
}

function buildRouteRows(tests: readonly TestFile[]): Row[] {
  const built = listBuiltRoutes();
  const journeys = tests.filter(isJourney);
  return ROUTES.map((route) => {
    if (LEFT_OUT.includes(route))
      return { section: 'Routes', name: route, where: null, proof: null, note: 'left out by decision' };
    const start = route.replace(/\{.*/, '');
    const words = new RegExp(
      String.raw`['"\`/(]${escapeRegExp(start).replaceAll(String.raw`\/`, String.raw`\\?\/`)}(?:\d|\\d|[?'"\`$]${start.endsWith('/') ? '|' : ''})`,
    );
    return {
      section: 'Routes',
      name: route,
      where: built.has(route.replace('{id}', ':id')) ? 'web/src/app/routes.tsx' : null,
      proof: findFirstProof(journeys, words) ?? findStepProof(journeys, words),
    };
  });
}

async function loadCalls(): Promise<Map<string, KnownCall>> {
  const callsByName = new Map<string, KnownCall>();
  const folder = path.join(root, 'contract/src');
  for (const domain of readdirSync(folder).toSorted()) {
    const file = path.join(folder, domain, 'calls.ts');
    const loaded = (await import(file).catch(() => null)) as Record<string, unknown> | null;
    for (const [exported, value] of Object.entries(loaded ?? {})) {
      if (typeof value !== 'object' || value === null || !('form' in value)) continue;
      const call = value as AnyCall;
      const knownCall = { domain, exported, call, names: await listWireNames(call) };
      for (const name of [call.name, ...(call.aliases ?? [])]) callsByName.set(name, knownCall);
    }
  }
  return callsByName;
}

async function listWireNames(call: AnyCall): Promise<Set<string>> {
  const names = new Set(['auth_token', ...(await loadWireNames(call.form)).values()]);
  for (const file of call.files ?? []) names.add(file.wireName.replace(/\[\]$/, ''));
  collectNames(z.toJSONSchema(await call.reply.schema(), { unrepresentable: 'any' }), names);
  return names;
}

function collectNames(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) for (const item of node) collectNames(item, names);
  else if (typeof node === 'object' && node !== null)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
      collectNames(value, names);
    }
}

/** Steps of the shared story that make a call. */
const STORY: Readonly<Record<string, string>> = {
  mark_as_completed_new: 'fundStep',
  employee_mark_as_completed: 'workStep',
};

const isInDomain = (domain: string) => (file: TestFile) => file.path.includes(`/${domain}/`);

/** Finds a test over HTTP: in the call's own domain first, and preferably one that has the whole answer. */
function findCallProof(tests: readonly TestFile[], name: string, knownCall: KnownCall): Proof | null {
  const wire = tests.filter(isWire);
  const own = wire.filter(isInDomain(knownCall.domain));
  const story = STORY[name] ? [String.raw`\b${STORY[name]}\(`] : [];
  const used = String.raw`(?:calls\.)?${knownCall.exported}\b`;
  const answered = new RegExp([String.raw`\.done\(\s*${used}`, ...story].join('|'));
  const called = new RegExp(
    [
      `['"\`/]${escapeRegExp(name)}['"\`?]`,
      String.raw`\.call\(\s*${used}`,
      String.raw`\bcalls\.${knownCall.exported}\b`,
    ].join('|'),
  );
  // An alias of a call is proved only by a test that uses it.
  const patterns = name === knownCall.call.name ? [answered, called] : [called];
  for (const files of [own, wire])
    for (const pattern of patterns) {
      const proof = findFirstProof(files, pattern);
      if (proof) return proof;
    }
  return null;
}

function buildCallRows(tests: readonly TestFile[], calls: Map<string, KnownCall>): Row[] {
  return CALLS.map((name) => {
    const knownCall = calls.get(name);
    const where = knownCall ? `POST /api/${name}` : null;
    return { section: 'Calls', name, where, proof: knownCall ? findCallProof(tests, name, knownCall) : null };
  });
}

/** Finds a test that names the field, else one that has the whole answer of a call that declares it. */
function buildFieldRows(tests: readonly TestFile[], calls: Map<string, KnownCall>): Row[] {
  const sources = tests.filter(matchesPath(/^(?:server|contract)\//));
  return Object.entries(ENTITIES).flatMap(([entity, fields]) =>
    fields.map((field): Row => {
      const plain = field.replace('[]', '');
      const carriers = (CARRIED_BY[entity] ?? []).filter((name) => calls.get(name)?.names.has(plain));
      const [carrier] = carriers;
      const row = { section: `Fields of ${entity}`, name: field, where: carrier ?? null };
      if (carrier === undefined) {
        // The wire format combines this field with others before it reaches a form.
        const home = listWireFiles().find(({ text }) => text.includes(`'${plain}'`));
        const proof = home ? findFirstProof(sources, `${plain}:`) : null;
        return { ...row, where: home?.file ?? null, proof };
      }
      const byName = new RegExp(
        `(?<![\\w.])${escapeRegExp(plain)}(?:\\[\\])?['"]?\\]?:|['"]${escapeRegExp(plain)}(?:\\[\\])?['"]`,
      );
      const domains = carriers.flatMap((name) => calls.get(name)?.domain ?? []);
      const own = sources.filter(
        (file) => file.path.includes('main-story') || domains.some((domain) => isInDomain(domain)(file)),
      );
      const named = plain.includes('_') ? findFirstProof(own, byName) : null;
      if (named) return { ...row, proof: named };
      for (const name of carriers) {
        const knownCall = calls.get(name);
        const proof = knownCall ? findCallProof(tests, name, knownCall) : null;
        if (proof) return { ...row, proof, note: `with \`${name}\`` };
      }
      return { ...row, proof: null };
    }),
  );
}

function listWireFiles(): { file: string; text: string }[] {
  return readdirSync(path.join(root, 'contract/src'))
    .flatMap((domain) => ['wire.ts', 'model.ts'].map((file) => `contract/src/${domain}/${file}`))
    .filter((file) => existsSync(path.join(root, file)))
    .map((file) => ({ file, text: read(file) }));
}

/** The texts on the wire are in the contract's wire files. */
function buildOptionRows(tests: readonly TestFile[]): Row[] {
  const wires = listWireFiles();
  const sources = tests.filter(matchesPath(/^(?:server|contract|e2e)\//));
  return Object.entries(OPTIONS).flatMap(([option, values]) =>
    values.map((value) => {
      const travels =
        option === 'ID type' ? value.slice(0, 1) : value.replaceAll(' ', option === 'Sort' ? '_' : ' ');
      const literal = new RegExp(`['"\`]${escapeRegExp(travels)}['"\`]`);
      const home =
        option === 'ID type'
          ? wires.find(({ file }) => file.includes('/kyc/'))
          : wires.find(({ text }) => literal.test(text));
      const inTests = option === 'ID type' ? new RegExp(`id_proof_type: '${travels}'`) : literal;
      return {
        section: `Options of ${option}`,
        name: value,
        where: home?.file ?? null,
        proof: home ? findFirstProof(sources, inTests) : null,
      };
    }),
  );
}

function buildMessageRows(tests: readonly TestFile[]): Row[] {
  const catalogues = ['contract/locales/en', 'web/locales/en'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => {
      const file = `${folder}/${name}`;
      return { file, words: JSON.parse(read(file)) as Record<string, string> };
    }),
  );
  return MESSAGES.map(({ text, actual }) => {
    const expectedText = actual ?? text;
    const homes = catalogues.flatMap(({ file, words }) =>
      Object.entries(words)
        .filter(([, value]) => value === expectedText)
        .map(([id]) => ({ id, file })),
    );
    const spoken =
      findFirstProof(tests, expectedText) ??
      findStepProof(tests.filter(isJourney), new RegExp(escapeRegExp(expectedText)));
    const findProofById = () =>
      homes.map(({ id }) => findFirstProof(tests, `'${id}'`)).find((proof) => proof !== null) ?? null;
    return {
      section: 'Messages',
      name: text,
      where: homes[0] ? homes.map(({ id }) => id).join(', ') : null,
      proof: homes[0] ? (spoken ?? findProofById()) : null,
      ...(actual ? { note: `said as “${actual}”` } : {}),
    };
  });
}

function buildConstantRows(tests: readonly TestFile[]): Row[] {
  return CONSTANTS.map(({ description, heldBy }) => {
    const proofs = heldBy.flatMap(([end, words]) => {
      const file = tests.find((testFile) => testFile.path.endsWith(end));
      const proof = file && findProof(file, words);
      return proof ? [proof] : [];
    });
    return {
      section: 'Constants',
      name: description,
      where: 'see the test',
      proof: proofs[0] ?? null,
    };
  });
}
