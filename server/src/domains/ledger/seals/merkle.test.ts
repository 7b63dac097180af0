import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyInclusion, type InclusionProof } from '../inclusion/service.ts';
import { calculatePath, calculateRoot, hashLeaf, hashSeal } from './merkle.ts';

const toHex = (hash: Buffer): string => hash.toString('hex');

/** Test vectors of Certificate Transparency's reference implementation (merkletree/merkle_tree_test.go). */
const VECTOR_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const hashVector = (hex: string) =>
  createHash('sha256')
    .update(Buffer.from(`00${hex}`, 'hex'))
    .digest();

test.each([
  [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  [6, '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
])('the root of the first %i leaves is that of RFC 6962', (count, root) => {
  expect(toHex(calculateRoot(VECTOR_LEAVES.slice(0, count).map(hashVector)))).toBe(root);
});

/** Entries as their lines are: transaction, sequence number, account, amount. */
const lines = fc
  .array(fc.tuple(fc.integer({ min: 1 }), fc.stringMatching(/^[a-z:0-9]{1,12}$/), fc.maxSafeInteger()), {
    minLength: 1,
    maxLength: 70,
  })
  .map((entries) =>
    entries.map(([txn, account, amount], index) => JSON.stringify([txn, index, account, amount])),
  );
const PREVIOUS = createHash('sha256').update('the day before').digest();

function prove(day: readonly string[], index: number): { proof: InclusionProof; seal: string } {
  const leaves = day.map(hashLeaf);
  const header = `2026-11-24 ${day.length} 0 ${day.length}\nbank 5 1\n`;
  return {
    proof: {
      line: day[index] ?? '',
      index,
      path: calculatePath(leaves, index).map(toHex),
      header,
      previous: toHex(PREVIOUS),
    },
    seal: toHex(hashSeal(PREVIOUS, calculateRoot(leaves), header)),
  };
}

test('the proof of every entry of a day holds', () => {
  fc.assert(
    fc.property(lines, (day) => {
      for (let index = 0; index < day.length; index++) {
        const { proof, seal } = prove(day, index);
        expect(verifyInclusion(proof, seal)).toBe(true);
        expect(proof.path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(day.length)));
      }
    }),
  );
});

const changeField = (line: string, field: number, change: (value: never) => unknown): string =>
  JSON.stringify(
    (JSON.parse(line) as never[]).map((value, index) => (index === field ? change(value) : value)),
  );
const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

test('a proof with another amount, account, place, path, day or seal does not hold', () => {
  fc.assert(
    fc.property(lines, fc.nat(), fc.nat(), (day, entry, beside) => {
      const index = entry % day.length;
      const { proof, seal } = prove(day, index);
      const { line, path, header, previous } = proof;
      const position = beside % Math.max(1, path.length);
      const changes: Partial<InclusionProof>[] = [
        { line: changeField(line, 3, (amount: number) => amount + 1) },
        { line: changeField(line, 2, (account: string) => `${account}0`) },
        { line: changeField(line, 0, (txn: number) => txn + 1) },
        ...[-1, 0.5, day.length, ...day.keys()]
          .filter((other) => other !== index)
          .map((other) => ({ index: other })),
        { path: [...path, toHex(PREVIOUS)] },
        ...(path.length > 0
          ? [
              { path: path.slice(1) },
              { path: path.with(position, flip(path[position] ?? '')) },
              { path: path.map(flip) },
            ]
          : []),
        { header: header.replace('bank 5', 'bank 6') },
        { header: header.replace('11-24', '11-25') },
        { previous: flip(previous) },
      ];
      for (const change of changes)
        expect(verifyInclusion({ ...proof, ...change }, seal), JSON.stringify(change)).toBe(false);
      expect(verifyInclusion(proof, flip(seal))).toBe(false);
    }),
  );
});

test('a day in another order, with another entry or without one has another root', () => {
  fc.assert(
    fc.property(lines, fc.nat(), (day, entry) => {
      const root = (other: readonly string[]) => toHex(calculateRoot(other.map(hashLeaf)));
      const index = entry % day.length;
      expect(root(day.toSpliced(index, 1))).not.toBe(root(day));
      expect(root(day.toSpliced(index, 0, 'an entry more'))).not.toBe(root(day));
      const rotated = [...day.slice(1), ...day.slice(0, 1)];
      expect(root(rotated) === root(day)).toBe(day.length === 1);
    }),
  );
});

test('an inner node is not a leaf', () => {
  const leaves = ['a', 'b'].map(hashLeaf);
  const forged = Buffer.concat(leaves).toString('latin1');
  expect(toHex(hashLeaf(forged))).not.toBe(toHex(calculateRoot(leaves)));
});
