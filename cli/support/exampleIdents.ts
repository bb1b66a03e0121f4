/** Idents in the examples of help texts. */
export const exampleAccount = 'acc_01jd2q4z0c8k3v7n5m9x1r6t2w';
export const exampleApp = 'app_01jd2q4z0c8k3v7n5m9x1r6t2w';
export const exampleWebhook = 'whk_01jd2q4z0c8k3v7n5m9x1r6t2w';
