import type * as z from 'zod/mini';
import { expect, test } from 'vitest';
import type { Availability } from '@fws/contract/profile/availability/model';
import {
  addCertificates,
  ownAvailability,
  ownProfile,
  removeCertificates,
  setAvailability,
  updateProfile,
} from '@fws/contract/profile/calls';
import type { Profile } from '@fws/contract/profile/schemas';
import { decodeLegacyForm, encodeLegacyReply } from '../../test/legacy.ts';
import { sampleProfile, sampleUserReply } from '../../test/legacy-samples.ts';
import { findFormats } from './index.ts';

const read = (body: Record<string, unknown>) => findFormats(updateProfile).legacy.readValues(body);

test('omitted fields are absent, empty fields are present', async () => {
  expect(await read({})).toEqual({ version: '' });
  expect(await read({ about_description: '', skills: '' })).toEqual({ version: '', about: '', skills: [] });
});

test('reads dates with the month first', async () => {
  const body = { 'working_from_date[]': '01-31-2020,02-01-2021', ready_for_project: '12-01-2026' };
  expect(await read(body)).toEqual({ version: '', from: ['2020-01-31', '2021-02-01'], ready: '2026-12-01' });
  expect(await read({ ready_for_project: 'NO' })).toEqual({ version: '', ready: 'no' });
});

test('does not split the items of a list at their commas', async () => {
  const decoded = await decodeLegacyForm(updateProfile, {
    total_experience: [1, 2],
    working_company_name: ['Tata, Sons', 'B'],
    working_from_date: ['01-01-2001', '01-01-2003'],
    working_to_date: ['01-01-2002', '01-01-2005'],
  });
  expect(decoded).toMatchObject({
    ok: true,
    value: { experience: [{ years: 1, company: 'Tata, Sons' }, { company: 'B' }], skills: undefined },
  });
});

test('writes every field of a profile', async () => {
  for (const call of [ownProfile, updateProfile, addCertificates, removeCertificates])
    expect(await encodeLegacyReply<z.ZodMiniType, Profile>(call, sampleProfile)).toEqual({
      data: [{ ...sampleUserReply, version: 'h5t', availability: null }],
    });
});

test('reads and writes when somebody takes work', async () => {
  const form = {
    days: 'mon,sat',
    from_time: '09:00',
    to_time: '18:00',
    'holiday_from_date[]': '12-01-2026',
    'holiday_to_date[]': '12-03-2026',
    away_until: '11-30-2026',
  };
  const availability: Availability = {
    days: ['mon', 'sat'],
    hours: { from: '09:00', to: '18:00' },
    holidays: [{ from: '2026-12-01', to: '2026-12-03' }],
    awayUntil: '2026-11-30',
  };
  expect(await decodeLegacyForm(setAvailability, form)).toEqual({
    ok: true,
    value: { version: '', availability },
  });
  const reply = {
    days: ['mon', 'sat'],
    from_time: '09:00',
    to_time: '18:00',
    holidays: [{ from: '12-01-2026', to: '12-03-2026' }],
    away_until: '11-30-2026',
  };
  expect(await encodeLegacyReply(ownProfile, { ...sampleProfile, availability })).toMatchObject({
    data: [{ availability: reply }],
  });
  const own = { availability, version: 'h5t' };
  const written = { data: [{ ...reply, version: 'h5t' }] };
  expect(await encodeLegacyReply(ownAvailability, own)).toEqual(written);
  expect(await encodeLegacyReply(setAvailability, own)).toEqual(written);
  expect(await encodeLegacyReply(ownAvailability, { availability: null, version: 'h5t' })).toEqual({
    data: [{ days: [], from_time: '', to_time: '', holidays: [], away_until: '', version: 'h5t' }],
  });
});

test('writes what a profile lacks as empty texts', async () => {
  const empty: Partial<Profile> = {
    gender: null,
    qualification: null,
    experience: [],
    inexperienced: true,
    readiness: { ready: false },
    ratePaise: null,
    rateType: null,
    radius: null,
    references: { professional: [], personal: [] },
    certificates: [],
    resume: null,
    signUp: 'password',
  };
  expect(await encodeLegacyReply(ownProfile, { ...sampleProfile, ...empty })).toMatchObject({
    data: [
      {
        gender: '',
        qualification: '',
        total_experience: '0',
        working_company_name: '',
        ready_for_project: 'No',
        project_rate: '',
        project_rate_type: '',
        amount_per_hour: '',
        project_take_from: '',
        personal_preference_name1: '',
        certificates: '',
        certificates_upload: [],
        resume: '',
        resume_bytes: 0,
        login_type: 'normal',
      },
    ],
  });
  const daily: Profile = { ...sampleProfile, rateType: 'day', readiness: null };
  expect(await encodeLegacyReply(ownProfile, daily)).toMatchObject({
    data: [{ project_rate: '450.50', amount_per_hour: '', ready_for_project: '' }],
  });
});
