import { toIstDate } from '@fws/contract/platform/dates';
import type { Tx } from '../../server/src/platform/db/index.ts';

const DAY_MS = 24 * 3600_000;

/** Inserts the profile of the demo's worker, without a photo, so that the initials are shown too. */
export async function insertWorkerProfile(
  tx: Tx,
  userId: number,
  categories: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('profile')
    .values({
      user_id: userId,
      qualification: 'diploma',
      age: 34,
      gender: 'male',
      native_location: 'Satara, Maharashtra',
      web_link: 'https://shaikhwoodwork.example/',
      about:
        'I fit kitchens, wardrobes and office furniture across Pune. My own tools, a helper and a small tempo. I measure twice and share a drawing before I cut.',
      is_ready: true,
      ready_from: toIstDate(new Date(now.getTime() + 10 * DAY_MS)),
      rate_paise: 450_00,
      rate_type: 'hourly',
      additional_condition: 'Transport above 20 km is extra.',
      radius: 'city',
      changed_at: now,
    })
    .execute();
  await tx
    .insertInto('profile_category')
    .values(
      ['Carpentry', 'Interior design'].flatMap((name) => {
        const id = categories.get(name);
        return id === undefined ? [] : [{ user_id: userId, category_id: id }];
      }),
    )
    .execute();
  await tx
    .insertInto('work_experience')
    .values(
      [
        {
          company: 'Deccan Modular Kitchens',
          from_date: '2015-01-10',
          to_date: '2020-12-31',
          year_tenths: 60,
        },
        { company: 'Shaikh Woodwork', from_date: '2021-01-01', to_date: '2024-01-01', year_tenths: 30 },
      ].map((row, index) => ({ ...row, user_id: userId, position: index + 1 })),
    )
    .execute();
  await tx
    .insertInto('reference_person')
    .values(
      [
        {
          kind: 'professional' as const,
          position: 1,
          name: 'Sunita Deshpande',
          mobile: '+919800000211',
          profession: 'Architect',
          username: 'sunita.d',
        },
        {
          kind: 'professional' as const,
          position: 2,
          name: 'Rakesh Jadhav',
          mobile: '+919800000347',
          profession: 'Site supervisor',
          username: '',
        },
        {
          kind: 'personal' as const,
          position: 1,
          name: 'Salma Shaikh',
          mobile: '+919800000562',
          profession: 'Teacher',
          username: '',
        },
      ].map((row) => ({ ...row, user_id: userId })),
    )
    .execute();
}
