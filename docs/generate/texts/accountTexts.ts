import { exampleAccount } from './exampleRecords.ts';
import type { OperationTexts } from './operationText.ts';

export const accountTexts: OperationTexts<'account'> = {
  'account.read': {
    rules: [
      'The account is the one of the app that signs the request. Its operator sets these values; clients cannot change them.',
      '`currency` is a code of ISO 4217. `time_zone` is the IANA name of the zone of the `*_user` dates. `term_of_credit`, in days, is that of customers that are created without one.',
      'All prices of the account are in `currency`. The service converts no prices: convert those in other currencies before you send them.',
      'In a [batch](#batch) it is an unknown method.',
    ],
    answer: exampleAccount,
    refused: {},
  },
};
