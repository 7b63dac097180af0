/** What files may hold on the disk while it is not known who sends them. */
interface Limits {
  /** Of one address: a client that names itself after its files, or a guest. */
  requestsOfAddress: number;
  bytesOfAddress: number;
  bytes: number;
}

const LIMITS: Limits = { requestsOfAddress: 2, bytesOfAddress: 10_000_000, bytes: 40_000_000 };

interface AddressUse {
  requests: number;
  bytes: number;
}

/** The place of one request, from its first file until its files are removed. */
export interface UploadPlace {
  /** False when this many more bytes exceed a limit; they must not be stored then. */
  take(bytes: number): boolean;
  release(): void;
}

/** The place of a sender who is known: other limits count what they send. */
export const UNLIMITED_PLACE: UploadPlace = { take: () => true, release: () => undefined };

/**
 * Room on the disk for the files of requests whose sender is not known yet. Without this, strangers who begin many
 * requests and never end them would fill the disk. One instance per process.
 */
export class UnidentifiedUploads {
  readonly #limits: Limits;
  readonly #byAddress = new Map<string, AddressUse>();
  #bytes = 0;

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  /** Null when the address has no place left. */
  open(address: string): UploadPlace | null {
    const use = this.#byAddress.get(address) ?? { requests: 0, bytes: 0 };
    if (use.requests >= this.#limits.requestsOfAddress) return null;
    use.requests += 1;
    this.#byAddress.set(address, use);
    let taken = 0;
    return {
      take: (bytes) => {
        const { bytesOfAddress, bytes: ofAll } = this.#limits;
        if (use.bytes + bytes > bytesOfAddress || this.#bytes + bytes > ofAll) return false;
        taken += bytes;
        use.bytes += bytes;
        this.#bytes += bytes;
        return true;
      },
      release: () => {
        use.requests -= 1;
        use.bytes -= taken;
        this.#bytes -= taken;
        if (use.requests === 0) this.#byAddress.delete(address);
      },
    };
  }
}
