import type { Mutant } from '../mutant.ts';

/** Records are changed one call after the other, and only by their account. */
export const records: readonly Mutant[] = [
  {
    name: 'records-not-locked',
    file: 'workers/stores/locks.ts',
    from: "if (kind === 'update') return select(wanted).forUpdate().skipLocked();",
    to: "if (kind === 'update') return select(wanted);",
    breaks: 'Of two changes at two workers, one is lost, although both were acknowledged.',
    killedBy: {
      'test/operations/article.sets.test.ts':
        'article.update with if_version is refused if another transaction changes the article meanwhile',
    },
  },
  {
    name: 'customers-not-locked',
    file: 'workers/operations/address.create.ts',
    from: 'customers.lockShared(',
    to: 'customers.existing(',
    breaks: 'An address is created for a customer that is being deleted.',
    killedBy: {
      'test/operations/address.create.transaction.test.ts':
        'address.create refuses a customer that is being deleted',
    },
  },
  {
    name: 'every-account-emptied',
    file: 'workers/operations/account.empty.ts',
    from: 'is_sandbox === 1 ?',
    to: 'is_sandbox !== undefined ?',
    breaks: 'An app deletes all customers and articles of an account that is not a sandbox.',
    killedBy: { 'test/operations/account.empty.test.ts': 'refuses another account, and leaves its records' },
  },
  {
    name: 'sequence-not-locked',
    file: 'workers/stores/numbers.ts',
    from: 'const rows = await this.#locks.lock({',
    to: 'const rows = await ((read: any) => read.select(read.wanted))({',
    breaks: 'Two customers get the same number.',
    killedBy: { 'test/workers/numbers.test.ts': 'gives distinct numbers to concurrent transactions' },
  },
  {
    name: 'validated-number-not-written',
    file: 'workers/stores/numbers.ts',
    from: 'if (validated.size === 0) return;',
    to: 'if (validated.size < 1e9) return;',
    breaks: 'With two writers of a Galera cluster, two updates that validate one number both pass.',
    killedBy: {
      'test/workers/numbers.test.ts':
        'writes the sequence when an update validates a number and is accepted, and at no other time',
    },
  },
  {
    name: 'taken-numbers-given',
    file: 'workers/stores/numbers.ts',
    from: 'if (used.has(key) || byHand.has(key)) continue;',
    to: 'if (byHand.has(key)) continue;',
    breaks: 'A new customer gets the number of one that has it by hand.',
    killedBy: { 'test/operations/numbers.test.ts': 'skip those that were set by hand' },
  },
  {
    name: 'condition-ignored',
    file: 'workers/operationHelpers/ifVersion.ts',
    from: 'if (if_version === undefined) return undefined;',
    to: 'if (ident) return undefined;',
    breaks: 'A change with if_version overwrites what somebody else has changed.',
    killedBy: {
      'test/operations/conditional.test.ts':
        'is refused in another version with the present one, and nothing is written',
    },
  },
  {
    name: 'version-not-counted',
    file: 'workers/operationHelpers/updating.ts',
    from: 'revision: (before.revision as number) + 1,',
    to: 'revision: before.revision as number,',
    breaks: 'Two changes in one second have the same version, so a condition holds that should not.',
    killedBy: { 'test/operations/versions.test.ts': 'changes with two updates of one second' },
  },
  {
    name: 'validate-skipped',
    file: 'workers/operationHelpers/updateRules.ts',
    from: 'return isTaken ? valueExists(update, store) : undefined;',
    to: 'return undefined;',
    breaks: 'A value is accepted that another record has.',
    killedBy: {
      'test/operations/validate.test.ts':
        'refuses a ${field} that another ${resource} has, and writes nothing',
    },
  },
  {
    name: 'claims-not-held',
    file: 'workers/operationHelpers/updateRules.ts',
    from: '  await claims.claim(\n',
    to: '  await Promise.resolve(\n',
    breaks: 'Two records get the same value at the same time.',
    killedBy: {
      'test/workers/validateScans.test.ts':
        'waits for another transaction that claims the same value; others go on meanwhile',
    },
  },
  {
    name: 'backslash-not-escaped',
    file: 'workers/stores/insertRows.ts',
    from: "const special = /['\\\\]/;",
    to: "const special = /[']/;",
    breaks: 'A text with a backslash is stored as another text, or ends the statement.',
    killedBy: { 'test/workers/stores/insertRows.test.ts': 'stores every text exactly as it is' },
  },
  {
    name: 'account-forgotten-in-deletes',
    file: 'workers/stores/recordStore.ts',
    from: '.where({ account_id: account, [ident]: value })',
    to: '.where({ [ident]: value })',
    breaks: 'A delete removes the record of another account.',
    killedBy: {
      'test/operations/customer.delete.test.ts':
        "leaves another account's customer alone, even one with the same ident [account-apart]",
    },
  },
  {
    name: 'account-forgotten-in-lists',
    file: 'workers/stores/lists/lists.ts',
    from: 'sql: `${this.#table.table}.account_id = ? and (${sql})`',
    to: 'sql: `? is not null and (${sql})`',
    breaks: 'Pages of a list lack records, since others count.',
    killedBy: {
      'test/operations/article.list.test.ts':
        '${method} gives all records page by page, in order of creation, none of another account',
    },
  },
  {
    name: 'account-forgotten-in-sales',
    file: 'workers/stores/articles.ts',
    from: 'where article_sales.account_id = articles.account_id\n  and article_sales',
    to: 'where article_sales',
    breaks: 'An account sees what others have sold.',
    killedBy: { 'test/operations/article.read.amounts.test.ts': "ignores another account's orders" },
  },
  {
    name: 'sales-of-concurrent-orders-lost',
    file: 'workers/stores/orders.ts',
    from: "'article_sales.quantity + values(quantity)'",
    to: "'values(quantity)'",
    breaks: 'The sales of an article are those of its last orders.',
    killedBy: {
      'test/operations/article.read.amounts.test.ts': 'answers the quantities of all orders as sales',
    },
  },
  {
    name: 'sales-locked-without-order',
    file: 'workers/stores/orders.ts',
    from: '.toSorted(([one], [other]) => (one < other ? -1 : 1))',
    to: '',
    breaks: 'Orders of the same articles end in deadlocks.',
    killedBy: {
      'test/operations/article.read.amounts.test.ts':
        'counts orders that wait for the sums of the same articles, in another order, without a deadlock',
    },
  },
  {
    name: 'idents-without-their-blanks',
    file: 'workers/stores/scope.ts',
    from: 'return `${account} ${ident}`;',
    to: 'return `${account} ${ident.trimEnd()}`;',
    breaks: 'An ident that nobody has changes a record.',
    killedBy: { 'test/operations/article.delete.test.ts': 'compares idents byte for byte' },
  },
  {
    name: 'invoiced-orders-changed',
    file: 'workers/stores/orders.ts',
    from: 'and invoice_nr is null ',
    to: '',
    breaks: 'Orders that were invoiced get the new Leitweg-ID of their customer.',
    killedBy: {
      'test/operations/customer.authority.orders.test.ts': 'customer.update leaves invoiced orders',
    },
  },
  {
    name: 'reads-of-two-moments',
    file: 'workers/database/database.ts',
    from: "isolationLevel: 'repeatable read'",
    to: "isolationLevel: 'read committed'",
    breaks: 'A read beside a delete shows a customer without its addresses.',
    killedBy: {
      'test/operations/customer.read.snapshot.test.ts':
        'answers the complete customer or customer_not_found [whole-reads]',
    },
  },
  {
    name: 'orders-invoiced-twice',
    file: 'workers/operations/order.invoice.ts',
    from: 'orderOf(call)?.invoice_nr === null',
    to: 'orderOf(call) !== undefined',
    breaks: 'An order gets a second invoice number.',
    killedBy: {
      'test/operations/order.invoice.test.ts': 'refuses an invoiced order, and uses no number',
    },
  },
  {
    name: 'orders-of-another-authority-changed',
    file: 'workers/stores/orders.ts',
    from: 'and public_authority_id = ?`;',
    to: 'and public_authority_id <=> coalesce(public_authority_id, ?)`;',
    breaks: 'A new Leitweg-ID of a customer replaces one that was given to an order.',
    killedBy: {
      'test/operations/customer.authority.orders.test.ts':
        'customer.update leaves orders with another ID, and orders with none when there was one',
    },
  },
  {
    name: 'authority-not-locked',
    file: 'workers/operations/order.create.ts',
    from: 'customers.lockShared(',
    to: 'customers.read(',
    breaks: 'An order is created with the former Leitweg-ID while it changes, and keeps it.',
    killedBy: {
      'test/operations/customer.authority.transaction.test.ts':
        'order.create waits for an ID that is being changed',
    },
  },
];
