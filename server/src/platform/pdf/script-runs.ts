export type Script = 'latin' | 'devanagari';

export interface ScriptRun {
  text: string;
  script: Script;
}

/** Letters and signs of the script, with the joiners and the dots below that shape its clusters. */
const DEVANAGARI = /\p{Script_Extensions=Devanagari}|\u200c|\u200d|\u25cc/u;
/** No letter of its own, so it stays with what precedes it and a phrase is not cut at each space. */
const NEUTRAL = /[\s\u00a0]/u;

/** Cuts text where the font must change: a PDF takes every glyph from the font it was told. */
export function scriptRuns(text: string): ScriptRun[] {
  const runs: ScriptRun[] = [];
  for (const character of text.normalize('NFC')) {
    const last = runs.at(-1);
    const script = scriptOf(character, last?.script);
    if (last?.script === script) last.text += character;
    else runs.push({ text: character, script });
  }
  return runs;
}

function scriptOf(character: string, before: Script | undefined): Script {
  if (NEUTRAL.test(character)) return before ?? 'latin';
  return DEVANAGARI.test(character) ? 'devanagari' : 'latin';
}
