import { Client } from 'pg';

const PEOPLE = 1_000;

export const CITIES = [
  'Mumbai',
  'Delhi',
  'Bengaluru',
  'Hyderabad',
  'Ahmedabad',
  'Chennai',
  'Kolkata',
  'Pune',
  'Jaipur',
]
  .concat(['Surat', 'Lucknow', 'Kanpur', 'Nagpur', 'Indore', 'Thane', 'Bhopal', 'Patna', 'Vadodara', 'Kochi'])
  .concat(['Nashik', 'Madurai', 'Mysuru', 'Guwahati', 'Dehradun', 'Shillong']);

export const toSqlArray = (items: readonly string[]) =>
  `ARRAY[${items.map((item) => `'${item}'`).join(',')}]`;

/** One city of the list for each `g`; the first ones are by far the most frequent. */
const CITY = `(${toSqlArray(CITIES)})[1 + floor(${CITIES.length} * power(((g::bigint * 7919) % 10007) / 10007.0, 2))::int]`;

/** Jobs as after a year: four of five still open, every tenth with an attachment, every third with a quote. */
const STATEMENTS = [
  `INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
   SELECT 'Person', g::text, 'person' || g || '@mail.example', '+91' || (8000000000 + g), 'individual',
     '{projects,services}', 'Pune'
   FROM generate_series(1, ${PEOPLE}) g`,
  `INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
     payment_term, budget_kind, budget_from_paise, budget_to_paise, state, verified_at, quotes_received, posted_at)
   SELECT (SELECT min(id) FROM user_account) + g % ${PEOPLE}, 1 + (g * 31) % 40, 'Two sliding wardrobes, flat ' || g,
     repeat('Each is 2.1 m wide and 2.4 m high, laminate outside. ', 4 + g % 4),
     'Block ' || g % 500 || ', ' || ${CITY} || ' ' || 400000 + g % 900,
     ARRAY['Carpentry', 'Sliding systems', 'Laminate work'],
     current_date + 1, current_date + 1 + (g * 13) % 90, 'terms', 'range', 4500000, 6000000,
     CASE WHEN g % 5 = 0 THEN 'completed' ELSE 'open' END, CASE WHEN g % 3 = 0 THEN now() END, (g % 3 = 0)::int,
     now() - (($1::int - g) * interval '365 days' / $1::int)
   FROM generate_series(1, $1::int) g`,
  `INSERT INTO file (owner_id, subject, subject_id, name, content_type, bytes, storage_key)
   SELECT poster_id, 'job', id, 'drawing.png', 'image/png', 48213, 'job/' || id FROM job WHERE id % 10 = 0`,
  `UPDATE job SET attachment_id = file.id FROM file WHERE file.subject_id = job.id`,
  `INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, created_at)
   SELECT id, (SELECT min(id) FROM user_account) + (id * 17) % ${PEOPLE}, 5000000, 'completion',
     '[{"name": "quotes.part_completion", "amountPaise": 5000000}]', '', posted_at
   FROM job WHERE id % 3 = 0`,
];

/** Fills a migrated database, then vacuums and analyzes it. */
export async function loadJobs(ownerUrl: string, count: number): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const statement of STATEMENTS)
      await client.query(statement, statement.includes('$1') ? [count] : []);
    await client.query('VACUUM (ANALYZE) user_account, job, file, quote');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}
