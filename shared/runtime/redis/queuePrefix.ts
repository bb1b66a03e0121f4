export const queuePrefix = 'counterfoil';
