import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A response that goes on for hours. */
export interface StreamResponse {
  write(text: string): void;
  /** Completes the response. The connection stays open for further requests, if its client keeps it. */
  end(): void;
  /** Calls the listener when the connection is lost, or at once when it is lost already. */
  onLost(listener: () => void): void;
}

const continued = new WeakSet<Socket>();

/** Whether a response is still being written to this connection, on which the client may not send another request. */
export const isContinued = (socket: Socket): boolean => continued.has(socket);

const LAST_CHUNK = '0\r\n\r\n';
const toChunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/**
 * Begins a response without an end. The HTTP server would keep the request, its headers and the response as long, which
 * is most of the memory of an idle stream. So the exchange ends for the server, and the response goes on as chunks that
 * are written to the connection itself.
 */
export function beginStream(
  raw: ServerResponse,
  headers: OutgoingHttpHeaders,
  keepAliveMs: number,
): StreamResponse {
  const { socket } = raw;
  // Chunks need HTTP/1.1, and the server closes a connection that its client does not keep.
  if (!socket || !raw.shouldKeepAlive || !raw.useChunkedEncodingByDefault) return keepResponse(raw, headers);
  raw.writeHead(200, { ...headers, 'transfer-encoding': 'chunked' });
  // The chunks are written below, so the end of the exchange must not write the last one.
  raw.chunkedEncoding = false;
  // After the exchange the server limits how long the connection may be idle.
  raw.once('finish', () => {
    if (continued.has(socket)) socket.setTimeout(0);
  });
  continued.add(socket);
  raw.end();
  return new ContinuedResponse(socket, keepAliveMs);
}

class ContinuedResponse implements StreamResponse {
  readonly #socket: Socket;
  readonly #keepAliveMs: number;
  #onLost: (() => void) | undefined;

  constructor(socket: Socket, keepAliveMs: number) {
    this.#socket = socket;
    this.#keepAliveMs = keepAliveMs;
  }

  write(text: string): void {
    if (this.#socket.writable) this.#socket.write(toChunk(text));
  }

  end(): void {
    if (this.#onLost) this.#socket.off('close', this.#onLost);
    continued.delete(this.#socket);
    if (!this.#socket.writable) return;
    this.#socket.setTimeout(this.#keepAliveMs);
    this.#socket.write(LAST_CHUNK);
  }

  onLost(listener: () => void): void {
    if (this.#socket.destroyed) return listener();
    this.#onLost = listener;
    this.#socket.once('close', listener);
  }
}

function keepResponse(raw: ServerResponse, headers: OutgoingHttpHeaders): StreamResponse {
  raw.writeHead(200, headers);
  return {
    write: (text) => void raw.write(text),
    end: () => void raw.end(),
    onLost: (listener) => (raw.destroyed || raw.closed ? listener() : void raw.once('close', listener)),
  };
}
