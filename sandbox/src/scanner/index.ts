import { createServer, type Server, type Socket } from 'node:net';

/** The harmless text that every scanner reports as a virus. It is split in two, so that none reports this file. */
const EICAR = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-`, 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const CONTENT_MAX_BYTES = 26_214_400;
const COMMAND_MAX_BYTES = 20;

/** A stand-in of ClamAV's daemon. It answers `PING` and `INSTREAM`, and finds only EICAR's test text. */
export function createScanner(): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    answerCommand(createReader(socket)).then(
      (text) => socket.end(`${text}\0`),
      () => socket.destroy(),
    );
  });
}

type Read = (bytes: number) => Promise<Buffer>;

async function answerCommand(read: Read): Promise<string> {
  switch (await readCommand(read)) {
    case 'zPING':
      return 'PONG';
    case 'zINSTREAM':
      return scan(read);
    default:
      return 'UNKNOWN COMMAND';
  }
}

async function readCommand(read: Read): Promise<string> {
  let command = '';
  while (command.length < COMMAND_MAX_BYTES) {
    const character = (await read(1)).toString('latin1');
    if (character === '\0') return command;
    command += character;
  }
  return command;
}

/** Each piece of the content is preceded by its length; a length of zero is the end. */
async function scan(read: Read): Promise<string> {
  const pieces: Buffer[] = [];
  for (let bytes = 0; bytes <= CONTENT_MAX_BYTES;) {
    const length = (await read(4)).readUInt32BE();
    if (length === 0)
      return Buffer.concat(pieces).includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
    bytes += length;
    if (bytes <= CONTENT_MAX_BYTES) pieces.push(await read(length));
  }
  return 'INSTREAM size limit exceeded. ERROR';
}

/** Returns a function that reads exactly the given number of bytes. */
function createReader(socket: Socket): Read {
  const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
  let unread: Buffer = Buffer.alloc(0);
  return async (bytes) => {
    const parts: Buffer[] = [unread];
    for (let length = unread.length; length < bytes;) {
      const next = await chunks.next();
      if (next.done === true) throw new Error('the sender went away');
      parts.push(next.value);
      length += next.value.length;
    }
    const received = Buffer.concat(parts);
    unread = received.subarray(bytes);
    return received.subarray(0, bytes);
  };
}
