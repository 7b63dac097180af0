import type { Profile } from './model.ts';

type Told = Omit<Profile, 'authToken'>;

/** The parts of a complete profile and their weights, 100 in total. */
export const PARTS = {
  photo: { weight: 10, told: (p: Told) => p.profileImage !== '' },
  basics: { weight: 10, told: (p: Told) => p.age !== null && p.nativeLocation !== '' },
  qualification: { weight: 5, told: (p: Told) => p.qualification !== null },
  skills: { weight: 15, told: (p: Told) => p.skills.length > 0 },
  about: { weight: 10, told: (p: Told) => p.about !== '' },
  experience: { weight: 10, told: (p: Told) => p.inexperienced || p.experience.length > 0 },
  rate: { weight: 10, told: (p: Told) => p.ratePaise !== null },
  readiness: { weight: 5, told: (p: Told) => p.readiness !== null },
  references: {
    weight: 10,
    told: (p: Told) => p.references.professional.length > 0 && p.references.personal.length > 0,
  },
  papers: { weight: 5, told: (p: Told) => p.resume !== null || p.certificates.length > 0 },
  identity: { weight: 10, told: (p: Told) => p.identity === 'verified' },
} as const;

export type Part = keyof typeof PARTS;

/** How complete a profile is, in percent, and the missing parts, heaviest first. */
export function completeness(profile: Told): { percent: number; missing: Part[] } {
  const parts = Object.keys(PARTS) as Part[];
  const missing = parts.filter((part) => !PARTS[part].told(profile));
  const lacking = missing.reduce((sum, part) => sum + PARTS[part].weight, 0);
  return {
    percent: 100 - lacking,
    missing: missing.toSorted((one, other) => PARTS[other].weight - PARTS[one].weight),
  };
}
