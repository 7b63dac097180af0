import { expect, test } from 'vitest';
import { readPlaces } from '../adapters/places/place-data.ts';
import {
  listPlaceNames,
  storePlacesIn,
  toStoredPlace,
  translatePlace,
  translatePlacesIn,
} from './place-names.ts';

test.each([
  ['Pune, Maharashtra', 'पुणे, महाराष्ट्र'],
  ['Kothrud, Pune, Maharashtra 411038', 'Kothrud, पुणे, महाराष्ट्र 411038'],
  ['Bengaluru, Bengaluru Urban, Karnataka', 'बेंगलुरु, बेंगलुरु शहरी, कर्नाटक'],
  ['Delhi', 'दिल्ली'],
  ['Raigarh, Chhattisgarh', 'रायगढ़, छत्तीसगढ़'],
  ['Raigad, Maharashtra', 'रायगड, महाराष्ट्र'],
])('writes %s in Hindi, and back as it is stored', (english, hindi) => {
  expect(translatePlace(english, 'hi')).toBe(hindi);
  expect(translatePlace(english, 'en')).toBe(english);
  expect(toStoredPlace(hindi)).toBe(english);
});

test('keeps what people have typed', () => {
  for (const typed of ['Behind the old mill, 2nd floor', 'पुराने बस अड्डे के पास', '', 'Pune,Maharashtra']) {
    expect(translatePlace(typed, 'hi')).toBe(typed);
    expect(toStoredPlace(typed)).toBe(typed);
  }
});

test('translates the places of a reply at any depth, and nothing else', () => {
  const reply = {
    items: [{ title: 'Pune', location: 'Pune', poster: { nativeLocation: 'Agra' } }],
    skills: ['Delhi'],
  };
  expect(translatePlacesIn(reply, 'hi')).toEqual({
    items: [{ title: 'Pune', location: 'पुणे', poster: { nativeLocation: 'आगरा' } }],
    skills: ['Delhi'],
  });
  expect(translatePlacesIn(reply, 'en')).toBe(reply);
  expect(translatePlacesIn(null, 'hi')).toBeNull();
});

test('stores the places of a request under their English names', () => {
  expect(storePlacesIn({ title: 'पुणे', location: 'पुणे', skills: ['आगरा'] })).toEqual({
    title: 'पुणे',
    location: 'Pune',
    skills: ['आगरा'],
  });
});

test('every named place is one of the bundled places, in Devanagari', () => {
  const known = new Set(
    readPlaces().flatMap(({ place, city }) => [place.name, place.district, place.state, city]),
  );
  const names = listPlaceNames();
  expect(names.filter(([english]) => !known.has(english))).toEqual([]);
  expect(names.filter(([, hindi]) => !/^[\p{Script=Devanagari}\d -]+$/u.test(hindi))).toEqual([]);
  // A name that is stored reads the same in Hindi.
  expect(names.filter(([, hindi]) => translatePlace(toStoredPlace(hindi), 'hi') !== hindi)).toEqual([]);
});

test('the states and the 300 largest towns have a Hindi name', () => {
  const named = new Set(listPlaceNames().map(([english]) => english));
  const records = readPlaces();
  const towns = records.filter(({ place, city }) => city === '' && place.pin === null);
  const largest = towns.toSorted((a, b) => b.weight - a.weight).slice(0, 300);
  const states = new Set(records.map(({ place }) => place.state));
  expect([...states].filter((state) => !named.has(state))).toEqual([]);
  expect(largest.map(({ place }) => place.name).filter((name) => !named.has(name))).toEqual([]);
});
