/** A request, signed. */
export interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Ends the request when it takes too long, or when the caller aborts it. */
  readonly signal: AbortSignal;
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

/** What of a request is signed. */
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

/** What sends and signs, for the options of a client. */
export interface Engine {
  readonly transport: Transport;
  readonly signer: Signer;
}
