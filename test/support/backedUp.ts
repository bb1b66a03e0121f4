import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { counterfoil } from '../../client/nodeClient.ts';
import { openDatabase } from '../../workers/database/database.ts';
import type { Acknowledged, Signer } from './acknowledgedLoad.ts';
import { commandsBelow } from './documentCommands.ts';
import { type Ended, Running } from './running.ts';

const document = 'docs/backup.md';

/** Runs the commands below a heading of the page, in a folder, as they stand there. */
export function runPage(heading: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Running('bash', ['-c', commandsBelow(document, heading)], { cwd, env }).ended;
}

/** Expects that a restored service has what was acknowledged before its dump, and goes on from there. */
export async function expectRestored(
  signer: Signer,
  databaseUrl: string,
  before: readonly Acknowledged[],
): Promise<void> {
  const client = counterfoil({ ...signer, repeats: 0 });
  const pool = openDatabase(databaseUrl, 2);
  const pluck = (table: string, column: string): Promise<readonly string[]> => pool(table).pluck(column);
  const idents = async () => [
    ...(await pluck('articles', 'article_ident')),
    ...(await pluck('customers', 'customer_ident')),
  ];
  try {
    const restored = await idents();
    expect(before.map(identOf).filter((ident) => !restored.includes(ident))).to.deep.equal([]);

    const repeats = before.map(({ method, body, key }) => client.send(method, body, { idempotencyKey: key }));
    const repeated = (await Promise.all(repeats)).map(({ envelope }) => envelope);
    expect(repeated).to.deep.equal(before.map(({ envelope }) => envelope));
    expect(await idents()).to.have.members(restored);

    for (const { method, body } of before.slice(-10))
      expect((await client.send(method, body, { idempotencyKey: randomUUID() })).envelope).to.include({
        response: true,
      });
    expect(await idents()).to.have.length(restored.length + 10);
    for (const [table, number] of Object.entries({ articles: 'article_nr', customers: 'customer_nr' })) {
      const numbers = (await pool(table).select('account_id', number)).map((row) => JSON.stringify(row));
      expect(new Set(numbers)).to.have.property('size', numbers.length);
    }
  } finally {
    await client.close();
    await pool.destroy();
  }
}

function identOf({ envelope }: Acknowledged): string {
  const { article_ident, customer_ident } = envelope.data as Readonly<Record<string, string>>;
  return article_ident ?? customer_ident ?? '';
}
