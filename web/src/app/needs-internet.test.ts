import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const domains = fileURLToPath(new URL('../domains', import.meta.url));
const BUTTON = /<Button\b((?:[^<>]|=>)*?)>/g;

/** Buttons that only read, or do not send; an attempt without a network says so. Forms of filters show results. */
const READERS = [
  // A message waits for a network. What must be uploaded does not, and the button says so.
  'conversations/components/Composer.tsx',
  'identity/forms/RegistrationSteps.tsx',
  'kyc/forms/AadhaarForm.tsx',
  'kyc/screens/IdentityCheck.tsx',
  'places/PlaceDialog.tsx',
  'places/PlaceField.tsx',
  'search/components/FilterFormDialog.tsx',
  'search/components/NearDialog.tsx',
  // Shown only with a network.
  'search/components/NothingFound.tsx',
  'search/components/SearchBox.tsx',
  // Steps at a door wait for a network.
  'visits/components/PosterDoor.tsx',
  'visits/components/StartStep.tsx',
  'visits/components/WorkerDoor.tsx',
];

test('every button that sends something is off without a network, and says so', () => {
  const files = readdirSync(domains, { recursive: true, encoding: 'utf8' });
  const sending = files
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('admin/'))
    .flatMap((file) =>
      Array.from(readFileSync(join(domains, file), 'utf8').matchAll(BUTTON), ([, attributes = '']) => ({
        file,
        attributes,
      })),
    )
    .filter(({ attributes }) => /busy=|type="submit"/.test(attributes));
  expect(sending.length).toBeGreaterThan(30);
  const always = sending.filter(({ attributes }) => !/online|enabled/i.test(attributes));
  expect([...new Set(always.map(({ file }) => file))].toSorted()).toEqual(READERS.toSorted());
});
