import type { Database } from '../../workers/database/database.ts';
import { type Finding, fatal, ok } from '../check/finding.ts';
import { counted, named } from './counted.ts';

/** Checks that the sum of each article equals its order items. */
export async function checkSales(database: Database): Promise<Finding> {
  const [rows] = (await database.raw(
    `SELECT DISTINCT checked.account_id, COALESCE(account_ident, CONCAT('#', checked.account_id)) AS ident
      FROM (SELECT account_id FROM (
          SELECT account_id, article_ident, quantity FROM article_sales
          UNION ALL
          SELECT account_id, article_ident, -SUM(quantity) FROM order_items FORCE INDEX (order_items_article)
            GROUP BY account_id, article_ident
        ) AS quantities
        GROUP BY account_id, article_ident HAVING SUM(quantity) <> 0) AS checked
      LEFT JOIN accounts ON accounts.id = checked.account_id
      ORDER BY checked.account_id`,
  )) as [readonly { readonly ident: string }[]];
  if (rows.length === 0) return ok('sales', 'the sales of every article are those of its orders');
  const idents = rows.map(({ ident }) => ident);
  const whose = `${counted(idents.length, 'account')} (${named(idents)})`;
  return fatal('sales', `the sales and the order items of ${whose} disagree`, 'use another backup');
}
