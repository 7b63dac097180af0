import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor, type JSXOpeningElement } from 'oxc-parser';
import { expect, test } from 'vitest';

// Phones choose the keyboard and fill in what they know by the attributes of a field. Every field says what it wants.

const webFolder = fileURLToPath(new URL('..', import.meta.url));

interface Field {
  file: string;
  component: string;
  /** The name under which a form registers it, or the value it shows. */
  name: string;
  attributes: Record<string, string>;
}

/** These know their keyboard and their hint themselves. */
const COMPLETE = [
  'CodeInput',
  'Combobox',
  'DateInput',
  'MoneyInput',
  'OtpInput',
  'RupeeInput',
  'SearchInput',
  'SkillsInput',
];
const TYPED = ['TextInput', 'InputBox', 'PasswordInput', 'input', ...COMPLETE];
const CHOSEN = ['radio', 'checkbox', 'range', 'file', 'hidden'];

function listFields(): Field[] {
  const files = readdirSync(webFolder, { recursive: true, encoding: 'utf8' }).filter(
    // The components themselves pass on what they are given.
    (name) => name.endsWith('.tsx') && !/^(?:ui|app\/design)\//.test(name),
  );
  return files.flatMap((file) => {
    const source = readFileSync(join(webFolder, file), 'utf8');
    const fields: Field[] = [];
    const visitor = new Visitor({
      JSXOpeningElement: (element) => {
        const field = readField(file, source, element);
        if (TYPED.includes(field.component) && !CHOSEN.includes(field.attributes['type'] ?? ''))
          fields.push(field);
      },
    });
    visitor.visit(parseSync(file, source).program);
    return fields;
  });
}

function readField(file: string, source: string, element: JSXOpeningElement): Field {
  const attributes: Record<string, string> = {};
  let registered = '';
  for (const part of element.attributes) {
    const text = source.slice(part.start, part.end);
    registered = /register\(\s*[`'"]([^`'"]+)/.exec(text)?.[1]?.replace(/^.*\./, '') ?? registered;
    const [, name = '', value = ''] = /^(\w+)=([\s\S]*)$/.exec(text) ?? [];
    if (name !== '') attributes[name] = value.replaceAll(/^["'{]+|["'}]+$/g, '');
  }
  const component = source.slice(element.name.start, element.name.end);
  return { file, component, name: registered || attributes['value'] || attributes['name'] || '', attributes };
}

const fields = listFields();
const describeField = ({ file, component, name }: Field) => `${file}: ${component} ${name}`;

test('finds the fields of all forms', () => {
  expect(fields.length).toBeGreaterThan(60);
});

test('every field says whether and how it may be filled in', () => {
  const silent = fields.filter(
    ({ component, attributes }) => !COMPLETE.includes(component) && attributes['autoComplete'] === undefined,
  );
  expect(silent.map(describeField)).toEqual([]);
});

/** What is asked of the user, by the names of fields. Somebody else's data are never filled in with the user's. */
const HINTS: Record<string, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  mobile: 'tel',
  phone: 'tel',
  identifier: 'username',
  companyName: 'organization',
  holderName: 'name',
  webLink: 'url',
  address1: 'address-line1',
  address2: 'address-line2',
  address3: 'address-line3',
  password: 'new-password',
  confirmPassword: 'new-password',
  oldPassword: 'current-password',
};

test('fields about the user are filled in by the browser', () => {
  const others = ['domains/profile/forms/ReferencesForm.tsx'];
  const wrong = fields.filter(({ file, name, attributes }) => {
    const asksForCurrent = /\/(?:LoginForm|PasswordDialog)\.tsx$/.test(file);
    const expected = name === 'password' && asksForCurrent ? 'current-password' : HINTS[name];
    return expected !== undefined && !others.includes(file) && attributes['autoComplete'] !== expected;
  });
  expect(wrong.map(describeField)).toEqual([]);
  // Every name is one of a field.
  const names = new Set(fields.map(({ name }) => name));
  expect(Object.keys(HINTS).filter((name) => !names.has(name))).toEqual([]);
});

/** Fields of digits, whose names do not say it. */
const DIGITS = ['age', 'years', 'aadhaarNumber', 'accountNumber', 'confirmAccountNumber'];

test('fields of digits open the keyboard of digits, those of addresses their own', () => {
  const hasKeyboard = ({ attributes: { type = 'text', inputMode = type } }: Field, keyboards: string[]) =>
    keyboards.includes(inputMode);
  const typed = fields.filter(({ component }) => !COMPLETE.includes(component));
  const wrong = typed.filter(
    (field) =>
      (DIGITS.includes(field.name) && !hasKeyboard(field, ['numeric', 'decimal'])) ||
      (/^(?:mobile|phone)$/.test(field.name) && !hasKeyboard(field, ['tel'])) ||
      (field.name === 'email' && !hasKeyboard(field, ['email'])) ||
      (field.name === 'webLink' && !hasKeyboard(field, ['url'])),
  );
  expect(wrong.map(describeField)).toEqual([]);
  expect(DIGITS.filter((name) => !fields.some((field) => field.name === name))).toEqual([]);
});

test('codes that arrive by SMS or e-mail are offered by the keyboard', () => {
  const codes = fields.filter(({ name }) => /^(?:code|otp)$/i.test(name));
  expect(codes.length).toBeGreaterThan(3);
  const wrong = codes.filter(
    ({ component, attributes }) => component !== 'OtpInput' && attributes['autoComplete'] !== 'one-time-code',
  );
  expect(wrong.map(describeField)).toEqual([]);
});

test('amounts are grouped while they are typed', () => {
  const amounts = fields.filter(({ name }) => /(?:amount|rate|price|bid|budget)(?:Text)?$/i.test(name));
  const wrong = amounts.filter(({ component }) => !['MoneyInput', 'RupeeInput'].includes(component));
  expect(wrong.map(describeField)).toEqual([]);
});
