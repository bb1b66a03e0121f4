import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectRefused } from '../support/answers.ts';
import { newCustomer } from '../support/customers.ts';
import { storedRows } from '../support/stored.ts';

/** The officially assigned codes of ISO 3166-1 alpha-2. */
const codes = [
  'ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz',
  'ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr',
  'ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp',
  'ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt',
  'mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw',
  'sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz',
  'ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw',
].flatMap((line) => line.split(' '));

describe('customer.create countries', () => {
  it('accepts every code of ISO 3166, in both cases, and stores it in lower case (498 records)', async () => {
    const account = await newAccount();

    await Promise.all(
      codes.map((bill_country) => newCustomer(account, { bill_country, bill_city: 'lower' })),
    );
    await Promise.all(codes.map((code) => newCustomer(account, { bill_country: code.toUpperCase() })));

    const stored = (await storedRows('customers', account.id)).map(({ bill_country }) => bill_country);
    expect(codes).to.have.length(249);
    expect(stored).to.have.members([...codes, ...codes]);
  });

  it('refuses every other code', async () => {
    const account = await newAccount();
    const message = 'bill_country must be an ISO 3166 alpha-2 code';
    const errors = [{ field: 'bill_country', code: 'field_invalid', message }];

    for (const wrong of [
      'aa',
      'zz',
      'uk',
      'eu',
      'en',
      'su',
      'yu',
      'deu',
      'd',
      '276',
      'Germany',
      'd\u00a0e',
      'ſg',
    ]) {
      const answer = await account.send('customer.create', { bill_country: wrong });
      expectRefused(answer, 'customer.create', { code: 'field_invalid', message, data: { errors } });
    }
    expect(await storedRows('customers', account.id)).to.deep.equal([]);
  });
});
