import type { Profile } from './schemas.ts';

type ProfileFields = Omit<Profile, 'authToken'>;

/** The parts of a complete profile and their weights, 100 in total. */
export const PARTS = {
  photo: { weight: 10, isComplete: (p: ProfileFields) => p.profileImage !== '' },
  basics: { weight: 10, isComplete: (p: ProfileFields) => p.age !== null && p.nativeLocation !== '' },
  qualification: { weight: 5, isComplete: (p: ProfileFields) => p.qualification !== null },
  skills: { weight: 15, isComplete: (p: ProfileFields) => p.skills.length > 0 },
  about: { weight: 10, isComplete: (p: ProfileFields) => p.about !== '' },
  experience: { weight: 10, isComplete: (p: ProfileFields) => p.inexperienced || p.experience.length > 0 },
  rate: { weight: 10, isComplete: (p: ProfileFields) => p.ratePaise !== null },
  readiness: { weight: 5, isComplete: (p: ProfileFields) => p.readiness !== null },
  references: {
    weight: 10,
    isComplete: (p: ProfileFields) =>
      p.references.professional.length > 0 && p.references.personal.length > 0,
  },
  papers: { weight: 5, isComplete: (p: ProfileFields) => p.resume !== null || p.certificates.length > 0 },
  identity: { weight: 10, isComplete: (p: ProfileFields) => p.identity === 'verified' },
} as const;

export type Part = keyof typeof PARTS;

/** How complete a profile is, in percent, and the missing parts, heaviest first. */
export function calculateCompleteness(profile: ProfileFields): { percent: number; missing: Part[] } {
  const parts = Object.keys(PARTS) as Part[];
  const missing = parts.filter((part) => !PARTS[part].isComplete(profile));
  const missingWeight = missing.reduce((sum, part) => sum + PARTS[part].weight, 0);
  return {
    percent: 100 - missingWeight,
    missing: missing.toSorted((left, right) => PARTS[right].weight - PARTS[left].weight),
  };
}
