import type { InputOf } from '../../shared/contract/operations/operation.ts';
import { orderCreate } from '../../shared/contract/operations/order.create.ts';
import type { Call } from '../../shared/wire/call.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import type { Row } from '../stores/recordTable.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';
import { nowUtc } from '../stores/time.ts';

type CreateCall = Call<InputOf<typeof orderCreate>>;

export default writes(
  orderCreate,
  async (calls, { orders, customers, articles, clock }) => {
    const buyers = await customers.lockShared(scopedBy(calls, 'customer_ident'), ['public_authority_id']);
    const goods = await articles.existing(
      calls.flatMap(({ account, input }) =>
        input.items.map(({ article_ident: value }) => ({ account, value })),
      ),
    );
    const refusalOf = ({ account, input }: CreateCall) => {
      if (!buyers.has(recordKey(account, input.customer_ident))) return refused('customer_not_found');
      const isKnown = input.items.every(({ article_ident }) => goods.has(recordKey(account, article_ident)));
      return isKnown ? undefined : refused('article_not_found');
    };

    const refusals = new Map(calls.map((call) => [call, refusalOf(call)]));
    const accepted = calls.filter((call) => refusals.get(call) === undefined);
    const now = nowUtc(clock);
    await orders.insert(
      accepted.map((call) => orderRow(call, now, buyers)),
      accepted.flatMap(itemRows),
    );
    return (call) => refusals.get(call) ?? done({ order_ident: call.input.order_ident });
  },
  { sharesRecord: ({ customer_ident }) => customer_ident },
);

function orderRow({ account, input }: CreateCall, now: string, buyers: ReadonlyMap<string, Row>): Row {
  const { order_ident, customer_ident } = input;
  return {
    account_id: account,
    order_ident,
    customer_ident,
    public_authority_id: buyers.get(recordKey(account, customer_ident))?.public_authority_id,
    date_created: now,
    date_updated: now,
  };
}

function itemRows({ account, input }: CreateCall): Row[] {
  return input.items.map((item, position) => ({
    account_id: account,
    order_ident: input.order_ident,
    position,
    ...item,
  }));
}
