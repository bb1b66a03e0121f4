/** A request, signed. */
export interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly ending: Ending;
}

/** Ends a request that takes too long, or that the caller aborts. An `AbortController` would cost 20 µs for each request. */
export class Ending {
  isOver = false;
  /** Called when the request is ended. */
  onEnd: (() => void) | undefined;

  end(): void {
    this.isOver = true;
    this.onEnd?.();
  }
}

/** An answer, read to its end. */
export interface RawAnswer {
  readonly status: number;
  /** The value of a header, by its name in lower case; empty without it. */
  header(name: string): string;
  readonly text: string;
}

/** Sends requests over HTTP. */
export interface Transport {
  /** Rejects without a whole answer. */
  send(request: SignedRequest): Promise<RawAnswer>;
  /** Closes idle connections. */
  close(): Promise<void>;
}

/** The parts of a request that are signed. */
export interface ToSign {
  readonly method: string;
  readonly body: Uint8Array;
  /** `Idempotency-Key`. */
  readonly key: string | undefined;
}

/** The headers that sign a request. */
export interface Signatures {
  readonly 'X-Svc-Hmac': string;
  readonly 'X-Svc-Signature': string;
}

/** Signs requests of one app. */
export interface Signer {
  /** New for each attempt: the service takes a signature once, and an attempt that got no answer may have arrived. */
  sign(request: ToSign): Signatures | Promise<Signatures>;
}

/** The transport and the signer for the options of a client. */
export interface Engine {
  readonly transport: Transport;
  readonly signer: Signer;
}
