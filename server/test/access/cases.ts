import { listObjectFields, buildPlainFields, type MountedCall, type ObjectField } from './form-fields.ts';
import { ADMIN_SCENE } from './foreign-people.ts';
import type { ForeignWorld, Scene } from './scene.ts';
import { toMissingId } from './ids.ts';
import { PUBLIC_KINDS } from './rows.ts';

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
export async function buildForeignCases(
  call: MountedCall,
  world: Pick<ForeignWorld, 'scenes' | 'strangersOwn'>,
  now: Date,
): Promise<Case[]> {
  const declaredFields = await listObjectFields(call);
  const fields = declaredFields.filter(({ kind }) => !PUBLIC_KINDS.includes(kind));
  if (fields.length === 0) return [];
  const plainValues = await buildPlainFields(call, now);
  for (const { wireName, kind } of declaredFields)
    if (PUBLIC_KINDS.includes(kind)) plainValues[wireName] = '1';

  const hasObjects = ({ ids }: Scene) => fields.every(({ kind }) => ids[kind] !== undefined);
  const buildForm = (getId: (field: ObjectField) => string | undefined): Fields => ({
    ...plainValues,
    ...Object.fromEntries(fields.map((field) => [field.wireName, getId(field) ?? ''])),
  });
  const scenes = removeRepeats(
    world.scenes.filter(
      (scene) => hasObjects(scene) && (scene.name === ADMIN_SCENE) === (call.access === 'admin'),
    ),
    fields,
  );
  const lastScene = scenes.at(-1);
  if (!lastScene)
    throw new Error(
      `${call.name}: no scene of server/test/access/foreign-world.ts has all of ${fields.map(({ kind }) => kind).join(', ')}. Add the object to one.`,
    );
  const wholeCases = scenes.map((scene): Case => {
    const getId = ({ kind }: ObjectField) => scene.ids[kind] ?? '';
    const missing = buildForm((field) => toMissingId(getId(field)));
    return { call, scene, about: scene.name, mixed: false, fields, foreign: buildForm(getId), missing };
  });
  if (fields.length === 1 || call.access === 'admin') return wholeCases;
  const mixedCases = world.strangersOwn.filter(hasObjects).flatMap((ownScene) =>
    fields.map((field): Case => {
      const id = lastScene.ids[field.kind] ?? '';
      const buildFormWith = (text: string) =>
        buildForm((candidate) => (candidate === field ? text : ownScene.ids[candidate.kind]));
      const about = `${lastScene.name}, its ${field.field} beside ${ownScene.name}`;
      return {
        call,
        scene: lastScene,
        about,
        mixed: true,
        fields: [field],
        foreign: buildFormWith(id),
        missing: buildFormWith(toMissingId(id)),
      };
    }),
  );
  return [...wholeCases, ...mixedCases];
}

/** Keeps one of the scenes that give the call the same objects. */
function removeRepeats(scenes: readonly Scene[], fields: readonly ObjectField[]): Scene[] {
  const byObjects = new Map<string, Scene>();
  for (const scene of scenes) {
    const objects = fields.map(({ kind }) => scene.ids[kind]).join(' ');
    if (!byObjects.has(objects)) byObjects.set(objects, scene);
  }
  return [...byObjects.values()];
}
