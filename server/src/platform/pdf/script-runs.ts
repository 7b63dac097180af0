export type Script = 'latin' | 'devanagari';

export interface ScriptRun {
  text: string;
  script: Script;
}

/** Letters and signs of the script, with the joiners and the dotted circle that shape its clusters. */
const DEVANAGARI = /\p{Script_Extensions=Devanagari}|\u200c|\u200d|\u25cc/u;
/** Neutral characters stay with what precedes them, so that a phrase is not split at each space. */
const NEUTRAL = /[\s\u00a0]/u;

/** Splits text where the font must change: a PDF takes every glyph from the given font. */
export function splitScriptRuns(text: string): ScriptRun[] {
  const runs: ScriptRun[] = [];
  for (const character of text.normalize('NFC')) {
    const last = runs.at(-1);
    const script = detectScript(character, last?.script);
    if (last?.script === script) last.text += character;
    else runs.push({ text: character, script });
  }
  return runs;
}

function detectScript(character: string, before: Script | undefined): Script {
  if (NEUTRAL.test(character)) return before ?? 'latin';
  return DEVANAGARI.test(character) ? 'devanagari' : 'latin';
}
