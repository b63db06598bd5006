/** The Idempotency-Key of a call: the same again is answered as the first time, and does nothing anew (H3). */
export const requestKeyOf = ({ headers }: { headers: { 'Idempotency-Key': string | undefined } }): string | undefined =>
  headers['Idempotency-Key']?.slice(0, 200)
