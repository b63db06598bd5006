/** What is learnt of a request on its way, for its log line and the metrics: who asked, and what went wrong. */
import type { Problem } from '@sampan/contract/errors'
import type { FastifyRequest } from 'fastify'

type Notes = { userId?: string; problem?: Problem }

const notes = new WeakMap<FastifyRequest, Notes>()

export const noteRequest = (request: FastifyRequest, more: Notes): void =>
  void notes.set(request, { ...notes.get(request), ...more })

export const notesOf = (request: FastifyRequest): Notes => notes.get(request) ?? {}
