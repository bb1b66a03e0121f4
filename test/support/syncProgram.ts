import type { RequestListener } from 'node:http';
import path from 'node:path';
import type { Counterfoil, counterfoil } from '../../client/webClient.ts';
import type { ShopStore } from './shopStore.ts';

export interface ShopData {
  readonly article_title: string;
  readonly article_sku: string;
  readonly article_price: number;
}

/** `Row` of docs/sync.md. */
export interface ShopRow {
  readonly id: string;
  readonly data: ShopData;
  readonly isDeleted?: boolean;
  readonly ident?: string;
  readonly version?: string;
  readonly base?: ShopData | undefined;
}

interface Sync {
  wake(): void;
  /** Resolves when the rounds so far have ended; private in the program. */
  readonly rounds: Promise<void>;
}

/** The exports of the program of docs/sync.md, and the client that it has installed: the classes of its errors are its own. */
export interface SyncModule {
  readonly counterfoil: typeof counterfoil;
  readonly Sync: new (service: Counterfoil, store: ShopStore, missing?: 'deleted' | 'lost') => Sync;
  isUnsent(row: ShopRow): boolean;
  receiver(sync: Sync, secret: string): RequestListener;
  subscribe(service: Counterfoil, url: string, secret: string): Promise<void>;
}

/** Loads the compiled program. */
export async function syncProgram(file: string): Promise<SyncModule> {
  const client = path.join(path.dirname(file), 'node_modules/counterfoil-client/index.js');
  return { ...(await import(file)), ...(await import(client)) } as SyncModule;
}

/** Wakes it, and resolves when no round follows. */
export async function inStep(sync: Sync): Promise<void> {
  sync.wake();
  for (let rounds: Promise<void> | undefined; rounds !== sync.rounds; ) {
    rounds = sync.rounds;
    await rounds;
  }
}
