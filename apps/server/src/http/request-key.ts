import type { FastifyRequest } from 'fastify'

/** The Idempotency-Key of a call: the same again is answered as the first time, and does nothing anew (H3). */
export const requestKeyOf = ({ headers }: FastifyRequest): string | undefined =>
  headers['idempotency-key']?.toString().slice(0, 200)
