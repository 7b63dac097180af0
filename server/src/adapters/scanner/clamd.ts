import { connect } from 'node:net';
import { once } from 'node:events';
import type { FileScanner, ScanResult } from '../../ports/file-scanner.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { ScannerAddress } from '../../config/scanner.ts';
import { createProviderCircuit } from '../provider-circuit.ts';
import { createDeadlineSignal } from '../deadline.ts';

const ANSWER_WITHIN_MS = 6000;
/** clamd accepts pieces of any size; each is preceded by its length. */
const PIECE_BYTES = 65_536;
/** An answer is one short line. */
const ANSWER_MAX_BYTES = 4096;

/** ClamAV's daemon through its INSTREAM command: the content is sent over the socket, so that no file is shared. */
export function createClamdScanner(address: ScannerAddress, answerWithinMs = ANSWER_WITHIN_MS): FileScanner {
  const circuit = createProviderCircuit('clamd');
  return {
    scan: (content) => circuit.run('INSTREAM', () => scanOnce(address, content, answerWithinMs)),
  };
}

async function scanOnce(address: ScannerAddress, content: Buffer, withinMs: number): Promise<ScanResult> {
  return readVerdict(await converse(address, content, withinMs));
}

async function converse(address: ScannerAddress, content: Buffer, withinMs: number): Promise<string> {
  const socket = connect({ ...address, signal: createDeadlineSignal(withinMs) });
  try {
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (answer.length > ANSWER_MAX_BYTES) socket.destroy(new Error('too long an answer'));
    });
    // clamd may answer before it has read everything, and closes after the answer.
    const ended = once(socket, 'end');
    await Promise.race([once(socket, 'connect'), ended]);
    for (const piece of splitIntoPieces(content)) {
      if (socket.writableEnded || socket.readableEnded) break;
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), ended]);
    }
    await ended;
    return answer;
  } catch {
    throw new ProviderError('unknown', 'no_answer', 'clamd did not answer');
  } finally {
    socket.destroy();
  }
}

function* splitIntoPieces(content: Buffer): Generator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    const piece = content.subarray(at, at + PIECE_BYTES);
    yield encodeLength(piece.length);
    yield piece;
  }
  yield encodeLength(0);
}

function encodeLength(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** `stream: OK`, `stream: Eicar-Test-Signature FOUND`; an error otherwise. */
function readVerdict(answer: string): ScanResult {
  const text = answer.replace(/\0/g, '').trim();
  if (text === 'stream: OK') return { infected: false };
  const signature = /^stream: (.+) FOUND$/.exec(text)?.[1];
  if (signature !== undefined) return { infected: true, signature };
  throw new ProviderError('rejected', 'scan_failed', `clamd answered "${text}"`);
}
