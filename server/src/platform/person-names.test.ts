import { expect, test } from 'vitest';
import { findCompanyNameFault, findNameFault } from './person-names.ts';

const split = (name: string): [string, string] => {
  const [first = '', ...last] = name.split(' ');
  return [first, last.join(' ')];
};

test.each([
  'FWS Support',
  'Fws Help',
  'ramesh fws',
  'F. W. S. Care Team',
  'FWS_India Kumar',
  'FWSOfficial Ji',
  'F.W.S. Support',
  'F W S',
  'ＦＷＳ Team',
  '𝐅𝐖𝐒 Care',
  'ꓝꓪꓢ Care',
  'FWЅ Desk',
  'Ϝws Desk',
  'Fẃs Desk',
  'एफ डब्ल्यू एस',
  'एफडब्ल्यूएस टीम',
  'Ramesh Verified',
  'Ramesh Vеrifiеd',
  'Ramesh Vérified',
  'Official Ramesh',
  'Admin Desk',
  'Ramesh (Support)',
  'रमेश सत्यापित',
  'रमेश वेरिफाइड',
])('%s looks like FWS or a badge', (name) => {
  expect(findNameFault(...split(name))).toBe('identity.name_of_fws');
});

test.each(['Ramesh ✔', 'Ramesh ✅', 'Ramesh ☑️ Kumar', '⭐ Ramesh', 'Asha 🌸', 'Ramesh Kumar 🛡', 'Asha ®'])(
  '%s has a symbol',
  (name) => {
    expect(findNameFault(...split(name))).toBe('identity.name_symbol');
  },
);

test.each([
  'Ramesh 9876543210',
  'Ramesh 98765-43210',
  '९८७६५४३२१० रमेश',
  'ramesh@okaxis Kumar',
  'Ramesh rk@example.com',
  'www.ramesh.in Kumar',
  'Ramesh ramesh.com',
  'Ramesh wa.me/919876543210',
  't.me/ramesh Kumar',
  'nine eight three six one four seven two zero five',
])('%s has contact data', (name) => {
  expect(findNameFault(...split(name))).toBe('identity.name_contact');
});

test.each([
  'Asha Kale',
  'F. W. S. Perera',
  'F.W.Saldanha',
  'J.R.D.Tata',
  'K.R. Narayanan',
  'M.S.Dhoni',
  'Das Das',
  'Manju',
  'Om',
  'D’Souza Maria-Rose',
  'José Śāstrī',
  'अब्दुल क़ादिर',
  'عمران خان',
  'സി.കെ. ജാനു',
  'அ. முத்துலிங்கம்',
  'Ramesh 2',
])('%s is a name', (name) => {
  expect(findNameFault(...split(name))).toBeNull();
});

test('a company may offer support and use signs, but not be FWS or hold contact data', () => {
  for (const name of [
    'A+ IT Support & Sons',
    'Verified Packers™',
    'M/s Sharma 24x7 Services',
    'Shree Sai Traders',
  ])
    expect(findCompanyNameFault(name), name).toBeNull();
  for (const name of ['FWS Payments Pvt Ltd', 'F.W.S.', 'ＦＷＳ'])
    expect(findCompanyNameFault(name), name).toBe('identity.name_of_fws');
  for (const name of ['Sharma 98765 43210', 'sharmaplumbers.com'])
    expect(findCompanyNameFault(name), name).toBe('identity.name_contact');
});
