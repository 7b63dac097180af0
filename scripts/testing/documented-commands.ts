import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command of package.json as documents mention it: in which files and with which options. */
export interface Documented {
  name: string;
  options: Set<string>;
  files: Set<string>;
}

const COMMAND = /^npm (?:(start|test)\b|run ([\w:-]+))(.*)$/;
/** `prove:crash -- --apart`: the short form that documents use after they have explained how to run commands. */
const SHORT = /^([a-z]+:[a-z-]+)\b(.*)$/;
const OPTION = /(?:^|[\s[])(--[a-z][\w-]*)/g;

function listDocuments(): string[] {
  const isDocument = (name: string) => name.endsWith('.md');
  const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' });
  return [
    ...readdirSync('.').filter(isDocument),
    'lab/README.md',
    ...docs.filter(isDocument).map((name) => join('docs', name)),
  ];
}

/** The code on each line: the whole line inside a fence, else the text between backticks. */
function extractCode(text: string): string[][] {
  let isFenced = false;
  return text.split('\n').map((line) => {
    if (line.startsWith('```')) isFenced = !isFenced;
    return isFenced ? [line.trim()] : [...line.matchAll(/`([^`]+)`/g)].map((span) => span[1] ?? '');
  });
}

/**
 * Parses the commands of a document. Options on their own (`--remove`) belong to the command before them on the line.
 */
export function parseCommands(file: string, text: string, commandNames: ReadonlySet<string>): Documented[] {
  const commands: Documented[] = [];
  for (const line of extractCode(text)) {
    let options: Set<string> | undefined;
    for (const code of line) {
      const match = COMMAND.exec(code);
      const short = match ? null : SHORT.exec(code);
      const name = match
        ? (match[1] ?? match[2])
        : short && commandNames.has(short[1] ?? '')
          ? short[1]
          : undefined;
      if (name !== undefined) {
        options = new Set();
        commands.push({ name, options, files: new Set([file]) });
      }
      if (name !== undefined || /^(-- )?--\w/.test(code))
        for (const [, option = ''] of code.matchAll(OPTION)) options?.add(option);
    }
  }
  return commands;
}

/** Finds every command mentioned in documents at the root, in docs/ and in lab/, by name. */
export function findDocumentedCommands(commandNames: ReadonlySet<string>): Map<string, Documented> {
  const commandsByName = new Map<string, Documented>();
  for (const file of listDocuments())
    for (const { name, options } of parseCommands(file, readFileSync(file, 'utf8'), commandNames)) {
      const command = commandsByName.get(name) ?? { name, options: new Set(), files: new Set() };
      for (const option of options) command.options.add(option);
      command.files.add(file);
      commandsByName.set(name, command);
    }
  return commandsByName;
}
