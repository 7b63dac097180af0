import { objectFields, plainFields, type MountedCall, type ObjectField } from './form-fields.ts';
import { FOR_FWS } from './foreign-people.ts';
import type { ForeignWorld, Scene } from './foreign-world.ts';
import { missingId } from './ids.ts';
import { EVERYBODYS } from './rows.ts';

/** A call about objects of which at least one belongs to somebody else. */
export interface Case {
  call: MountedCall;
  scene: Scene;
  about: string;
  /** True when the form also names the stranger's own objects. */
  mixed: boolean;
  /** The fields that name foreign objects. */
  fields: readonly ObjectField[];
  /** The form with foreign objects. */
  foreign: Record<string, string>;
  /** The same form with ids that do not exist. */
  missing: Record<string, string>;
}

type Fields = Record<string, string>;

/**
 * Builds the cases of a call: one for every scene that has all its objects, then one for each foreign object combined
 * with the stranger's own objects.
 */
export function foreignCases(
  call: MountedCall,
  world: Pick<ForeignWorld, 'scenes' | 'strangersOwn'>,
  now: Date,
): Case[] {
  const named = objectFields(call);
  const fields = named.filter(({ kind }) => !EVERYBODYS.includes(kind));
  if (fields.length === 0) return [];
  const plain = plainFields(call, now);
  for (const { wireName, kind } of named) if (EVERYBODYS.includes(kind)) plain[wireName] = '1';

  const has = ({ ids }: Scene) => fields.every(({ kind }) => ids[kind] !== undefined);
  const formOf = (idOf: (field: ObjectField) => string | undefined): Fields => ({
    ...plain,
    ...Object.fromEntries(fields.map((field) => [field.wireName, idOf(field) ?? ''])),
  });
  const scenes = withoutRepeats(
    world.scenes.filter((scene) => has(scene) && (scene.name === FOR_FWS) === (call.access === 'admin')),
    fields,
  );
  const last = scenes.at(-1);
  if (!last)
    throw new Error(
      `${call.name}: no scene of server/test/access/foreign-world.ts has all of ${fields.map(({ kind }) => kind).join(', ')}. Add the object to one.`,
    );
  const whole = scenes.map((scene): Case => {
    const idOf = ({ kind }: ObjectField) => scene.ids[kind] ?? '';
    const missing = formOf((field) => missingId(idOf(field)));
    return { call, scene, about: scene.name, mixed: false, fields, foreign: formOf(idOf), missing };
  });
  if (fields.length === 1 || call.access === 'admin') return whole;
  const mixed = world.strangersOwn.filter(has).flatMap((own) =>
    fields.map((field): Case => {
      const id = last.ids[field.kind] ?? '';
      const formWith = (text: string) => formOf((each) => (each === field ? text : own.ids[each.kind]));
      const about = `${last.name}, its ${field.field} beside ${own.name}`;
      return {
        call,
        scene: last,
        about,
        mixed: true,
        fields: [field],
        foreign: formWith(id),
        missing: formWith(missingId(id)),
      };
    }),
  );
  return [...whole, ...mixed];
}

/** Keeps one of the scenes that give the call the same objects. */
function withoutRepeats(scenes: readonly Scene[], fields: readonly ObjectField[]): Scene[] {
  const byObjects = new Map<string, Scene>();
  for (const scene of scenes) {
    const objects = fields.map(({ kind }) => scene.ids[kind]).join(' ');
    if (!byObjects.has(objects)) byObjects.set(objects, scene);
  }
  return [...byObjects.values()];
}
